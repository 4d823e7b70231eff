package sklearn_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

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

// Two encoders of one column may know its levels in another order.
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
	e, err := read(file)
	if err != nil {
		t.Fatal(err)
	}
	for code, want := range []int{0, 1, 1, 0} {
		if got := e.Class([]float64{float64(code)}); got != want {
			t.Errorf("level %q is of class %d, want %d", e.Columns[0].Names[code], got, want)
		}
	}
}

// What the reader would refuse, or could not tell from another model, is refused where
// it is written, in words that help.
func TestExporterRefuses(t *testing.T) {
	python := withSklearn(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "sklearn_exporter.py"), []byte(sklearn.Exporter), 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(python, "-c", `
from sklearn.decomposition import PCA
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
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
	if _, err := os.Stat(filepath.Join(dir, "model.json")); err == nil {
		t.Error("what is refused is written")
	}
	if _, err := os.Stat(filepath.Join(dir, "good.json")); err != nil {
		t.Error(err)
	}
}
