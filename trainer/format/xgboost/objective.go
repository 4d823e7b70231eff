package xgboost

import (
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/internal/elementary"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/rounding"
)

// Cutoff is the largest margin for which 1/(1+exp(-margin)), computed in
// float32, is not above one half.
const Cutoff = rounding.Cutoff32

// objective is what the objective of a model implies for its margins.
type objective struct {
	name    string
	classes int // 0 for a regressor, 2, or -1 for the number in the model
	link    ensemble.Link
	cutoff  float64
	logit   bool // base_score is a probability
	softmax bool // the class is that of the largest probability
}

var objectives = []objective{
	{name: "binary:logistic", classes: 2, link: ensemble.Logistic, cutoff: Cutoff, logit: true},
	{name: "binary:logitraw", classes: 2, link: ensemble.Logistic},
	{name: "binary:hinge", classes: 2, link: ensemble.Identity},
	{name: "multi:softmax", classes: -1, link: ensemble.Softmax},
	{name: "multi:softprob", classes: -1, link: ensemble.Softmax, softmax: true},
	{name: "reg:squarederror", link: ensemble.Identity},
	{name: "reg:absoluteerror", link: ensemble.Identity},
	{name: "reg:pseudohubererror", link: ensemble.Identity},
}

func findObjective(name string) (objective, bool) {
	at := slices.IndexFunc(objectives, func(o objective) bool { return o.name == name })
	if at < 0 {
		return objective{}, false
	}
	return objectives[at], true
}

func objectiveNames() string {
	names := make([]string, len(objectives))
	for i, o := range objectives {
		names[i] = o.name
	}
	return strings.Join(names, ", ")
}

// margin turns a base score into a margin, in float32 like XGBoost. The logarithm is correctly rounded;
// that of the C library, which XGBoost uses, is off by one unit in the last place for one base score in
// 200.
func (o objective) margin(score float32) float64 {
	if !o.logit {
		return float64(score)
	}
	return float64(-float32(elementary.Log(float64(1/score - 1))))
}
