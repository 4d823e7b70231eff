// Package formattest holds what the tests of all readers share.
package formattest

import (
	"bytes"
	"runtime"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// Read reads a file.
type Read func(file []byte) (*ensemble.Ensemble, error)

// Model returns the model of a file without faults.
func Model(t *testing.T, read Read, file []byte) *ensemble.Ensemble {
	t.Helper()
	e, err := read(file)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Survives feeds any bytes to a reader: it must not panic, nor take more memory than a small multiple
// of the file, and a model that it returns must be valid and predict.
func Survives(t *testing.T, file []byte, read Read) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	e, err := read(file)
	runtime.ReadMemStats(&after)
	if took, most := after.TotalAlloc-before.TotalAlloc, uint64(1<<20+200*len(file)); took > most {
		t.Fatalf("%d bytes allocated for a file of %d", took, len(file))
	}
	if err != nil {
		return
	}
	if err := e.Validate(); err != nil {
		t.Fatalf("the reader returned a model that is not valid: %v", err)
	}
	if e.Features <= 1000 {
		e.Margins(make([]float64, e.Features), make([]float64, e.Outputs))
	}
}

// Replacement damages a good file: the first text is replaced by the second, and the reader has to
// return an error that contains the third.
type Replacement [3]string

// Refuses makes the replacements one by one. It also cuts the file short at many places, each of which
// must be an error.
func Refuses(t *testing.T, file string, read Read, damage []Replacement) {
	if _, err := read([]byte(file)); err != nil {
		t.Fatalf("the undamaged file: %v", err)
	}
	for _, d := range damage {
		old, damaged, want := d[0], d[1], d[2]
		if !strings.Contains(file, old) {
			t.Fatalf("%q is not in the file:\n%s", old, file)
		}
		_, err := read([]byte(strings.Replace(file, old, damaged, 1)))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q instead of %q: error %v, want %q", damaged, old, err, want)
		}
	}
	end := len(strings.TrimRight(file, "\n"))
	for n := 0; n < end; n += 1 + end/500 {
		if _, err := read([]byte(file[:n])); err == nil {
			t.Fatalf("the first %d of %d bytes were taken for a model", n, len(file))
		}
	}
}

// Seeds returns small files of random ensembles.
func Seeds(t testing.TB, write func(out *bytes.Buffer, e *ensemble.Ensemble) error) (files [][]byte) {
	for _, name := range []string{"one tree", "classes", "forest", "float32"} {
		var out bytes.Buffer
		if err := write(&out, ensembletest.Random(seed.At(13), ensembletest.Shapes[name])); err != nil {
			t.Fatal(err)
		}
		files = append(files, out.Bytes())
	}
	return files
}
