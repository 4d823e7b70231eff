package document_test

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
)

// tree reads a value of any kind as encoding/json would decode it.
func tree(r document.Reader) any {
	switch r.Kind() {
	case document.Object:
		v := map[string]any{}
		for r.Object(); r.Next(); {
			key := r.Key()
			v[key] = tree(r)
		}
		return v
	case document.Array:
		v := []any{}
		for r.Array(); r.Next(); {
			v = append(v, tree(r))
		}
		return v
	case document.String:
		return r.String()
	case document.Number:
		return r.Float64()
	case document.Bool:
		return r.Int() == 1
	default:
		r.Skip()
		return nil
	}
}

const sample = `{"a": [1, -2.5e-3, 1e400, true, false, null], "empty": {}, "none": [],
 "text": "q\" b\\ s\/ \b\f\n\r\t \u00e9 \ud83d\ude00 é", "deep": [[[{"x": [1]}]]]}`

func TestJSONReadsWhatEncodingJSONReads(t *testing.T) {
	text := strings.Replace(sample, "1e400", "1e300", 1)
	var want any
	if err := json.Unmarshal([]byte(text), &want); err != nil {
		t.Fatal(err)
	}
	for name, src := range map[string]io.Reader{
		"whole": strings.NewReader(text), "byte by byte": iotest.OneByteReader(strings.NewReader(text)),
	} {
		r := document.NewJSON(src)
		got := tree(r)
		if err := r.End(); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func TestJSONExtras(t *testing.T) {
	r := document.NewJSON(strings.NewReader(`[NaN, Infinity, -Infinity, 1e999, 0.1]`))
	got := document.Float64s(r, nil)
	if err := r.End(); err != nil {
		t.Fatal(err)
	}
	if !math.IsNaN(got[0]) || !cmp.Equal(got[1:], []float64{math.Inf(1), math.Inf(-1), math.Inf(1), 0.1}) {
		t.Errorf("got %v", got)
	}
	r = document.NewJSON(strings.NewReader(`[16777217, 0.1, 1e-50]`)) // rounded once, not twice
	if got := document.Float32s(r, nil); !cmp.Equal(got, []float32{16777216, 0.1, 0}) {
		t.Errorf("got %v", got)
	}
}

func TestJSONErrorsHavePlaces(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    "line 1, column 1: the file ends where a value should be",
		"{\"a\": 1,\n  \"b\"}":                "line 2, column 6: unexpected '}' where a colon should be",
		"[1, 2":                               "the file ends where a comma or the end of a list should be: it is truncated",
		"[1, 2] 3":                            "line 1, column 8: unexpected '3' after the end",
		"[1,]":                                "unexpected ']' where a value should be",
		"{1: 2}":                              "unexpected '1' where a key should be",
		"[tru]":                               "unexpected 't' where true, false or null should be",
		"[1-2]":                               `"1-2" is not a number`,
		"[\"a\nb\"]":                          "line break inside a text",
		"[\"ab":                               "the file ends inside a text: it is truncated",
		"[\"\\x\"]":                           `unknown escape \x`,
		"[\"\\u12\"]":                         "without four hexadecimal digits",
		"[1\x00]":                             "unexpected zero byte",
		"[" + strings.Repeat("1", 2000) + "]": "number of more than 1024 characters",
	} {
		r := document.NewJSON(strings.NewReader(text))
		tree(r)
		if err := r.End(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: error %v, want %q", text, err, want)
		}
	}
}

// A million brackets cost no recursion: skipping them must neither overflow the stack nor take more
// than a little memory per level.
func TestDeepNesting(t *testing.T) {
	text := strings.Repeat("[", 1e6)
	r := document.NewJSON(strings.NewReader(text + strings.Repeat("]", 1e6)))
	r.Skip()
	if err := r.End(); err != nil {
		t.Error(err)
	}
	u := document.NewUBJSON(strings.NewReader(text))
	u.Skip()
	if err := u.End(); err == nil || !strings.Contains(err.Error(), "nested more than 1000 deep") {
		t.Errorf("UBJSON: %v", err)
	}
}

func TestUBJSON(t *testing.T) {
	file := "{i\x01a[$l#U\x02\x00\x00\x00\x07\xff\xff\xff\xff" + // counted and typed
		"U\x01b[#i\x02d\x3f\x00\x00\x00D\x3f\xb9\x99\x99\x99\x99\x99\x9a" + // counted
		"i\x01c[I\x01\x00NTFZ]" + // open, with a no-op
		"i\x01d{#i\x01i\x01xSi\x03abc" + // counted object
		"i\x01eCz}"
	r := document.NewUBJSON(strings.NewReader(file))
	got := tree(r)
	if err := r.End(); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"a": []any{7.0, -1.0}, "b": []any{0.5, 0.1}, "c": []any{256.0, true, false, nil},
		"d": map[string]any{"x": "abc"}, "e": "z",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	for n := range len(file) {
		r := document.NewUBJSON(strings.NewReader(file[:n]))
		tree(r)
		if err := r.End(); err == nil || !strings.Contains(err.Error(), "truncated") {
			t.Errorf("the first %d bytes: error %v", n, err)
		}
	}
}

func TestUBJSONRefuses(t *testing.T) {
	for file, want := range map[string]string{
		"[$Z#L\x0f\xff\xff\xff\xff\xff\xff\xff": "list of type 'Z'",
		"[#i\xff":                               "length -1",
		"[#S":                                   "a value of type 'S' where a whole number should be",
		"[$d]":                                  "type of a list without its length",
		"SL\x0f\xff\xff\xff\xff\xff\xff\xffabc": "length 1152921504606846975 of a text",
		"Sl\x00\xff\xff\xffabc":                 "truncated",
		"?":                                     "byte 1: unknown type '?'",
		"T!":                                    "unexpected byte 0x21 after the end",
	} {
		r := document.NewUBJSON(strings.NewReader(file))
		tree(r)
		if err := r.End(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", file, err, want)
		}
	}
}

// Whatever encoding/json accepts we accept, with the same values; beyond that only lenient numbers and
// control characters are allowed.
func FuzzJSON(f *testing.F) {
	f.Add([]byte(sample))
	f.Add([]byte(`[NaN, -Infinity, 01, "\ud800"]`))
	f.Fuzz(func(t *testing.T, file []byte) {
		r := document.NewJSON(bytes.NewReader(file))
		skipped := document.NewJSON(bytes.NewReader(file))
		skipped.Skip()
		if !json.Valid(file) {
			tree(r)
			return
		}
		if err := skipped.End(); err != nil && !strings.Contains(err.Error(), "number of more than") {
			t.Fatalf("skipping: %v", err)
		}
		d := json.NewDecoder(bytes.NewReader(file))
		var want any
		if d.Decode(&want) != nil {
			return // a number out of range
		}
		got := tree(r)
		if err := r.End(); err != nil {
			if strings.Contains(err.Error(), "number of more than") {
				return
			}
			t.Fatal(err)
		}
		if bytes.ContainsRune(file, '\ufffd') || strings.Contains(string(file), `\u`) || !validUTF8(file) {
			return // what is broken in a text is replaced in other ways
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatal(d)
		}
	})
}

func validUTF8(b []byte) bool { return bytes.Equal(bytes.ToValidUTF8(b, nil), b) }

func FuzzUBJSON(f *testing.F) {
	f.Add([]byte("{i\x01a[$l#U\x02\x00\x00\x00\x07\xff\xff\xff\xffi\x01c[I\x01\x00NTFZ]i\x01d{#i\x01i\x01xSi\x03abc}"))
	f.Fuzz(func(t *testing.T, file []byte) {
		r, skipped := document.NewUBJSON(bytes.NewReader(file)), document.NewUBJSON(bytes.NewReader(file))
		tree(r)
		skipped.Skip()
		if a, b := r.End(), skipped.End(); (a == nil) != (b == nil) {
			t.Fatalf("reading: %v, skipping: %v", a, b)
		}
	})
}

// TestDigits: whole numbers keep the digits that float64 loses, others have their shortest text.
func TestDigits(t *testing.T) {
	packed := []byte("[L\x00\x20\x00\x00\x00\x00\x00\x01i\xf9d\x3f\xc0\x00\x00]") // 2^53+1, -7, 1.5
	for want, r := range map[string]document.Reader{
		"9007199254740993 -7 1.5 1000": document.NewJSON(strings.NewReader(`[9007199254740993, -7, 1.50, 1E3]`)),
		"9007199254740993 -7 1.5":      document.NewUBJSON(bytes.NewReader(packed)),
	} {
		var got []string
		for r.Array(); r.Next(); {
			got = append(got, r.Digits())
		}
		if err := r.End(); err != nil || strings.Join(got, " ") != want {
			t.Errorf("got %q, %v, want %s", got, err, want)
		}
	}
	r := document.NewJSON(strings.NewReader(`[1.2.3]`))
	for r.Array(); r.Next(); {
		r.Digits()
	}
	if r.Err() == nil {
		t.Error("1.2.3 was taken for a number")
	}
}
