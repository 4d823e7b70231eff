package sklearn

import (
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/refusal"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/cut"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/limit"
)

// made is a column that the steps of a pipeline make of one of the rows, for the trees.
type made struct {
	of     int    // column of the rows
	steps  []step // what is done to a number, or to the code of a level
	levels []int32
	codes  []float64 // of these levels
	other  float64   // of all others, and of what is no level
	blank  float64   // of a missing value of a category
}

// step is one that keeps the order of numbers.
type step struct {
	name   string
	by, to float64 // to is the upper end of clip
}

// through returns what the steps make of a number.
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

// inputs reads the levels of each column of the rows, none of numbers.
func (f *file) inputs() {
	some := false
	columns := []column.Column{}
	for f.r.Array(); f.r.Next(); {
		var c column.Column
		if names := document.Strings(f.r, nil); len(names) > 0 {
			c, some = column.Named(names), true
		}
		if columns = append(columns, c); len(columns) > limit.Features {
			f.r.Fail("more than %d columns", limit.Features)
			return
		}
	}
	f.raw = len(columns)
	if some {
		f.e.Columns = columns
	}
}

// made reads the columns that the trees read.
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
	if m.of < 0 || m.of >= f.raw {
		return fmt.Errorf("is made of column %d of %d", m.of, f.raw)
	}
	known := 0
	if f.e.Columns != nil {
		known = len(f.e.Columns[m.of].Codes)
	}
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

// step reads a name and by what.
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

// mostMembers bounds the levels that all sets hold.
const mostMembers = 1 << 22

// before turns a split on what a pipeline makes into one on the column that it makes it of.
func (f *file) before(s *ensemble.Split) error {
	if int(s.Feature) >= len(f.made) || s.Feature < 0 {
		return fmt.Errorf("splits on feature %d of %d", s.Feature, len(f.made))
	}
	m, read := &f.made[s.Feature], *s
	left := func(x float64) bool {
		if x = m.through(x); x != x {
			return read.DefaultLeft
		}
		if f.family != hist {
			x = float64(float32(x))
		}
		return x <= read.Threshold
	}
	s.Feature = ensemble.Feature(m.of)
	if !f.e.Categorical(m.of) {
		s.Threshold, s.DefaultLeft = cut.Last(left), left(math.NaN())
		return nil
	}
	others := left(m.other)
	s.Threshold, s.Set, s.DefaultLeft = 0, &ensemble.Set{Right: others}, left(m.blank)
	for i, code := range m.codes {
		if left(code) != others {
			s.Set.Levels = append(s.Set.Levels, m.levels[i])
		}
	}
	if f.members += len(s.Set.Levels); f.members > mostMembers {
		return refusal.Unsupportedf("the splits are for more than %d levels", mostMembers)
	}
	if s.DefaultLeft != others {
		f.e.Columns[m.of].Others = true
	}
	return nil
}
