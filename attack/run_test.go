package attack_test

import (
	"context"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// idle finds nothing.
type idle struct{}

func (i idle) Name() string                                     { return "idle" }
func (i idle) Prepare(*attack.Problem) (attack.Prepared, error) { return i, nil }
func (i idle) Searcher() attack.Searcher                        { return i }
func (i idle) Search(context.Context, attack.Victim) attack.Result {
	return attack.Result{Status: attack.None, Class: -1}
}

// Margins that are known are believed: victims whose margins are those of
// another class are misclassified, wherever they are.
func TestKnownMargins(t *testing.T) {
	e := &ensemble.Ensemble{
		Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}, Link: ensemble.Logistic,
		Trees: []ensemble.Tree{{Splits: []ensemble.Split{{Left: -1, Right: -2, Threshold: 0.5}}, Leaves: []float64{-1, 1}}},
	}
	p, err := attack.NewProblem(e, attack.LInf)
	if err != nil {
		t.Fatal(err)
	}
	var victims []attack.Victim
	for _, margins := range [][]float64{nil, {1}, {-1}} {
		victims = append(victims, attack.Victim{X: []float64{0.7}, Label: 1, Margins: margins})
	}
	results, err := attack.Run(t.Context(), p, idle{}, victims, attack.RunOptions{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []attack.Status{attack.None, attack.None, attack.Misclassified} {
		if results[i].Status != want {
			t.Errorf("margins %v: status %v, want %v", victims[i].Margins, results[i].Status, want)
		}
	}
}
