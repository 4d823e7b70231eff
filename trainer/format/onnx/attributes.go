package onnx

func (r *reader) ints(name string) []int64 {
	if a := r.node.attributes[name]; a != nil {
		return a.ints
	}
	return nil
}

func (r *reader) int(name string, standard int64) int64 {
	if a := r.node.attributes[name]; a != nil {
		return a.i
	}
	return standard
}

func (r *reader) text(name, standard string) string {
	if a := r.node.attributes[name]; a != nil && a.s != "" {
		return a.s
	}
	return standard
}

// numbers returns a list of numbers, from the attribute itself or from a tensor in its place, and
// whether they are doubles.
func (r *reader) numbers(name string) (values []float64, double bool) {
	if a := r.node.attributes[name+"_as_tensor"]; a != nil && a.tensor != nil {
		return a.tensor.values, a.tensor.elem == elemDouble
	}
	a := r.node.attributes[name]
	switch {
	case a == nil:
		return nil, false
	case a.tensor != nil:
		return a.tensor.values, a.tensor.elem == elemDouble
	}
	return a.numbers(), false
}

// numbers returns a list of floats.
func (a *attribute) numbers() []float64 {
	values := make([]float64, len(a.floats))
	for i, v := range a.floats {
		values[i] = float64(v)
	}
	return values
}
