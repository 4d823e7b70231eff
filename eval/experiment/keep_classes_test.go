package experiment

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// A model that gives a class up is trained again for smaller radii, and stays where these do
// not help, or are too many.
func TestKeepClasses(t *testing.T) {
	if testing.Short() {
		t.Skip("it trains several models")
	}
	const lost, kept = 0.2, 0.02 // of narrow, whose gaps are 0.06
	for name, c := range map[string]struct {
		smaller []float64
		want    float64
		trained int
	}{
		"none":         {nil, lost, 1},
		"the first":    {[]float64{kept, 0.01}, kept, 2},
		"the second":   {[]float64{0.18, kept, 0.01}, kept, 3},
		"none helps":   {[]float64{0.18}, lost, 2},
		"too far away": {[]float64{0.19, 0.185, 0.18, kept}, lost, 1 + mostSteps},
	} {
		rows := &Data{Train: wedged(), Test: wedged()}
		o := Default(trainer.GBDT, attack.LInf, rows.Train)
		o.Evaluate.Aim, o.Evaluate.Eps, o.Evaluate.Resamples, o.Dir = eval.AimBalanced, []float64{0.1, lost, 0.3}, 20, t.TempDir()
		trained := 0
		o.Progress.Start = func(phase string) {
			if strings.Contains(phase, "hardened") {
				trained++
			}
		}
		h := hardeningOf(t, rows, o)
		h.smaller = c.smaller
		if err := h.phases(t.Context()); err != nil {
			t.Fatal(err)
		}
		r := h.result.Report.Report
		against := h.result.Hardened.Ensemble.Origin.Trainer["harden-eps"]
		if against != eval.EpsName(c.want) || r.Verdict.Eps != c.want || !slices.Contains(r.Eps, c.want) || trained != c.trained {
			t.Errorf("%s: hardened against %s in %d trainings and judged at %v of %v, want %v", name, against, trained, r.Verdict.Eps, r.Eps, c.want)
		}
		written, err := format.Reader{}.ReadFile(filepath.Join(o.Dir, "hardened.json"))
		if err != nil {
			t.Fatal(err)
		}
		if got := written.Origin.Trainer["harden-eps"]; got != against {
			t.Errorf("%s: the file holds the model against %s, not against %s", name, got, against)
		}
		if gone := r.Verdict.Word == eval.GivesUpClass; gone != (c.want == lost) || (r.Suggested != "") != (c.want == kept) {
			t.Errorf("%s: %s %s", name, r.Verdict.Sentence, r.Suggested)
		}
		if h.Evaluate.EpsLeast != (name == "none helps") {
			t.Errorf("%s: that no smaller eps is worth trying is %v", name, h.Evaluate.EpsLeast)
		}
		if want := []string{"natural.json", "hardened.json"}; len(h.result.Files) < 2 || !strings.HasSuffix(h.result.Files[0], want[0]) || !strings.HasSuffix(h.result.Files[1], want[1]) {
			t.Errorf("%s: files %v", name, h.result.Files)
		}
	}
}
