package ablation

import (
	"errors"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/eval/store"
)

// A run that a disk has damaged is refused as one to be rid of, also where it could be read as another
// one, or names an aim that there is not.
func TestReadDamagedRun(t *testing.T) {
	kept := store.Run{ID: "3fa2", Settings: "{}", Metrics: `{"schema": 2, "aim": "balanced", "models": {"model": {"rows": 3}}}`}
	if _, err := ReadRun(&kept); err != nil {
		t.Fatal(err)
	}
	damaged, aimless := kept, kept
	damaged.Damaged = true
	aimless.Metrics = strings.Replace(kept.Metrics, "balanced", `bal\nnced`, 1)
	for _, r := range []*store.Run{&damaged, &aimless} {
		if _, err := ReadRun(r); !errors.Is(err, ErrUnreadable) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: %v", r, err)
		}
	}
}

// What a run keeps says what an eps is in its norm.
func TestUnitOfTheNorm(t *testing.T) {
	results, _ := runAll(t, "norm = [\"inf\", \"0\"]\nsplit = 0\ngradient = \"natural\"\nloop = \"none\"\n"+strings.Replace(wdbc, "0.1", "1", 1)+"[train]\nrounds = 2\n")
	for i := range results {
		counts := results[i].Metrics.Norm == "0"
		if u := results[i].Metrics.Unit; (u.Text == "eps 1 is one column that changes") != counts || (u.Raw == nil) != counts {
			t.Errorf("norm %s: %+v", results[i].Metrics.Norm, u)
		}
	}
}
