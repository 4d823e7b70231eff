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
