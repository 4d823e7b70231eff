package onnx

import (
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/refusal"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/cut"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/limit"
)

// rewrite turns the tests of the trees into tests of columns of the inputs.
func (p *pipeline) rewrite(f *forest, e *ensemble.Ensemble) error {
	entries := map[int64]*entry{}
	for i := range f.branches {
		at := f.branches[i].feature
		if entries[at] != nil {
			continue
		}
		var err error
		if entries[at], err = p.trace(at); err != nil {
			return err
		}
		p.read[entries[at].name] = true
	}
	if err := p.features(e); err != nil {
		return err
	}
	held := 0
	for i := range f.branches {
		b := &f.branches[i]
		from := entries[b.feature]
		b.feature = p.first[from.name] + from.at
		if from.coded != nil {
			codes := p.codesOf(b.feature, from.coded)
			if p.room < 0 {
				return refusal.Unsupported("an encoder of very many columns is not read")
			}
			b.toSet(from, codes)
			if held += len(b.members); held > mostLevels {
				return refusal.Unsupportedf("the tests of the trees are for more than %d levels", mostLevels)
			}
		} else if err := b.back(from, e.Input); err != nil {
			return err
		}
	}
	return nil
}

// features numbers the columns of the inputs in the order of the graph. If each input is a column,
// features get the names of inputs, and inputs that the trees do not use are left out. Otherwise
// columns count by their place, and none is left out.
func (p *pipeline) features(e *ensemble.Ensemble) error {
	e.Input = ensemble.Float32
	named := true
	for name, s := range p.shapes {
		named = named && (s.width == 1 || p.inputs[name] == nil)
	}
	total := int64(0)
	for _, in := range p.graph.inputs {
		if p.graph.tensors[in.name] != nil || named && (p.shapes[in.name] == shape{} || len(p.read) > 0 && !p.read[in.name]) {
			continue
		}
		s, err := p.shape(in.name, 0)
		if err != nil {
			return err
		}
		if s.width == 0 {
			return refusal.Unsupportedf("input %q has any number of columns: what stands before the trees is read for a fixed one", in.name)
		}
		if s.elem != elemFloat && s.elem != elemString {
			e.Input = ensemble.Float64
		}
		p.first[in.name] = total
		if total += s.width; total > limit.Features {
			return fmt.Errorf("more than %d features", limit.Features)
		}
		if named {
			e.Schema.Features = append(e.Schema.Features, in.name)
		}
	}
	e.Features = int(total)
	return nil
}

// goes reports whether a test sends a number to its true branch.
func (b *branch) goes(x float64) bool {
	switch b.mode {
	case leq:
		return x <= b.value
	case lt:
		return x < b.value
	case gte:
		return x >= b.value
	case gt:
		return x > b.value
	case eq:
		return x == b.value
	case neq:
		return x != b.value
	}
	return slices.Contains(b.members, x)
}

// back turns a test of a number into one of the number before some steps, which keep the order.
func (b *branch) back(from *entry, precision ensemble.Precision) error {
	switch {
	case b.mode >= eq && from.changed:
		return refusal.Unsupported("a test of equality of a number that operators change")
	case b.mode >= eq, !from.changed && precision == ensemble.Float32:
		return nil
	}
	below := *b
	if b.mode == gte || b.mode == gt { // the false branch has the smaller numbers
		below.yes, below.no, below.missingTrue = b.no, b.yes, !b.missingTrue
	}
	left := func(x float64) bool { return b.goes(from.through(x)) == (below.yes == b.yes) }
	if precision == ensemble.Float32 {
		exact := left
		left = func(x float64) bool { return exact(rounded(x)) }
	}
	below.mode, below.value = leq, cut.Last(left)
	if precision == ensemble.Float32 {
		below.value = rounded(below.value)
	}
	if missing := from.through(math.NaN()); missing == missing { // not missing any more when the trees read it
		below.missingTrue = left(math.NaN())
	}
	*b = below
	return nil
}

// codesOf returns the codes of the levels of an encoder that reads a feature.
func (p *pipeline) codesOf(feature int64, c *coding) []float64 {
	of := p.levels[feature]
	if of == nil {
		of = &levels{code: map[string]float64{}, codes: map[*node][]float64{}}
		p.levels[feature] = of
	}
	codes, known := of.codes[c.encoder]
	if !known {
		p.room -= len(c.names)
	}
	for i := 0; !known && p.room >= 0 && i < len(c.names); i++ {
		code, named := of.code[c.names[i]]
		if !named {
			code = float64(len(of.names))
			of.names, of.code[c.names[i]] = append(of.names, c.names[i]), code
		}
		codes = append(codes, code)
	}
	of.codes[c.encoder] = codes
	return codes
}

// toSet turns a test into one for the levels that go to one of the branches, the one that values that
// are not levels do not take. Missing values go with those, or with the level that replaces them.
func (b *branch) toSet(from *entry, codes []float64) {
	goes := func(x float64) bool {
		x = from.through(x)
		return b.goes(x) || x != x && b.missingTrue
	}
	c := from.coded
	others, members := goes(c.other), []float64(nil)
	for i, v := range c.values {
		if goes(v) != others {
			members = append(members, codes[c.first+i])
		}
	}
	missing := c.other
	if at := slices.Index(c.names, from.imputed) - c.first; from.imputed != "" && at >= 0 && at < len(c.values) {
		missing = c.values[at]
	}
	b.mode, b.value, b.members, b.missingTrue = member, 0, members, goes(missing) != others
	if others {
		b.yes, b.no = b.no, b.yes
	}
}

// columns sets the kinds of features: whole numbers as the input says, and categories with their
// levels. Text columns that no test uses become categories without levels.
func (p *pipeline) columns(f *forest) error {
	for name, first := range p.first {
		s, of := p.shapes[name], column.Column{}
		switch s.elem {
		case elemString:
			of = column.Column{Kind: column.Categorical, Names: []string{}}
		case elemInt32, elemInt64:
			of.Kind = column.Integer
		default:
			continue
		}
		if err := f.hasKinds(); err != nil {
			return err
		}
		for at := first; at < first+s.width; at++ {
			f.e.Columns[at] = of
		}
	}
	for feature, of := range p.levels {
		f.e.Columns[feature] = column.Named(of.names)
		f.e.Columns[feature].Others = f.apart[feature]
	}
	return nil
}
