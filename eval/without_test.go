package eval

import (
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
)

// TestWithoutSentence is silent where a mean has nearly all rows or none.
func TestWithoutSentence(t *testing.T) {
	r := &Report{Norm: attack.L1}
	for name, m := range map[string]Metrics{"all": {Correct: 9}, "a tenth": {Correct: 20, WithoutExample: 2}, "none": {Correct: 9, NoAttacker: 2, WithoutExample: 7}} {
		r.Models = []*Evaluation{{Model: Model{Name: name}, Metrics: m}}
		if got := r.WithoutSentence(); got != "" {
			t.Errorf("%s: %s", name, got)
		}
	}
	r.Models = append(r.Models, &Evaluation{Model: Model{Name: "hardened"}, Metrics: Metrics{Correct: 9, NoAttacker: 2, WithoutExample: 4}})
	if got, want := r.WithoutSentence(), "The mean distance leaves out rows without an example: 4 of 7 of the hardened model."; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
