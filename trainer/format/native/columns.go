package native

import (
	"slices"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
)

// versionOf returns the lowest version that holds a model, so that earlier programs can read as many as
// possible.
func versionOf(e *ensemble.Ensemble) int {
	has := func(what func(c column.Column) bool) bool { return slices.ContainsFunc(e.Columns, what) }
	if has(func(c column.Column) bool { return c.Dates == column.TimeOfDay }) {
		return 5
	}
	if e.Schema.AbsentMissing {
		return 4
	}
	if e.Columns == nil && e.Schema.MissingWords == nil {
		return 1
	}
	if has(func(c column.Column) bool { return c.Others }) {
		return 3
	}
	return 2
}

// since refuses a field that files of an earlier version do not have.
func (f *file) since(version int64) {
	if f.version < version {
		f.unknown(f.r.Key())
	}
}

// columns reads what each feature is.
func (f *file) columns() []column.Column {
	f.since(2)
	r := f.r
	columns := []column.Column{}
	for r.Array(); r.Next(); {
		var c column.Column
		for r.Object(); r.Next(); {
			switch r.Key() {
			case "kind":
				c.Kind = oneOf(f, column.Numeric, column.Integer, column.Boolean, column.Categorical)
			case "codes":
				c.Codes = document.Int32s(r, nil)
			case "names":
				c.Names = document.Strings(r, nil)
			case "missing_words":
				c.MissingWords = document.Strings(r, nil)
			case "others":
				f.since(3)
				c.Others = r.Int() != 0
			case "dates":
				if c.Dates = oneOf(f, column.MonthFirst, column.DayFirst, column.TimeOfDay); c.Dates == column.TimeOfDay {
					f.since(5)
				}
			default:
				f.unknown(r.Key())
			}
		}
		if c.Codes == nil && c.Names != nil {
			c.Codes = upTo(len(c.Names))
		}
		columns = append(columns, c)
	}
	return columns
}

// upTo returns the codes from 0 to n-1.
func upTo(n int) []int32 {
	codes := make([]int32, n)
	for i := range codes {
		codes[i] = int32(i)
	}
	return codes
}

func (w *writer) columns(e *ensemble.Ensemble) {
	w.Text(",\n\"level_rule\":", document.Quote(e.LevelRule.String()), ",\"columns\":[")
	for f, c := range e.Columns {
		w.flag(",", f > 0)
		w.Text("\n{\"kind\":", document.Quote(c.Kind.String()))
		if c.Codes != nil && !(c.Names != nil && slices.Equal(c.Codes, upTo(len(c.Names)))) {
			w.list(",\"codes\":", len(c.Codes), func(i int) { w.Int(int(c.Codes[i])) })
		}
		w.strings(",\"names\":", c.Names)
		w.strings(",\"missing_words\":", c.MissingWords)
		w.flag(",\"others\":true", c.Others)
		if c.Dates != column.NoDates {
			w.Text(",\"dates\":", document.Quote(string(c.Dates)))
		}
		w.Text("}")
	}
	w.Text("]")
}

// sets are the splits of a tree that are on sets.
type sets struct {
	split, right []int32
	levels       [][]int32
}

func (s *sets) readLevels(r document.Reader) {
	for r.Array(); r.Next(); {
		s.levels = append(s.levels, document.Int32s(r, nil))
	}
}

// put gives the sets to their splits.
func (s *sets) put(r document.Reader, splits []ensemble.Split) {
	if len(s.right) != len(s.split) || len(s.levels) != len(s.split) {
		r.Fail("the lists of sets differ in length")
		return
	}
	for i, n := range s.split {
		if n < 0 || int(n) >= len(splits) || splits[n].Set != nil {
			r.Fail("set %d is for split %d, which is out of range or has one", i, n)
			return
		}
		splits[n].Set = &ensemble.Set{Levels: s.levels[i], Right: s.right[i] != 0}
	}
}

func (w *writer) sets(splits []ensemble.Split) {
	var with []int
	for n := range splits {
		if splits[n].Set != nil {
			with = append(with, n)
		}
	}
	if with == nil {
		return
	}
	w.list(",\"set\":", len(with), func(i int) { w.Int(with[i]) })
	w.list(",\"set_right\":", len(with), func(i int) {
		right := 0
		if splits[with[i]].Set.Right {
			right = 1
		}
		w.Int(right)
	})
	w.list(",\"set_levels\":", len(with), func(i int) {
		levels := splits[with[i]].Set.Levels
		w.List(len(levels), func(k int) { w.Int(int(levels[k])) })
	})
}
