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
	Suggested string   // where Eps come from, in a sentence, if they were not given
	Chosen    []string // what hardening chose from its training rows and why, a sentence each
	Method    string
	Seed      uint64
	Constant  Constant
	Aim       Aim
	Models    []*Evaluation
	classes   []string
	moreRows  string // see [Options.MoreRows]
	epsChosen bool   // see [Options.EpsChosen]
	epsLeast  bool   // see [Options.EpsLeast]

	// Interrupted says which rows the report is about if an interruption left some out, nil for all.
	Interrupted *Interruption

	// Constraints are the attacker's, nil for none.
	Constraints *attack.Constraints

	// Attackers are the classes whose rows are attacked, nil for all.
	Attackers []string
	attacks   []bool  // by class
	blind     float64 // share of their rows that the constant gets right

	// Ceilings are what no model exceeds on these rows: without an attacker,
	// and at each eps.
	Ceilings []ceiling.Limit

	// Still are, at each eps, the features that no attacker can change in any row. Widest are, at each eps,
	// the largest changes of each feature alone in any attacked row, in units of the data: OnlyBlank
	// if it can only go missing, NaN for levels; nil in norm 0.
	Still  [][]int
	Widest [][]float64

	atHalf []bool // whether anything can be changed at half of each eps

	// Strangers says which rows hold levels that a model takes for missing values, see
	// [StrangersSentence].
	Strangers string

	// KeepsMissing says which models may owe rows without an example to values that stay missing, "" for
	// none.
	KeepsMissing string

	// Evidence is the evidence at each eps for the second model against the first, and Verdict the
	// verdict at the eps in focus. They are nil for one model, or without eps.
	Evidence []Evidence
	Verdict  *Verdict

	// Within is what one model is judged by if rows are outside the attacker's bounds, else nil.
	Within *Within

	// CrossValidated is the report on the rows of all folds, nil without [Options.Folds]; its verdict
	// is also this report's, see [Report.OfVerdict]. Folds is set in that report only.
	CrossValidated *Report
	Folds          int

	// Differences are the intervals of each further model's metrics minus
	// those of the first, on the same rows.
	Differences []Intervals

	// StartsCurves show distances on the first model by the number of starts, see [NewStartsCurve];
	// nil if they were not asked for.
	StartsCurves []StartsCurve

	// Tuning is how the parameters of the second model were found; nil if they were
	// given.
	Tuning *Tuning

	// TradeOff is what stronger hardening costs; nil if it was not asked for.
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
	Gain      *Gain  // the attacker's; nil without Options.Gain
	Fragile   []Case
	Shown     []Case // the rows of Options.Show, the same for all models
}

// ClassMetrics are the metrics of the rows of one class.
type ClassMetrics struct {
	Name string
	Metrics
}

// Constant is the majority-class baseline: it ignores its input and always predicts the most
// frequent class. It is as robust as it is accurate.
type Constant struct {
	Class    string  `json:"class"`
	Accuracy float64 `json:"accuracy"`
	Balanced float64 `json:"balanced_accuracy"`
}

// Within is what is judged of one model: the rows within the attacker's bounds, and those that nobody
// attacks.
type Within struct {
	Metrics
	Constant Constant
}

// Focus returns the index of an eps in the report, or of the middle one if it is not there.
func (r *Report) Focus(eps float64) int {
	if k := slices.Index(r.Eps, eps); k >= 0 {
		return k
	}
	return len(r.Eps) / 2
}
