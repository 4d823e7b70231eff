package ablation

import (
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/eval"
)

// A setting is praised on all data sets only if it gains on average by more than noise and is worse
// nowhere; else on those alone where it is more robust.
func TestPraiseOn(t *testing.T) {
	group := func(word eval.Word, mean, half float64) *Group {
		return &Group{Verdict: word, Gain: &Difference{Mean: mean, Interval: eval.Interval{Lo: mean - half, Hi: mean + half}}}
	}
	clear, loss, noise := group(eval.MoreRobust, 0.09, 0.05), group(eval.NoDifference, -0.06, 0.6), group(eval.NoDifference, 0.01, 0.05)
	constant := group(eval.IsConstant, 0.03, 0.02)
	alone := group(eval.NoDifference, 0.09, 0.01)
	alone.Gain.Alone = true
	for name, c := range map[string]struct{ groups, on []*Group }{
		"one":                       {[]*Group{clear}, []*Group{clear}},
		"none":                      {[]*Group{noise, loss}, nil},
		"a mean within noise":       {[]*Group{clear, loss, loss}, []*Group{clear}},
		"a mean above noise":        {[]*Group{clear, noise}, []*Group{clear, noise}},
		"constant elsewhere":        {[]*Group{clear, constant}, []*Group{clear}},
		"elsewhere of one seed":     {[]*Group{clear, alone}, []*Group{clear}},
		"constant, clear elsewhere": {[]*Group{constant, clear, clear}, []*Group{clear, clear}},
	} {
		if on := praiseOn(c.groups); !slices.Equal(on, c.on) {
			t.Errorf("%s: praised on %d of %d, want %d", name, len(on), len(c.groups), len(c.on))
		}
	}
}

// Models of several splits share training rows whichever of the others judge them, so that rows
// outside the attacker's bounds do not make the splits more independent.
func TestOverlap(t *testing.T) {
	s := standing{rows: 53, Rows: Rows{Trained: 276, Outside: 65}}
	c := contrast{{{&s, &s}}}
	if got, want := c.overlap(), 118./276; got != want {
		t.Errorf("overlap %v, want %v", got, want)
	}
}
