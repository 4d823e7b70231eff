package report

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval"
)

// That nothing was found is another thing than that there is nothing.
func TestAnswersOfRobustRows(t *testing.T) {
	for bound, want := range map[float64]string{
		0.5:         "nothing was found that changes what is predicted",
		math.Inf(1): "nothing that an attacker can do changes what is predicted",
	} {
		a := ExampleAnswer{Status: attack.None, LowerBound: eval.Number(bound)}
		if got := a.text(); got != want {
			t.Errorf("with lower bound %v: %s", bound, got)
		}
	}
}

// An answer in a sentence: prices add up, columns are counted, words with a "to" are in
// quotes, whole numbers are whole, and others are short.
func TestAnswersRead(t *testing.T) {
	papers := AnswerChange{Column: "papers", From: "1 to 2", To: "3 to 5", Cost: 40}
	age := AnswerChange{Column: "age", From: 24421.0, To: 24452.0, Cost: 3.1}
	share := AnswerChange{Column: "share", From: 0.0, To: 0.0050000001769512905, Cost: 0.005, short: 0.005}
	large := AnswerChange{Column: "large", From: 506111655.0, To: 701551655.0, Cost: 1}
	gone := AnswerChange{Column: "share", From: 0.25, To: nil, Cost: 2}
	derived := AnswerChange{Column: "total", From: 3.0, To: 4.0}
	for want, a := range map[string]ExampleAnswer{
		`no becomes yes: papers: "1 to 2" to "3 to 5"; price 40, 1 of 8 columns`: {
			Norm: attack.Cost.String(), Distance: 40, Changes: []AnswerChange{papers},
		},
		`no becomes yes: papers: "1 to 2" to "3 to 5" (40), age: 24421 to 24452 (3.1); price 43.1, 2 of 8 columns`: {
			Norm: attack.Cost.String(), Distance: 43.1, Changes: []AnswerChange{papers, age},
		},
		`no becomes yes: share: 0 to 0.005; distance 0.005 in norm inf, 1 of 8 columns`: {
			Norm: attack.LInf.String(), Distance: 0.0050000001769512905, Changes: []AnswerChange{share},
		},
		`no becomes yes: age: 24421 to 24452, share: 0.25 to missing; 2 of 8 columns`: {
			Norm: attack.L0.String(), Distance: 2, Changes: []AnswerChange{age, gone},
		},
		`no becomes yes: age: 24421 to 24452, total: 3 to 4 (free); distance 1 in norm 0, 2 of 8 columns`: {
			Norm: attack.L0.String(), Distance: 1, Changes: []AnswerChange{age, derived},
		},
		`no becomes yes: large: 506111655 to 701551655; 1 of 8 columns`: {
			Norm: attack.L0.String(), Distance: 1, Changes: []AnswerChange{large},
		},
	} {
		a.Predicted, a.Becomes, a.Columns = "no", "yes", 8
		if got := a.text(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
