package eval

import (
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval/ceiling"
)

// Report is what an evaluation found.
type Report struct {
	Norm      attack.Norm
	Eps       []float64
	Suggested string   // where Eps come from, in a sentence, if nobody gave them
	Chosen    []string // what hardening chose by its training rows and why, a sentence each
	Method    string
	Seed      uint64
	Constant  Constant
	Aim       Aim
	Models    []*Evaluation
	classes   []string
	moreRows  string // see [Options.MoreRows]

	// Constraints are the attacker's, nil for none.
	Constraints *attack.Constraints

	// Attackers are the classes whose rows are attacked, nil for all.
	Attackers []string
	attacks   []bool  // by class
	blind     float64 // share of their rows of which the constant is right

	// Ceilings are what no model exceeds on these rows: without an attacker,
	// and at each eps.
	Ceilings []ceiling.Limit

	// Still are, at each eps, the features that no attacker can change in any row,
	// and Reach is how many units of the data he can change each by, alone, per unit
	// of eps; Steps are the units in whose multiples he changes each, 0 for any change, nil
	// where that is so of all. Farthest is by how much their bounds and values let any row
	// change, nil for no limits.
	Still    [][]int
	Reach    []float64
	Steps    []float64
	Farthest []float64

	// Evidence is what there is at each eps for the second model against the
	// first, and Verdict the verdict, at the eps in the focus. They are nil for
	// one model, or where there is no eps.
	Evidence []Evidence
	Verdict  *Verdict

	// CrossValidated is the report on the rows of all folds, of which Folds says how
	// many there are, and whose verdict is that of both, see [Options.Folds]. They are
	// nil and 0 without.
	CrossValidated *Report
	Folds          int

	// Differences are the intervals of each further model's metrics minus
	// those of the first, on the same rows.
	Differences []Intervals

	// StartsCurves are the curves of growing numbers of starts against the first
	// model, see [NewStartsCurve]; nil if they were not asked for.
	StartsCurves []StartsCurve

	// Tuning is how the parameters of the second model were found; nil if they were
	// given.
	Tuning *Tuning

	// TradeOff is what hardening more and more costs; nil if it was not asked for.
	TradeOff *TradeOff
}

// Evaluation is what an evaluation found about one model.
type Evaluation struct {
	Model
	Outcomes  *Outcomes // of all rows
	Metrics   Metrics
	Intervals Intervals
	Classes   []ClassMetrics
	Moves     []Move // one per feature
	Gain      *Gain  // of who attacks; nil without Options.Gain
	Fragile   []Case
	Shown     []Case // the rows of Options.Show, the same for all models
}

// ClassMetrics are the metrics of the rows of one class.
type ClassMetrics struct {
	Name string
	Metrics
}

// Constant is the predictor that ignores its input and always says the most
// frequent class. It is as robust as it is accurate.
type Constant struct {
	Class    string  `json:"class"`
	Accuracy float64 `json:"accuracy"`
	Balanced float64 `json:"balanced_accuracy"`
}

// Focus returns the number of an eps, that of the middle one if it is none of
// the report's.
func (r *Report) Focus(eps float64) int {
	if k := slices.Index(r.Eps, eps); k >= 0 {
		return k
	}
	return len(r.Eps) / 2
}
