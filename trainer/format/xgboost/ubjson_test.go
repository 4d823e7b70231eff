package xgboost_test

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/formattest"
	"github.com/hardwood-ml/hardwood/trainer/format/xgboost"
)

// ubjson turns JSON into the UBJSON that XGBoost would write.
func ubjson(text string) []byte {
	out := ubWriter{}
	out.value(document.NewJSON(strings.NewReader(text)))
	return out.Bytes()
}

type ubWriter struct{ bytes.Buffer }

func (w *ubWriter) length(n int) { w.number('L', int64(n)) }

func (w *ubWriter) number(kind byte, v any) {
	w.WriteByte(kind)
	binary.Write(w, binary.BigEndian, v) // to memory: no error
}

func (w *ubWriter) value(r document.Reader) {
	switch r.Kind() {
	case document.Object:
		w.WriteByte('{')
		for r.Object(); r.Next(); {
			w.length(len(r.Key()))
			w.WriteString(r.Key())
			w.value(r)
		}
		w.WriteByte('}')
	case document.Array:
		w.WriteByte('[')
		for r.Array(); r.Next(); {
			w.value(r)
		}
		w.WriteByte(']')
	case document.String:
		s := r.String()
		w.WriteByte('S')
		w.length(len(s))
		w.WriteString(s)
	default:
		text := r.Digits()
		if v, err := strconv.ParseInt(text, 10, 64); err == nil {
			w.number('L', v)
		} else if v, err := strconv.ParseFloat(text, 32); err == nil {
			w.number('d', float32(v))
		}
	}
}

func TestUBJSONIsJSON(t *testing.T) {
	want := formattest.Model(t, read, []byte(small))
	file := ubjson(small)
	got, err := xgboost.ReadUBJSON(bytes.NewReader(file), func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	for n := range len(file) {
		if _, err := xgboost.ReadUBJSON(bytes.NewReader(file[:n]), func(string) {}); err == nil {
			t.Fatalf("the first %d of %d bytes were taken for a model", n, len(file))
		}
	}
}
