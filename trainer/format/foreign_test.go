package format_test

import (
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// foreignCase is a model of another library with the library's predictions, see testdata/models.py.
type foreignCase struct {
	Name, Model                    string
	Rows, Features, Outputs, Trees int
}

// answers are rows and what a library predicts for them.
type answers struct {
	x, margins      []float64
	classes, leaves []int32
}

func foreignCases(t testing.TB, folder string) (cases []foreignCase) {
	list, err := os.ReadFile(filepath.Join(folder, "cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(list, &cases); err != nil {
		t.Fatal(err)
	}
	return cases
}

func (c *foreignCase) answers(t testing.TB, folder string) answers {
	path := filepath.Join(folder, c.Name+".expect")
	file, err := os.Open(path)
	var r io.Reader = file
	if errors.Is(err, fs.ErrNotExist) {
		if file, err = os.Open(path + ".gz"); err == nil {
			r, err = gzip.NewReader(file)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	a := answers{
		x: make([]float64, c.Rows*c.Features), margins: make([]float64, c.Rows*c.Outputs),
		classes: make([]int32, c.Rows), leaves: make([]int32, c.Rows*c.Trees),
	}
	for _, part := range []any{a.x, a.margins, a.classes, a.leaves} {
		if err := binary.Read(r, binary.LittleEndian, part); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

// differences counts the rows on which e and the original library differ in class, margins or leaves.
func (c *foreignCase) differences(e *ensemble.Ensemble, a answers) (classes, margins, leaves int) {
	x, out := make([]float64, c.Features), make([]float64, c.Outputs)
	for i := range c.Rows {
		e.Round(x, a.x[i*c.Features:(i+1)*c.Features])
		e.Margins(x, out)
		if e.ClassOf(out) != int(a.classes[i]) {
			classes++
		}
		for k, m := range out {
			if math.Float64bits(m+0) != math.Float64bits(a.margins[i*c.Outputs+k]+0) {
				margins++
			}
		}
		for t := range c.Trees {
			if e.Trees[t].Leaf(x) != int(a.leaves[i*c.Trees+t]) {
				leaves++
			}
		}
	}
	return
}

// Predictions are those of the original library: on the small models in
// testdata, and on those that make check-foreign makes.
func TestForeignPredictions(t *testing.T) {
	folder := os.Getenv("HARDWOOD_FOREIGN")
	if folder == "" {
		folder = filepath.Join("testdata", "foreign")
	}
	rows, models, ofLevels, levelModels := 0, 0, 0, 0
	for _, c := range foreignCases(t, folder) {
		t.Run(c.Name, func(t *testing.T) {
			e, err := format.ReadFile(filepath.Join(folder, c.Model))
			if err != nil {
				t.Fatal(err)
			}
			if e.Outputs != c.Outputs || e.Features != c.Features {
				t.Fatalf("%d features and %d outputs, want %d and %d", e.Features, e.Outputs, c.Features, c.Outputs)
			}
			classes, margins, leaves := c.differences(e, c.answers(t, folder))
			t.Logf("%-22s %-20s %4d trees %7d rows %3d classes differ %3d margins %3d leaves", c.Name, e.Origin.Source, len(e.Trees), c.Rows, classes, margins, leaves)
			if classes+margins+leaves > 0 {
				t.Fail()
			}
			rows, models = rows+c.Rows, models+1
			if e.SplitsOnSets() {
				ofLevels, levelModels = ofLevels+c.Rows, levelModels+1
			}
		})
	}
	t.Logf("%d rows over %d models; %d of them over %d models with categories", rows, models, ofLevels, levelModels)
}
