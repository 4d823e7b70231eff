package native

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/limit"
)

// Read reads a model file and validates the ensemble.
func Read(in io.Reader) (*ensemble.Ensemble, error) {
	r := document.NewJSON(in)
	r.Strict = true
	f := file{r: r, e: new(ensemble.Ensemble), total: -1}
	for r.Object(); r.Next(); {
		f.field(r.Key())
	}
	if err := r.End(); err != nil {
		if f.inTrees {
			return nil, fmt.Errorf("tree %d: %w", len(f.e.Trees), err)
		}
		return nil, err
	}
	switch {
	case f.version == 0:
		return nil, errors.New("no version in the file")
	case f.total != int64(len(f.e.Trees)):
		return nil, fmt.Errorf("file says %d trees and has %d", f.total, len(f.e.Trees))
	}
	return f.e, f.e.Validate()
}

// file is a file being read.
type file struct {
	r       document.Reader
	e       *ensemble.Ensemble
	version int64
	total   int64
	inTrees bool
}

func (f *file) field(key string) {
	r, e := f.r, f.e
	switch key {
	case "format":
		if name := r.String(); r.Err() == nil && name != called {
			r.Fail("format is %q, not %q", name, called)
		}
	case "version":
		f.version = r.Int()
		if f.version > newest {
			r.Fail("the file has version %d of the format, this program reads up to %d: use a newer hardwood", f.version, newest)
		} else if f.version < 1 {
			r.Fail("the file has version %d of the format", f.version)
		}
	case "features":
		e.Features = f.count(limit.Features)
	case "classes":
		e.Classes = f.count(limit.Classes)
	case "outputs":
		e.Outputs = f.count(limit.Classes)
	case "base":
		e.Base = document.Float64s(r, nil)
	case "cutoff":
		e.Cutoff = r.Float64()
	case "average":
		e.Average = r.Int() != 0
	case "by_probability":
		e.ByProbability = r.Int() != 0
	case "input":
		e.Input = oneOf(f, ensemble.Float64, ensemble.Float32)
	case "sum":
		e.Sum = oneOf(f, ensemble.Float64, ensemble.Float32)
	case "link":
		e.Link = oneOf(f, ensemble.Identity, ensemble.Logistic, ensemble.Softmax, ensemble.Vote)
	case "level_rule":
		f.since(2)
		e.LevelRule = oneOf(f, ensemble.Listed, ensemble.Truncated, ensemble.Positive, ensemble.Byte)
	case "columns":
		e.Columns = f.columns()
	case "schema":
		f.schema(&e.Schema)
	case "origin":
		f.origin(&e.Origin)
	case "trees":
		f.inTrees = true
		for r.Array(); r.Next(); {
			f.tree()
		}
		f.inTrees = r.Err() != nil
	case "trees_total":
		f.total = r.Int()
	default:
		f.unknown(key)
	}
}

func (f *file) unknown(key string) { f.r.Fail("unknown field %q", key) }

func (f *file) count(largest int64) int {
	n := f.r.Int()
	if n < 0 || n > largest {
		f.r.Fail("%s is %d, not a number from 0 to %d", f.r.Key(), n, largest)
	}
	return int(n)
}

// oneOf reads the name of one of the values. After an error it returns the first.
func oneOf[T fmt.Stringer](f *file, values ...T) T {
	key, name := f.r.Key(), f.r.String()
	at := slices.IndexFunc(values, func(v T) bool { return v.String() == name })
	if at < 0 {
		f.r.Fail("%s is %q, not one of %v", key, name, values)
	}
	return values[max(at, 0)]
}

func (f *file) schema(s *ensemble.Schema) {
	r := f.r
	for r.Object(); r.Next(); {
		switch r.Key() {
		case "features":
			s.Features = document.Strings(r, nil)
		case "classes":
			s.Classes = document.Strings(r, nil)
		case "label":
			f.since(2)
			s.Label = r.String()
		case "missing_words":
			f.since(2)
			s.MissingWords = document.Strings(r, nil)
		case "absent_missing":
			f.since(4)
			s.AbsentMissing = r.Int() != 0
		case "min":
			s.Min = document.Float64s(r, nil)
		case "max":
			s.Max = document.Float64s(r, nil)
		case "width":
			s.Width = f.count(limit.Features)
		case "height":
			s.Height = f.count(limit.Features)
		default:
			f.unknown(r.Key())
		}
	}
}

func (f *file) origin(o *ensemble.Origin) {
	r := f.r
	for r.Object(); r.Next(); {
		switch r.Key() {
		case "source":
			o.Source = r.String()
		case "trainer":
			o.Trainer = make(map[string]string)
			for r.Object(); r.Next(); {
				key := r.Key()
				o.Trainer[key] = r.String()
			}
		case "seed":
			text := r.String()
			seed, err := strconv.ParseUint(text, 10, 64)
			if err != nil {
				r.Fail("seed is %q", text)
			}
			o.Seed = seed
		case "data":
			o.Data = r.String()
		default:
			f.unknown(r.Key())
		}
	}
}

// tree reads a tree.
func (f *file) tree() {
	r := f.r
	var t ensemble.Tree
	var sets sets
	var l splitLists
	for r.Object(); r.Next(); {
		n := len(l.feature)
		switch r.Key() {
		case "output":
			t.Output = int(r.Int())
		case "feature":
			l.feature = document.Int32s(r, nil)
		case "threshold":
			l.threshold = document.Float64s(r, make([]float64, 0, n))
		case "left":
			l.left = document.Int32s(r, make([]int32, 0, n))
		case "right":
			l.right = document.Int32s(r, make([]int32, 0, n))
		case "missing":
			l.missing = document.Int32s(r, make([]int32, 0, n))
		case "gain":
			l.gain = document.Float64s(r, make([]float64, 0, n))
		case "cover":
			l.cover = document.Float64s(r, make([]float64, 0, n))
		case "set":
			sets.split = document.Int32s(r, nil)
		case "set_right":
			sets.right = document.Int32s(r, nil)
		case "set_levels":
			sets.readLevels(r)
		case "leaf":
			t.Leaves = document.Float64s(r, make([]float64, 0, n+1))
		default:
			f.unknown(r.Key())
		}
	}
	if t.Splits = l.splits(r); r.Err() != nil {
		return
	}
	sets.put(r, t.Splits)
	f.e.Trees = append(f.e.Trees, t)
}

// splitLists are the lists of a tree's splits, which must have as many entries as there are
// thresholds; the last three may be left out.
type splitLists struct {
	feature, left, right []int32
	threshold            []float64
	missing              []int32
	gain, cover          []float64
}

// splits returns the splits, nil if there are none or lists are wrong.
func (l *splitLists) splits(r document.Reader) []ensemble.Split {
	n := len(l.threshold)
	if len(l.feature) != n || len(l.left) != n || len(l.right) != n ||
		l.missing != nil && len(l.missing) != n || l.gain != nil && len(l.gain) != n || l.cover != nil && len(l.cover) != n {
		r.Fail("the lists of splits differ in length")
	}
	if r.Err() != nil || n == 0 {
		return nil
	}
	splits := make([]ensemble.Split, n)
	for i := range splits {
		s := ensemble.Split{Feature: ensemble.Feature(l.feature[i]), Left: l.left[i], Right: l.right[i], Threshold: l.threshold[i]}
		s.DefaultLeft = l.missing != nil && l.missing[i] != 0
		if l.gain != nil {
			s.Gain = l.gain[i]
		}
		if l.cover != nil {
			s.Cover = l.cover[i]
		}
		splits[i] = s
	}
	return splits
}
