package format_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/formattest"
)

func read(file []byte) (*ensemble.Ensemble, error) { return format.Read(bytes.NewReader(file)) }

// Models of other libraries with a few bits flipped, or cut short, are an
// error or a valid model, within bounded memory.
func TestDamagedFiles(t *testing.T) {
	folder := filepath.Join("testdata", "foreign")
	r := seed.At(30)
	for _, c := range foreignCases(t, folder) {
		packed, err := os.ReadFile(filepath.Join(folder, c.Model))
		if err != nil {
			t.Fatal(err)
		}
		z, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		plain, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			damaged := bytes.Clone(plain)
			for range 1 + r.IntN(3) {
				damaged[r.IntN(len(damaged))] ^= 1 << r.IntN(8)
			}
			formattest.Survives(t, damaged, read)
			if _, err := read(plain[:r.IntN(len(plain)/4)]); err == nil { // LightGBM ends in what is not needed
				t.Errorf("%s: a truncated file was taken for a model", c.Name)
			}
			damaged = bytes.Clone(packed)
			const head = 10 // of gzip, where some bits mean nothing
			damaged[head+r.IntN(len(damaged)-head)] ^= 1 << r.IntN(8)
			if _, err := read(damaged); err == nil {
				t.Errorf("%s: a damaged packed file was taken for a model", c.Name)
			}
		}
	}
}

// A tree of any depth is written and read without recursion.
func TestDeepTrees(t *testing.T) {
	const depth = 100_000
	e := &ensemble.Ensemble{
		Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}, Link: ensemble.Logistic,
		Trees: []ensemble.Tree{{Splits: make([]ensemble.Split, depth), Leaves: make([]float64, depth+1)}},
	}
	splits := e.Trees[0].Splits
	for n := range splits {
		splits[n] = ensemble.Split{Threshold: float64(-n), Left: int32(n + 1), Right: int32(^n)}
	}
	splits[depth-1].Left = ^depth
	e.Trees[0].Leaves[depth] = 7
	for _, kind := range format.Kinds {
		var file bytes.Buffer
		if err := (format.Writer{Round: true}).Write(&file, e, kind); err != nil {
			t.Fatal(err)
		}
		got, err := format.Read(&file)
		if err != nil {
			t.Fatal(err)
		}
		if d := got.Trees[0].Depth(); d != depth {
			t.Errorf("%s: depth %d, want %d", kind, d, depth)
		}
		margin := []float64{0}
		if got.Margins([]float64{-1e9}, margin); margin[0] != 7 {
			t.Errorf("%s: margin %v, want 7", kind, margin)
		}
	}
}

// FuzzRead tests how a format is recognised and unpacked; each reader has its own target, which also
// bounds memory.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"lgb4-tiny-steps.txt.gz", "skl-tree.json.gz", "xgb3.4-tiny-steps.json.gz"} {
		file, err := os.ReadFile(filepath.Join("testdata", "foreign", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(file)
	}
	for _, start := range []string{"", " [", "tree\r\n", `{"learner": {}`, `{"sklearn": ""`, "{L", "\x1f\x8b", "\x28\xb5\x2f\xfd", "\x80"} {
		f.Add([]byte(start))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		if e, err := read(file); err == nil {
			if err := e.Validate(); err != nil {
				t.Fatalf("the reader returned a model that is not valid: %v", err)
			}
		}
	})
}

// endless is a text that never ends.
type endless struct {
	start string
	read  int
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.start)
	e.start = e.start[n:]
	for i := range p[n:] {
		p[n+i] = 'a'
	}
	e.read += len(p)
	return len(p), nil
}

// A text or a line without an end is refused while it is read.
func TestEndlessTexts(t *testing.T) {
	for start, want := range map[string]string{
		`{"format":"hardwood-ensemble","version":1,"origin":{"source":"`:              "line 1, column ",
		`{"version":[1,7,0],"learner":{"`:                                             "a text of more than 16 MiB",
		"tree\nversion=v3\nnum_class=1\nfeature_names=":                               "line 4: longer than 64 MiB",
		"{L\x00\x00\x00\x00\x00\x00\x00\x07learner{L\x00\x00\x00\x00\x7f\x00\x00\x00": "length 2130706432 of a text",
	} {
		text := &endless{start: start}
		_, err := format.Read(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q...: %v", start, err)
		}
		if text.read > 80<<20 {
			t.Errorf("%q...: %d bytes were read", start, text.read)
		}
	}
}
