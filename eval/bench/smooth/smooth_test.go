package smooth

import (
	"bytes"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/format"
	"github.com/hardwood-ml/hardwood/trainer/gbdt"
)

// Stumps are certified without samples, deeper trees with them, and the model itself
// is proved beside them.
func TestCommand(t *testing.T) {
	rows, err := data.Read(t.Context(), "builtin:wdbc", data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for depth, certificate := range map[int]string{1: "no samples", 3: "samples"} {
		p := trainer.Defaults(trainer.GBDT)
		p.Rounds, p.MaxDepth = 10, depth
		booster, err := gbdt.New(p)
		if err != nil {
			t.Fatal(err)
		}
		e, err := booster.Train(t.Context(), rows)
		if err != nil {
			t.Fatal(err)
		}
		model := filepath.Join(t.TempDir(), "model.json")
		if err := format.WriteFile(model, e, format.Hardwood); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		c := Command()
		c.SetOut(&out)
		c.SetArgs([]string{"--model", model, "--data", "builtin:wdbc", "--norm", "2", "--noise", "5", "--rows", "20", "--samples", "100", "--eps", "1"})
		if err := c.ExecuteContext(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{` the model +[01]\.\d{3} .* proof\n`, ` smoothed, 5 +[01]\.\d{3} .* ` + certificate + `\n`} {
			if !regexp.MustCompile(line).Match(out.Bytes()) {
				t.Errorf("depth %d: no line %q in\n%s", depth, line, out.String())
			}
		}
	}
}
