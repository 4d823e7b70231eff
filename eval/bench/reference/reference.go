// Package reference loads the public models, rows and per-example results that attacks are compared
// with. They are not part of the repository but in ../shared; callers skip if that is absent.
package reference

import (
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
	"github.com/hardwood-ml/hardwood/trainer/format/xgboost"
)

// Model is a public model, and where the rows to attack are.
type Model struct {
	Name string
	Dump bool // only its text dump exists

	file string         // file of the rows
	base data.IndexBase // index base of LIBSVM rows
}

// Models are all models with reference results.
var Models = []Model{
	{Name: "breast_cancer_gbdt", file: "breast-cancer.test.libsvm.gz", base: data.FromOne},
	{Name: "diabetes_gbdt", file: "diabetes.test.libsvm.gz", base: data.FromOne},
	{Name: "ijcnn_gbdt", file: "ijcnn1.test.libsvm.gz", base: data.FromOne},
	{Name: "higgs_gbdt", file: "HIGGS-46k.test.libsvm.gz", base: data.FromOne},
	{Name: "covtype_gbdt", file: "covtype-93k.test.libsvm.gz", base: data.FromOne},
	{Name: "mnist26_gbdt", file: "mnist.t10k-images-idx3-ubyte.gz"},
	{Name: "mnist_gbdt", file: "mnist.t10k-images-idx3-ubyte.gz"},
	{Name: "breast_cancer_rf", Dump: true, file: "lt-attack-500/breast_cancer_scale0.test.gz", base: data.FromZero},
	{Name: "breast_cancer_robust0008", Dump: true, file: "lt-attack-500/breast_cancer_scale0.test.gz", base: data.FromZero},
	{Name: "diabetes_rf", Dump: true, file: "lt-attack-500/diabetes_scale0.test.gz", base: data.FromZero},
	{Name: "ijcnn_rf", Dump: true, file: "lt-attack-500/ijcnn1s0.t.gz", base: data.FromZero},
	{Name: "webspam_rf", Dump: true, file: "lt-attack-500/webspam_wc_normalized_unigram.svm0.test.gz", base: data.FromZero},
	{Name: "higgs_rf", Dump: true, file: "lt-attack-500/HIGGS_s.test0.gz", base: data.FromZero},
	{Name: "higgs_robust0050", Dump: true, file: "lt-attack-500/HIGGS_s.test0.gz", base: data.FromZero},
}

// Case is a victim with its reference results.
type Case struct {
	attack.Victim
	Paper    float64 // distance found by the paper's own program, 20 starts
	PaperCPU float64 // CPU seconds of that program
	Optimum  float64 // proved minimal distance, NaN without a proof
}

// Suite is a model with its cases for one norm.
type Suite struct {
	Ensemble *ensemble.Ensemble // as its file has it: that of Problem reads float64
	Problem  *attack.Problem
	Cases    []Case
}

// Load reads a model and at most rows of its cases (0 for all) from dir.
func Load(dir string, m Model, norm attack.Norm, rows int) (*Suite, error) {
	name, suffix := m.Name, ".json.gz"
	if m.Dump {
		suffix = ".dump.json.gz"
	}
	cases, err := readCases(filepath.Join(dir, "reference", fmt.Sprintf("%s.%v.csv", name, norm)), rows)
	if err != nil {
		return nil, err
	}
	last := 0
	for _, c := range cases {
		last = max(last, c.Row)
	}
	path := filepath.Join(dir, "datasets", m.file)
	reader := format.Reader{}
	if m.Dump { // a dump does not give the number of features: take that of the table
		all, err := data.Read(context.Background(), path, data.Options{IndexBase: m.base})
		if err != nil {
			return nil, err
		}
		reader.Dump = xgboost.Dump{Features: all.Cols}
	}
	e, err := reader.ReadFile(filepath.Join(dir, "models", name+suffix))
	if err != nil {
		return nil, err
	}
	table, err := data.Read(context.Background(), path, data.Options{IndexBase: m.base, Cols: e.Features, MaxRows: last + 1})
	if err != nil {
		return nil, err
	}
	if m.base == data.AnyBase {
		for i := range table.X {
			table.X[i] /= 255
		}
	}
	p, err := attack.NewProblem(e, norm)
	if err != nil {
		return nil, err
	}
	for i := range cases {
		cases[i].X = table.Row(cases[i].Row)
		if got := e.Class(cases[i].X); got != cases[i].Label {
			return nil, fmt.Errorf("%s: row %d is predicted as %d, the results say %d", name, cases[i].Row, got, cases[i].Label)
		}
	}
	return &Suite{Ensemble: e, Problem: p, Cases: cases}, nil
}

func readCases(path string, rows int) ([]Case, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	column := map[string]int{}
	for i, name := range lines[0] {
		column[name] = i
	}
	var cases []Case
	for i, line := range lines[1:] {
		if rows > 0 && i == rows {
			break
		}
		number := func(name string) float64 {
			at, ok := column[name]
			if !ok || strings.TrimSpace(line[at]) == "" {
				return math.NaN()
			}
			v, parse := strconv.ParseFloat(line[at], 64)
			if parse != nil && err == nil {
				err = fmt.Errorf("%s: line %d: %w", path, i+2, parse)
			}
			return v
		}
		cases = append(cases, Case{
			Victim: attack.Victim{Row: int(number("row")), Label: int(number("label"))},
			Paper:  number("r_ref"), PaperCPU: number("ref_cpu_s"),
			Optimum: number("r_exact"),
		})
	}
	return cases, err
}
