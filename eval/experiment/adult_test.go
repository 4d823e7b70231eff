package experiment_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"testing"

	"github.com/hardwood-ml/hardwood/eval"
)

// TestAdult runs what the Example for adult does, as the table is not in the repository.
func TestAdult(t *testing.T) {
	if testing.Short() {
		t.Skip("trains models of 4,500 rows")
	}
	const path = "../../../shared/datasets/tables/adult.csv.gz"
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("needs the public table adult: %v", err)
	}
	result, err := hardenAdult(context.Background(), path, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if r := result.Report.Report; r.Verdict.Word != eval.MoreRobust {
		t.Errorf("the verdict is %q: %s", r.Verdict.Word, result.Answer)
	}
}
