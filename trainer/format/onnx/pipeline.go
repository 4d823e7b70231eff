package onnx

import (
	"errors"
	"fmt"

	"github.com/hardwood-ml/hardwood/internal/refusal"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/limit"
)

// pipeline is what a graph does to its inputs before the trees read them. Tests of the trees become
// tests of the inputs: operators that keep the order of numbers move thresholds, and encoders of levels
// turn tests into sets of levels.
type pipeline struct {
	graph  *graph
	inputs map[string]*input
	makers map[string]*node // by output
	last   string           // the matrix that the trees read
	double bool             // the trees read doubles
	shapes map[string]shape
	read   map[string]bool  // inputs that some test of the trees depends on
	first  map[string]int64 // by input: the feature of its first column
	levels map[int64]*levels
	coders map[*node]*coding // how each encoder codes a category, for OneHotEncoder its first level
	room   int               // levels that may still be noted: each encoder may name those of two features
}

// shape describes a matrix.
type shape struct {
	elem   int64
	width  int64 // columns, 0 if the file does not say
	blocks int64 // the number of blocks if columns are in blocks, which are a dimension of their own; 0 for rows
}

// entry is a column that the trees read, on its way back to a column of an input.
type entry struct {
	name string // of a matrix
	at   int64  // column of the matrix
	// steps are applied to a number in this column before the trees read it, in reverse order.
	steps   []func(x float64) float64
	changed bool    // by more than rounding
	coded   *coding // the coding if the column is a category; nil for a number
	imputed string  // level that replaces missing values, "" for none
}

// coding is the number that an encoder gives each level of a category.
type coding struct {
	encoder *node
	names   []string  // of the levels
	columns int64     // for OneHotEncoder: per category
	twice   string    // a level that is listed twice
	first   int       // the level of values[0]
	values  []float64 // of some levels
	other   float64   // of all other levels, of values that are not levels, and of missing ones
}

// levels are those of a category, as named by the encoders that read it.
type levels struct {
	names []string
	code  map[string]float64
	codes map[*node][]float64 // by encoder: codes of its levels, in its order
}

// through returns the result of the steps for a number.
func (e *entry) through(x float64) float64 {
	for i := len(e.steps) - 1; i >= 0; i-- {
		x = e.steps[i](x)
	}
	return x
}

// Limits on the operators on the way of a column, and on the levels in all sets.
const (
	mostOperators = 64
	mostLevels    = 1 << 22
)

// newPipeline examines the operators before a matrix.
func newPipeline(g *graph, last string, double bool) (*pipeline, error) {
	p := &pipeline{graph: g, last: last, double: double, inputs: map[string]*input{}, makers: map[string]*node{},
		shapes: map[string]shape{}, read: map[string]bool{}, first: map[string]int64{}, levels: map[int64]*levels{}, coders: map[*node]*coding{}, room: 10_000}
	for i := range g.inputs {
		p.inputs[g.inputs[i].name] = &g.inputs[i]
	}
	for i := range g.nodes {
		for _, out := range g.nodes[i].outputs {
			p.makers[out] = &g.nodes[i]
		}
	}
	s, err := p.shape(last, 0)
	if err == nil && s.blocks > 0 {
		err = errors.New("they read no rows")
	}
	p.double = p.double || s.elem == elemDouble
	return p, err
}

// shape returns the shape of a matrix, and notes those of all matrices before it.
func (p *pipeline) shape(name string, depth int) (s shape, err error) {
	if s, known := p.shapes[name]; known {
		return s, nil
	}
	if depth > mostOperators {
		return s, refusal.Unsupportedf("more than %d operators stand before the trees, or they form a circle", mostOperators)
	}
	if in := p.inputs[name]; in != nil {
		s = shape{elem: in.elem, width: min(in.width, limit.Features)}
		p.shapes[name] = s
		return s, nil
	}
	n := p.makers[name]
	if n == nil {
		return s, fmt.Errorf("nothing makes %q", name)
	}
	op, known := before[n.op]
	if !known {
		return s, refusal.Unsupportedf("the trees read what operator %s makes of the input, which is not read", n.op)
	}
	var of []shape
	for _, in := range p.graph.data(n) {
		s, err := p.shape(in, depth+1)
		if err != nil {
			return s, err
		}
		if s.blocks > 0 && !op.blocks {
			return s, refusal.Unsupportedf("operator %s of what encoders say without Reshape or Flatten between them is not read", n.op)
		}
		of = append(of, s)
	}
	if len(of) == 0 {
		return s, fmt.Errorf("operator %s has no input", n.op)
	}
	if s, err = op.shape(p.graph, n, of); err != nil {
		return s, fmt.Errorf("operator %s: %w", n.op, err)
	}
	if s.width < 0 || s.width > limit.Features {
		return s, fmt.Errorf("operator %s makes more than %d columns", n.op, limit.Features)
	}
	p.shapes[name] = s
	return s, nil
}

// trace follows a column that the trees read back to a column of an input.
func (p *pipeline) trace(at int64) (*entry, error) {
	e := &entry{name: p.last, at: at}
	if !p.double {
		e.steps = append(e.steps, rounded)
	}
	for {
		if w := p.shapes[e.name].width; e.at < 0 || w > 0 && e.at >= w || e.at >= limit.Features {
			return nil, fmt.Errorf("column %d of %d of %q", e.at, w, e.name)
		}
		if p.inputs[e.name] != nil {
			break
		}
		n, coded, steps := p.makers[e.name], e.coded != nil, len(e.steps)
		if err := before[n.op].back(p, n, e); err != nil {
			return nil, fmt.Errorf("operator %s: %w", n.op, err)
		}
		if coded && len(e.steps) > steps {
			return nil, refusal.Unsupportedf("operator %s before an encoder is not read", n.op)
		}
	}
	switch elem := p.shapes[e.name].elem; {
	case e.coded != nil:
	case elem == elemString:
		return nil, fmt.Errorf("the texts of input %q are taken for numbers", e.name)
	case elem == elemFloat:
		e.steps = append(e.steps, rounded)
	}
	return e, nil
}

// then adds a step that comes before those already known.
func (e *entry) then(step func(x float64) float64) { e.steps, e.changed = append(e.steps, step), true }

func rounded(x float64) float64 { return float64(float32(x)) }
