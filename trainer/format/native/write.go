package native

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/limit"
)

// Write writes a valid ensemble.
func Write(w io.Writer, e *ensemble.Ensemble) error {
	if err := e.Validate(); err != nil {
		return err
	}
	if e.Features > limit.Features || e.Classes > limit.Classes {
		return fmt.Errorf("model has %d features and %d classes, a file holds up to %d and %d", e.Features, e.Classes, limit.Features, limit.Classes)
	}
	out := writer{document.Writer{Writer: bufio.NewWriterSize(w, 64<<10)}}
	out.Text("{\"format\":", document.Quote(called), ",\"version\":", strconv.Itoa(versionOf(e)))
	out.int(",\n\"features\":", e.Features)
	out.int(",\"classes\":", e.Classes)
	out.int(",\"outputs\":", e.Outputs)
	out.floats(",\"base\":", e.Base)
	if e.Cutoff != 0 {
		out.Text(",\"cutoff\":")
		out.float(e.Cutoff)
	}
	out.flag(",\"average\":true", e.Average)
	out.flag(",\"by_probability\":true", e.ByProbability)
	out.Text(",\"input\":", document.Quote(e.Input.String()), ",\"sum\":", document.Quote(e.Sum.String()), ",\"link\":", document.Quote(e.Link.String()))
	if e.Columns != nil {
		out.columns(e)
	}
	out.schema(&e.Schema, versionOf(e))
	out.origin(&e.Origin)
	out.Text(",\n\"trees\":[")
	for i := range e.Trees {
		if i > 0 {
			out.Text(",")
		}
		if err := out.tree(&e.Trees[i]); err != nil {
			return fmt.Errorf("tree %d: %w", i, err)
		}
	}
	out.int("\n],\"trees_total\":", len(e.Trees))
	out.Text("}\n")
	return out.Flush()
}

// writer writes members of JSON objects, with the key.
type writer struct{ document.Writer }

func (w *writer) int(key string, v int) {
	w.Text(key)
	w.Int(v)
}

func (w *writer) flag(text string, on bool) {
	if on {
		w.Text(text)
	}
}

// float writes a number; infinities are written as numbers that overflow.
func (w *writer) float(v float64) {
	if math.IsInf(v, 0) {
		w.Text(map[bool]string{true: "1e+999", false: "-1e+999"}[v > 0])
		return
	}
	w.Float(v, 'g', 64)
}

func (w *writer) list(key string, n int, member func(i int)) {
	w.Text(key)
	w.List(n, member)
}

func (w *writer) floats(key string, values []float64) {
	w.list(key, len(values), func(i int) { w.float(values[i]) })
}

func (w *writer) strings(key string, values []string) {
	if values != nil {
		w.list(key, len(values), func(i int) { w.Text(document.Quote(values[i])) })
	}
}

func (w *writer) schema(s *ensemble.Schema, version int) {
	w.Text(",\n\"schema\":{\"width\":", strconv.Itoa(s.Width), ",\"height\":", strconv.Itoa(s.Height))
	w.strings(",\"features\":", s.Features)
	w.strings(",\"classes\":", s.Classes)
	if version > 1 && s.Label != "" {
		w.Text(",\"label\":", document.Quote(s.Label))
	}
	w.strings(",\"missing_words\":", s.MissingWords)
	w.flag(",\"absent_missing\":true", s.AbsentMissing)
	if s.Min != nil {
		w.floats(",\"min\":", s.Min)
		w.floats(",\"max\":", s.Max)
	}
	w.Text("}")
}

func (w *writer) origin(o *ensemble.Origin) {
	w.Text(",\n\"origin\":{\"source\":", document.Quote(o.Source), ",\"seed\":", document.Quote(strconv.FormatUint(o.Seed, 10)), ",\"data\":", document.Quote(o.Data))
	if o.Trainer != nil {
		names := slices.Sorted(maps.Keys(o.Trainer))
		w.Text(",\"trainer\":{")
		for i, name := range names {
			w.flag(",", i > 0)
			w.Text(document.Quote(name), ":", document.Quote(o.Trainer[name]))
		}
		w.Text("}")
	}
	w.Text("}")
}

func (w *writer) tree(t *ensemble.Tree) error {
	split, n := t.Splits, len(t.Splits)
	w.Text("\n{")
	w.int("\"output\":", t.Output)
	w.list(",\"feature\":", n, func(i int) { w.Int(int(split[i].Feature)) })
	w.list(",\"threshold\":", n, func(i int) { w.float(split[i].Threshold) })
	w.list(",\"left\":", n, func(i int) { w.Int(int(split[i].Left)) })
	w.list(",\"right\":", n, func(i int) { w.Int(int(split[i].Right)) })
	if slices.ContainsFunc(split, func(s ensemble.Split) bool { return s.DefaultLeft }) {
		w.list(",\"missing\":", n, func(i int) {
			left := 0
			if split[i].DefaultLeft {
				left = 1
			}
			w.Int(left)
		})
	}
	if at := slices.IndexFunc(split, func(s ensemble.Split) bool { return s.Gain != s.Gain || s.Cover != s.Cover }); at >= 0 {
		return fmt.Errorf("split %d has gain %v and cover %v", at, split[at].Gain, split[at].Cover)
	}
	if slices.ContainsFunc(split, func(s ensemble.Split) bool { return s.Gain != 0 }) {
		w.list(",\"gain\":", n, func(i int) { w.float(split[i].Gain) })
	}
	if slices.ContainsFunc(split, func(s ensemble.Split) bool { return s.Cover != 0 }) {
		w.list(",\"cover\":", n, func(i int) { w.float(split[i].Cover) })
	}
	w.sets(split)
	w.floats(",\"leaf\":", t.Leaves)
	w.Text("}")
	return nil
}
