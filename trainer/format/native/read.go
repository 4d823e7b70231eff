package native

import (
	"errors"
	"fmt"
	"io"
	"math"
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

// tree reads a tree. Every list of splits must have as many entries as there are thresholds.
func (f *file) tree() {
	r := f.r
	var t ensemble.Tree
	var sets sets
	var feature, left, right, missing []int32
	var threshold, gain, cover []float64
	for r.Object(); r.Next(); {
		switch r.Key() {
		case "output":
			t.Output = int(r.Int())
		case "feature":
			feature = document.Int32s(r, nil)
		case "threshold":
			threshold = document.Float64s(r, make([]float64, 0, len(feature)))
		case "left":
			left = document.Int32s(r, make([]int32, 0, len(feature)))
		case "right":
			right = document.Int32s(r, make([]int32, 0, len(feature)))
		case "missing":
			missing = document.Int32s(r, make([]int32, 0, len(feature)))
		case "gain":
			gain = document.Float64s(r, make([]float64, 0, len(feature)))
		case "cover":
			cover = document.Float64s(r, make([]float64, 0, len(feature)))
		case "set":
			sets.split = document.Int32s(r, nil)
		case "set_right":
			sets.right = document.Int32s(r, nil)
		case "set_levels":
			sets.readLevels(r)
		case "leaf":
			t.Leaves = document.Float64s(r, make([]float64, 0, len(feature)+1))
		default:
			f.unknown(r.Key())
		}
	}
	n := len(threshold)
	if len(feature) != n || len(left) != n || len(right) != n ||
		missing != nil && len(missing) != n || gain != nil && len(gain) != n || cover != nil && len(cover) != n {
		r.Fail("the lists of splits differ in length")
	}
	if r.Err() != nil {
		return
	}
	if at := slices.Index(threshold, math.Inf(-1)); at >= 0 {
		r.Fail("node %d has threshold -Inf", at)
		return
	}
	if n > 0 {
		t.Splits = make([]ensemble.Split, n)
	}
	for i := range t.Splits {
		s := ensemble.Split{Feature: ensemble.Feature(feature[i]), Left: left[i], Right: right[i], Threshold: threshold[i]}
		s.DefaultLeft = missing != nil && missing[i] != 0
		if gain != nil {
			s.Gain = gain[i]
		}
		if cover != nil {
			s.Cover = cover[i]
		}
		t.Splits[i] = s
	}
	sets.put(r, t.Splits)
	f.e.Trees = append(f.e.Trees, t)
}
