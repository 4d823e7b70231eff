package sklearn

import (
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/refusal"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/cut"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/limit"
)

// made is a column for the trees that the steps of a pipeline make from one of the rows.
type made struct {
	of     int    // column of the rows
	steps  []step // applied to a number, or to the code of a level
	levels []int32
	codes  []float64 // of these levels
	other  float64   // of all other levels, and of values that are not levels
	blank  float64   // of a missing value of a category
}

// step is a step that keeps the order of numbers.
type step struct {
	name   string
	by, to float64 // to is the upper end of clip
}

// through returns the result of the steps for a number.
func (m *made) through(x float64) float64 {
	for _, s := range m.steps {
		switch s.name {
		case "subtract":
			x -= s.by
		case "add":
			x += s.by
		case "multiply":
			x *= s.by
		case "divide":
			x /= s.by
		case "clip":
			x = min(max(x, s.by), s.to)
		case "impute":
			if x != x {
				x = s.by
			}
		}
	}
	return x
}

// inputs reads the levels of each column of the rows, none for numeric ones.
func (f *file) inputs() {
	f.raw = []column.Column{}
	for f.r.Array(); f.r.Next(); {
		var c column.Column
		if names := document.Strings(f.r, nil); len(names) > 0 {
			c = column.Named(names)
		}
		if f.raw = append(f.raw, c); len(f.raw) > limit.Features {
			f.r.Fail("more than %d columns", limit.Features)
			return
		}
	}
}

// columns reads how the columns that the trees read are made.
func (f *file) columns() {
	f.made = []made{}
	for f.r.Array(); f.r.Next(); {
		m := made{of: -1}
		for f.r.Object(); f.r.Next(); {
			switch f.r.Key() {
			case "of":
				m.of = int(max(-1, min(f.r.Int(), limit.Features)))
			case "steps":
				for f.r.Array(); f.r.Next(); {
					m.steps = append(m.steps, f.step())
				}
			case "levels":
				m.levels = document.Int32s(f.r, nil)
			case "codes":
				m.codes = document.Float64s(f.r, nil)
			case "other":
				m.other = f.r.Float64()
			case "missing":
				m.blank = f.r.Float64()
			default:
				f.r.Fail("unknown field %q", f.r.Key())
			}
		}
		if f.made = append(f.made, m); f.r.Err() == nil {
			if err := f.checkMade(&m); err != nil {
				f.r.Fail("column %d: %w", len(f.made)-1, err)
			}
		}
	}
}

func (f *file) checkMade(m *made) error {
	if m.of < 0 || m.of >= len(f.raw) {
		return fmt.Errorf("is made of column %d of %d", m.of, len(f.raw))
	}
	known := len(f.raw[m.of].Codes)
	if len(m.levels) != len(m.codes) {
		return fmt.Errorf("%d codes for %d levels", len(m.codes), len(m.levels))
	}
	for i, l := range m.levels {
		if l < 0 || int(l) >= known || i > 0 && l <= m.levels[i-1] {
			return fmt.Errorf("level %d of %d, or not in order", l, known)
		}
	}
	return nil
}

// step reads the name of a step and its numbers.
func (f *file) step() (s step) {
	var by []float64
	for f.r.Array(); f.r.Next(); {
		if f.r.Kind() == document.Number {
			by = append(by, f.r.Float64())
		} else {
			s.name = f.r.String()
		}
	}
	numbers, factor := 1, false
	switch s.name {
	case "clip":
		numbers = 2
	case "multiply", "divide":
		factor = true
	case "subtract", "add", "impute":
	default:
		f.r.Fail("unknown step %q", s.name)
		return s
	}
	if len(by) != numbers {
		f.r.Fail("%s by %d numbers", s.name, len(by))
		return s
	}
	for _, v := range by {
		if nothing := s.name == "impute" && v != v; !nothing && !(math.Abs(v) <= math.MaxFloat64) || factor && v <= 0 {
			f.r.Fail("%w", refusal.Unsupportedf("%s by %v does not keep the order of numbers", s.name, v))
			return s
		}
	}
	s.by, s.to = by[0], by[numbers-1]
	return s
}

// mostMembers bounds the number of levels in all sets.
const mostMembers = 1 << 22

// undo turns a model on the columns that a pipeline makes into one on the columns of the rows.
func (f *file) undo(e *ensemble.Ensemble) error {
	if e.Columns != nil {
		return refusal.Unsupported("categorical features behind a pipeline are not read")
	}
	if len(f.made) != e.Features {
		return fmt.Errorf("%d columns are made for %d features", len(f.made), e.Features)
	}
	single := e.Input == ensemble.Float32
	e.Features, e.Columns, e.Input = len(f.raw), nil, ensemble.Float64
	if slices.ContainsFunc(f.raw, func(c column.Column) bool { return c.Names != nil }) {
		e.Columns = f.raw
	}
	members := 0
	for t := range e.Trees {
		for n := range e.Trees[t].Splits {
			s := &e.Trees[t].Splits[n]
			if s.Feature < 0 || int(s.Feature) >= len(f.made) {
				return fmt.Errorf("tree %d splits on feature %d of %d", t, s.Feature, len(f.made))
			}
			f.made[s.Feature].undo(s, single, e.Categorical(f.made[s.Feature].of))
			if s.Set == nil {
				continue
			}
			if members += len(s.Set.Levels); members > mostMembers {
				return refusal.Unsupportedf("the splits are for more than %d levels", mostMembers)
			}
			if s.DefaultLeft != s.Set.Right { // missing values go another way than unknown levels
				e.Columns[s.Feature].Others = true
			}
		}
	}
	return nil
}

// undo turns a split on a column that a pipeline makes into one on the column it is made from.
func (m *made) undo(s *ensemble.Split, single, categorical bool) {
	read := *s
	left := func(x float64) bool {
		if x = m.through(x); x != x {
			return read.DefaultLeft
		}
		if single {
			x = float64(float32(x))
		}
		return x <= read.Threshold
	}
	s.Feature = ensemble.Feature(m.of)
	if !categorical {
		s.Threshold, s.DefaultLeft = cut.Last(left), left(math.NaN())
		return
	}
	others := left(m.other)
	s.Threshold, s.Set, s.DefaultLeft = 0, &ensemble.Set{Right: others}, left(m.blank)
	for i, code := range m.codes {
		if left(code) != others {
			s.Set.Levels = append(s.Set.Levels, m.levels[i])
		}
	}
}
