package ablation

import (
	"errors"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/eval/store"
)

// FuzzReadRun: whatever a store has kept of a run, it is read, or refused in one line
// as one to be rid of.
func FuzzReadRun(f *testing.F) {
	metrics := `{"schema": 2, "eps": [0.1], "models": {"model": {"rows": 3, "robust_accuracy": {"0.1": 0.5}}}, ` +
		`"rows": {"trained": 5, "trees": "ab", "held": ["bcr", ""]}}`
	f.Add(`{"loop": "lt", "max-depth": "4"}`, metrics)
	f.Add(`{"loop": null}`, strings.Replace(metrics, "bcr", "bcx", 1))
	f.Add(`[]`, strings.Replace(metrics, `"rows": {`, `"rows": null, "x": {`, 1))
	f.Fuzz(func(t *testing.T, settings, metrics string) {
		r, err := ReadRun(&store.Run{ID: "3fa2", Settings: settings, Metrics: metrics})
		switch {
		case err == nil:
			r.values("r", true)
		case strings.ContainsAny(err.Error(), "\n\r") || !errors.Is(err, ErrUnreadable):
			t.Errorf("not one line that helps: %q", err)
		}
	})
}
