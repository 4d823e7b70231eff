package native

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/limit"
)

var (
	precisionNames = []string{ensemble.Float64: "float64", ensemble.Float32: "float32"}
	linkNames      = []string{ensemble.Identity: "identity", ensemble.Logistic: "logistic", ensemble.Softmax: "softmax", ensemble.Vote: "vote"}
)

// Write writes a valid ensemble.
func Write(w io.Writer, e *ensemble.Ensemble) error {
	if err := e.Validate(); err != nil {
		return err
	}
	if e.Features > limit.Features || e.Classes > limit.Classes {
		return fmt.Errorf("model has %d features and %d classes, a file holds up to %d and %d", e.Features, e.Classes, limit.Features, limit.Classes)
	}
	out := writer{Writer: bufio.NewWriterSize(w, 64<<10)}
	out.text("{\"format\":", quote(Name), ",\"version\":", strconv.Itoa(Version))
	out.int(",\n\"features\":", e.Features)
	out.int(",\"classes\":", e.Classes)
	out.int(",\"outputs\":", e.Outputs)
	out.floats(",\"base\":", e.Base)
	if e.Cutoff != 0 {
		out.text(",\"cutoff\":")
		out.float(e.Cutoff)
	}
	out.flag(",\"average\":true", e.Average)
	out.flag(",\"by_probability\":true", e.ByProbability)
	out.text(",\"input\":", quote(precisionNames[e.Input]), ",\"sum\":", quote(precisionNames[e.Sum]), ",\"link\":", quote(linkNames[e.Link]))
	out.schema(&e.Schema)
	out.origin(&e.Origin)
	out.text(",\n\"trees\":[")
	for i := range e.Trees {
		if i > 0 {
			out.text(",")
		}
		if err := out.tree(&e.Trees[i]); err != nil {
			return fmt.Errorf("tree %d: %w", i, err)
		}
	}
	out.int("\n],\"trees_total\":", len(e.Trees))
	out.text("}\n")
	return out.Flush()
}

// writer writes pieces of JSON. The bufio.Writer keeps the first error.
type writer struct {
	*bufio.Writer
	scratch []byte
}

func (w *writer) text(parts ...string) {
	for _, s := range parts {
		w.WriteString(s)
	}
}

func (w *writer) int(key string, v int) {
	w.text(key)
	w.Write(strconv.AppendInt(w.scratch[:0], int64(v), 10))
}

func (w *writer) flag(text string, on bool) {
	if on {
		w.text(text)
	}
}

func (w *writer) float(v float64) {
	if math.IsInf(v, 0) {
		v = math.Copysign(1e308, v)
		w.scratch = strconv.AppendFloat(w.scratch[:0], v, 'e', 0, 64)
		w.scratch = append(w.scratch[:len(w.scratch)-3], "999"...)
	} else {
		w.scratch = strconv.AppendFloat(w.scratch[:0], v, 'g', -1, 64)
	}
	w.Write(w.scratch)
}

// list writes a list of n members.
func (w *writer) list(key string, n int, member func(i int)) {
	w.text(key, "[")
	for i := range n {
		if i > 0 {
			w.WriteByte(',')
		}
		member(i)
	}
	w.text("]")
}

func (w *writer) floats(key string, values []float64) {
	w.list(key, len(values), func(i int) { w.float(values[i]) })
}

func (w *writer) strings(key string, values []string) {
	if values != nil {
		w.list(key, len(values), func(i int) { w.text(quote(values[i])) })
	}
}

func (w *writer) schema(s *ensemble.Schema) {
	w.text(",\n\"schema\":{\"width\":", strconv.Itoa(s.Width), ",\"height\":", strconv.Itoa(s.Height))
	w.strings(",\"features\":", s.Features)
	w.strings(",\"classes\":", s.Classes)
	if s.Min != nil {
		w.floats(",\"min\":", s.Min)
		w.floats(",\"max\":", s.Max)
	}
	w.text("}")
}

func (w *writer) origin(o *ensemble.Origin) {
	w.text(",\n\"origin\":{\"source\":", quote(o.Source), ",\"seed\":", quote(strconv.FormatUint(o.Seed, 10)), ",\"data\":", quote(o.Data))
	if o.Trainer != nil {
		names := slices.Sorted(maps.Keys(o.Trainer))
		w.text(",\"trainer\":{")
		for i, name := range names {
			w.flag(",", i > 0)
			w.text(quote(name), ":", quote(o.Trainer[name]))
		}
		w.text("}")
	}
	w.text("}")
}

func (w *writer) tree(t *ensemble.Tree) error {
	split, n := t.Splits, len(t.Splits)
	w.text("\n{")
	w.int("\"output\":", t.Output)
	w.list(",\"feature\":", n, func(i int) { w.int("", int(split[i].Feature)) })
	w.list(",\"threshold\":", n, func(i int) { w.float(split[i].Threshold) })
	w.list(",\"left\":", n, func(i int) { w.int("", int(split[i].Left)) })
	w.list(",\"right\":", n, func(i int) { w.int("", int(split[i].Right)) })
	if slices.ContainsFunc(split, func(s ensemble.Split) bool { return s.DefaultLeft }) {
		w.list(",\"missing\":", n, func(i int) {
			left := 0
			if split[i].DefaultLeft {
				left = 1
			}
			w.int("", left)
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
	w.floats(",\"leaf\":", t.Leaves)
	w.text("}")
	return nil
}

// quote returns a JSON text. Bytes that are not UTF-8 become U+FFFD.
func quote(s string) string {
	q, _ := json.Marshal(strings.ToValidUTF8(s, "\uFFFD")) // a string always has one
	return string(q)
}
