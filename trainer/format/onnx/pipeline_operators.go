package onnx

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/refusal"
)

// operator is an operator that is read before trees.
type operator struct {
	// shape returns the shape of its output, if that is supported.
	shape func(g *graph, n *node, of []shape) (shape, error)
	// back replaces a column of its output by one of its data.
	back func(p *pipeline, n *node, e *entry) error
	// blocks says that it may also read columns in blocks.
	blocks bool
}

// before are the operators that are read before trees, as skl2onnx writes them for scikit-learn
// pipelines.
var before = map[string]operator{
	"Identity":              {sameShape, pass, true},
	"Cast":                  {castShape, castBack, true},
	"Reshape":               {flatShape, pass, true},
	"Flatten":               {flatShape, pass, true},
	"Concat":                {joinedShape, joinedBack, true},
	"FeatureVectorizer":     {vectorShape, joinedBack, false},
	"ArrayFeatureExtractor": {pickedShape, pickedBack, false},
	"Gather":                {pickedShape, pickedBack, false},
	"Scaler":                {floatShape, scalerBack, false},
	"Imputer":               {sameShape, imputerBack, false},
	"Sub":                   {constantShape, arithmeticBack, false},
	"Add":                   {constantShape, arithmeticBack, false},
	"Mul":                   {constantShape, arithmeticBack, false},
	"Div":                   {constantShape, arithmeticBack, false},
	"OneHotEncoder":         {oneHotShape, oneHotBack, false},
	"LabelEncoder":          {codedShape, codedBack, false},
}

func sameShape(_ *graph, _ *node, of []shape) (shape, error) { return of[0], nil }

// pass moves on to the data of an operator that changes nothing.
func pass(p *pipeline, n *node, e *entry) error {
	e.name = p.graph.data(n)[0]
	return nil
}

func castShape(_ *graph, n *node, of []shape) (shape, error) {
	to := int64(0)
	if a := n.attributes["to"]; a != nil {
		to = a.i
	}
	from := of[0].elem
	whole := from == elemInt64 || from == elemInt32
	switch {
	case from != elemString && (to == elemFloat || to == elemDouble || to == elemInt64), to == from, whole && to == elemString:
		s := of[0]
		s.elem = to
		return s, nil
	}
	return shape{}, refusal.Unsupportedf("makes elements of type %d of those of type %d, which is not read", to, from)
}

func castBack(p *pipeline, n *node, e *entry) error {
	from, to := p.shapes[p.graph.data(n)[0]].elem, n.attributes["to"].i
	switch cut := to == elemInt64 && (from == elemFloat || from == elemDouble); {
	case e.coded != nil: // levels are whole numbers already
	case cut:
		return refusal.Unsupported("cuts numbers off, which is not read")
	case to == elemFloat:
		e.steps = append(e.steps, rounded)
	}
	return pass(p, n, e)
}

// flatShape is the shape of rows whose elements keep their order.
func flatShape(g *graph, n *node, of []shape) (shape, error) {
	s := of[0]
	s.blocks = 0
	if n.op == "Flatten" {
		if a := n.attributes["axis"]; a != nil && a.i != 1 {
			return s, refusal.Unsupportedf("axis %d is not read", a.i)
		}
		return s, nil
	}
	var to *tensor
	if len(n.inputs) == 2 {
		to = g.tensors[n.inputs[1]]
	}
	if to == nil || len(to.values) != 2 || to.values[1] != float64(s.width) && (to.values[1] != -1 || to.values[0] == -1) {
		return s, refusal.Unsupported("other shapes than rows are not read")
	}
	return s, nil
}

// joinedShape is the shape of columns side by side. Blocks can be joined if each part is one block, or
// as whole blocks.
func joinedShape(_ *graph, n *node, of []shape) (shape, error) {
	s, axis := shape{elem: of[0].elem}, int64(1)
	if a := n.attributes["axis"]; n.op == "Concat" && a != nil {
		axis = a.i
	}
	for _, part := range of {
		switch {
		case part.elem != s.elem:
			return s, errors.New("joins elements of several types")
		case part.width == 0:
			return s, refusal.Unsupported("joins inputs of any number of columns, which is not read")
		case (part.blocks == 0) != (of[0].blocks == 0), axis != 1 && axis != -1 && axis != min(part.blocks, 1)+1, axis != 1 && part.blocks > 1:
			return s, refusal.Unsupportedf("axis %d is not read", axis)
		}
		s.width += part.width
		s.blocks += part.blocks
	}
	if axis != 1 {
		s.blocks = min(s.blocks, 1)
	}
	return s, nil
}

func joinedBack(p *pipeline, n *node, e *entry) error {
	if n.op == "FeatureVectorizer" {
		e.steps = append(e.steps, rounded)
	}
	for _, name := range p.graph.data(n) {
		width := p.shapes[name].width
		if e.at < width {
			e.name = name
			return nil
		}
		e.at -= width
	}
	return fmt.Errorf("has no column %d more", e.at)
}

// vectorShape is the shape of columns that are joined as floats.
func vectorShape(g *graph, n *node, of []shape) (shape, error) {
	of = slices.Clone(of)
	for i := range of {
		if of[i].elem == elemString {
			return shape{}, errors.New("takes texts for numbers")
		}
		of[i].elem = elemFloat
	}
	return joinedShape(g, n, of)
}

