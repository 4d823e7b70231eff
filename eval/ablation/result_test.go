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
