package sklearn_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/trainer/format/internal/formattest"
	"github.com/hardwood-ml/hardwood/trainer/format/sklearn"
)

// withSklearn returns a Python that has scikit-learn, and skips the test where there is none.
func withSklearn(t *testing.T) string {
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import sklearn").Run() == nil {
			return python
		}
	}
	t.Skip("needs Python with scikit-learn")
	return ""
}

// Two encoders of one column may list its levels in different orders.
func TestExporterOfTwoOrders(t *testing.T) {
	python := withSklearn(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "sklearn_exporter.py"), []byte(sklearn.Exporter), 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(python, "-c", `
from sklearn.compose import ColumnTransformer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OrdinalEncoder
from sklearn.tree import DecisionTreeClassifier
from sklearn_exporter import export
X, y = [["a"], ["b"], ["c"], ["d"]], ["p", "q", "q", "p"]
both = ColumnTransformer([("1", OrdinalEncoder(categories=[["a", "b", "c", "d"]]), [0]), ("2", OrdinalEncoder(categories=[["c", "b", "d", "a"]]), [0])])
export(make_pipeline(both, DecisionTreeClassifier(random_state=0)).fit(X, y), "model.json")`)
	c.Dir = dir
	if said, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	file, err := os.ReadFile(filepath.Join(dir, "model.json"))
	if err != nil {
		t.Fatal(err)
	}
	e := formattest.Model(t, read, file)
	for code, want := range []int{0, 1, 1, 0} {
		if got := e.Class([]float64{float64(code)}); got != want {
			t.Errorf("level %q is of class %d, want %d", e.Columns[0].Names[code], got, want)
		}
	}
}

// The output of steps is multiplied by the weights of the step that joins them, and a pipeline may
// begin with steps that do nothing.
func TestExporterOfWeights(t *testing.T) {
	python := withSklearn(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "sklearn_exporter.py"), []byte(sklearn.Exporter), 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(python, "-c", `
import numpy
from sklearn.compose import ColumnTransformer
from sklearn.pipeline import FeatureUnion, Pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.tree import DecisionTreeClassifier
from sklearn_exporter import export
X, y = numpy.array([[0.0, 5], [1.0, 6], [2.0, 5], [4.0, 6]]), [0, 1, 1, 0]
last = ("tree", DecisionTreeClassifier(random_state=0))
numbers = ColumnTransformer([("s", StandardScaler(), [0]), ("o", OneHotEncoder(), [1])], sparse_threshold=0, transformer_weights={"s": 3.0, "o": 0.25})
export(Pipeline([("columns", numbers), last]).fit(X, y), "columns.json")
both = FeatureUnion([("a", StandardScaler()), ("b", "passthrough")], transformer_weights={"a": 3.0, "b": 7.0})
export(Pipeline([("nothing", "passthrough"), ("none", None), ("inner", Pipeline([("nothing", "passthrough")])), ("union", both), last]).fit(X, y), "union.json")
try:
    export(Pipeline([("union", FeatureUnion([("a", StandardScaler())], transformer_weights={"a": -1})), last]).fit(X, y), "less.json")
except ValueError as e:
    print(e)`)
	c.Dir = dir
	said, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(said), "transformer_weights of FeatureUnion has -1 for a: only factors above 0 are written") {
		t.Fatalf("%v: %s", err, said)
	}
	for name, second := range map[string][2]float64{"columns.json": {0, 1}, "union.json": {5, 6}} {
		file, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		e := formattest.Model(t, read, file)
		for i, want := range []int{0, 1, 1, 0} {
			if got := e.Class([]float64{[]float64{0, 1, 2, 4}[i], second[i%2]}); got != want {
				t.Errorf("%s: row %d is of class %d, want %d", name, i, got, want)
			}
		}
	}
}

// Models that the reader would refuse, or could not tell from others, are refused when they are
// written, with a helpful error.
func TestExporterRefuses(t *testing.T) {
	python := withSklearn(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "sklearn_exporter.py"), []byte(sklearn.Exporter), 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(python, "-c", `
import numpy
from sklearn.decomposition import PCA
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder, StandardScaler
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from sklearn_exporter import export
tree, X, y = DecisionTreeClassifier(), [[0.0], [1.0]], [0, 1]
def refused(m):
    try:
        export(m, "model.json")
    except Exception as e:
        print(type(e).__name__, e)
refused(tree)
refused(DecisionTreeRegressor().fit(X, y))
refused(make_pipeline(StandardScaler(), PCA(), tree).fit(X, y))
refused(make_pipeline(StandardScaler(), DecisionTreeRegressor()).fit(X, y))
refused(tree.fit(X, [[0, 1], [1, 0]]))
for encoder in OneHotEncoder(), OrdinalEncoder():
    refused(make_pipeline(encoder, tree).fit(numpy.array([["a"], [None]], dtype=object), y))
export(tree.fit(X, y), "good.json")`)
	c.Dir = dir
	said, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	for _, want := range []string{
		"NotFittedError This DecisionTreeClassifier instance is not fitted yet",
		"TypeError hardwood reads no DecisionTreeRegressor, but ",
		"TypeError hardwood reads no PCA before the trees, but Pipeline, ColumnTransformer",
		"TypeError hardwood reads no DecisionTreeRegressor, but ",
		"ValueError the classifier predicts 2 labels of a row",
	} {
		if !strings.Contains(string(said), want) {
			t.Errorf("%q is not in %s", want, said)
		}
	}
	if want := "ValueError feature 0 has None among its categories, which scikit-learn takes for a level"; strings.Count(string(said), want) != 2 {
		t.Errorf("%q is not twice in %s", want, said)
	}
	if _, err := os.Stat(filepath.Join(dir, "model.json")); err == nil {
		t.Error("what is refused is written")
	}
	if _, err := os.Stat(filepath.Join(dir, "good.json")); err != nil {
		t.Error(err)
	}
}