// picked returns the columns that an operator picks.
func picked(g *graph, n *node) ([]float64, error) {
	if len(n.inputs) != 2 || g.tensors[n.inputs[1]] == nil {
		return nil, refusal.Unsupported("picks columns that are no constants, which is not read")
	}
	if a := n.attributes["axis"]; n.op == "Gather" && (a == nil || a.i != 1 && a.i != -1) {
		return nil, refusal.Unsupported("another axis than that of columns is not read")
	}
	return g.tensors[n.inputs[1]].values, nil
}

func pickedShape(g *graph, n *node, of []shape) (shape, error) {
	columns, err := picked(g, n)
	if err == nil && len(columns) == 0 {
		err = errors.New("picks no columns")
	}
	return shape{elem: of[0].elem, width: int64(len(columns))}, err
}

func pickedBack(p *pipeline, n *node, e *entry) error {
	columns, err := picked(p.graph, n)
	if err != nil {
		return err
	}
	at := columns[e.at]
	if e.at = int64(at); at < 0 || float64(e.at) != at {
		return fmt.Errorf("picks column %v", at)
	}
	return pass(p, n, e)
}

func floatShape(_ *graph, _ *node, of []shape) (shape, error) {
	if of[0].elem == elemString {
		return shape{}, errors.New("takes texts for numbers")
	}
	return shape{elem: elemFloat, width: of[0].width}, nil
}

// ofColumn returns the entry of a list for a column: a single one is for all columns.
func ofColumn[T float32 | float64](list []T, at int64) (float64, error) {
	switch n := int64(len(list)); {
	case n == 1:
		return float64(list[0]), nil
	case at < n:
		return float64(list[at]), nil
	}
	return 0, fmt.Errorf("has %d numbers and a column %d", len(list), at)
}

// finite reports whether a number is neither NaN nor infinite.
func finite(v float64) bool { return math.Abs(v) <= math.MaxFloat64 }

// scalerBack adds the step (x - offset) * scale, computed in the precision of the data and rounded to
// float.
func scalerBack(p *pipeline, n *node, e *entry) error {
	offsets, scales := n.attributes["offset"], n.attributes["scale"]
	if offsets == nil || scales == nil {
		return refusal.Unsupported("without offset and scale is not read")
	}
	var by [2]float64
	for i, a := range []*attribute{offsets, scales} {
		var err error
		if by[i], err = ofColumn(a.floats, e.at); err != nil {
			return err
		}
	}
	offset, scale := by[0], by[1]
	if !finite(offset) || !finite(scale) || scale <= 0 {
		return refusal.Unsupportedf("(x - %v) * %v does not keep the order of numbers, which is not read", offset, scale)
	}
	if p.shapes[p.graph.data(n)[0]].elem == elemDouble {
		e.then(func(x float64) float64 { return rounded((x - offset) * scale) })
	} else {
		e.then(func(x float64) float64 { return rounded(rounded(rounded(x)-offset) * scale) })
	}
	return pass(p, n, e)
}

// imputerBack adds the replacement of missing values by a number.
func imputerBack(p *pipeline, n *node, e *entry) error {
	a, of := n.attributes["imputed_value_floats"], n.attributes["replaced_value_float"]
	if a == nil || of == nil || of.f == of.f {
		return refusal.Unsupported("in the place of others than missing numbers is not read")
	}
	by, err := ofColumn(a.floats, e.at)
	if err != nil {
		return err
	}
	if e.coded != nil {
		if level := nameOf(float32(by)); slices.Contains(e.coded.names, level) {
			e.imputed = level
		}
		return pass(p, n, e)
	}
	e.then(func(x float64) float64 {
		if x != x {
			return by
		}
		return x
	})
	return pass(p, n, e)
}

func constantShape(g *graph, n *node, of []shape) (shape, error) {
	ordered := n.op == "Sub" || n.op == "Div"
	switch {
	case len(of) != 1 || len(n.inputs) != 2:
		return shape{}, refusal.Unsupported("with something else than constants is not read")
	case ordered && g.tensors[n.inputs[0]] != nil:
		return shape{}, refusal.Unsupported("of a constant is not read")
	case of[0].elem != elemFloat && of[0].elem != elemDouble:
		return shape{}, refusal.Unsupportedf("of elements of type %d is not read", of[0].elem)
	}
	return of[0], nil
}

// arithmeticBack adds an operation with a constant.
func arithmeticBack(p *pipeline, n *node, e *entry) error {
	t := p.graph.tensors[n.inputs[1]]
	if t == nil {
		t = p.graph.tensors[n.inputs[0]]
	}
	by, err := ofColumn(t.values, e.at)
	if err != nil {
		return err
	}
	if factor := n.op == "Mul" || n.op == "Div"; !finite(by) || factor && by <= 0 {
		return refusal.Unsupportedf("with %v does not keep the order of numbers, which is not read", by)
	}
	round := rounded
	if p.shapes[e.name].elem == elemDouble {
		round = func(x float64) float64 { return x }
	}
	e.then(func(x float64) float64 {
		switch n.op {
		case "Sub":
			return round(x - by)
		case "Add":
			return round(x + by)
		case "Mul":
			return round(x * by)
		}
		return round(x / by)
	})
	return pass(p, n, e)
}
