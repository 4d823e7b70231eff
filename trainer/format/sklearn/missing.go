package sklearn

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// takesMissing are the first minor versions of scikit-learn 1 in which a classifier accepts missing
// values.
var takesMissing = map[string]int{
	"DecisionTreeClassifier": 3, "RandomForestClassifier": 4, "ExtraTreeClassifier": 6, "ExtraTreesClassifier": 6, "GradientBoostingClassifier": never,
}

const never = 1 << 30

// RefusesMissing returns the scikit-learn classifier that a model comes from if it refuses rows with
// missing values, else "". A pipeline that fills them in does not refuse them.
func RefusesMissing(e *ensemble.Ensemble) string {
	var major, minor int
	name := e.Origin.Trainer["model"]
	first, known := takesMissing[name]
	if _, err := fmt.Sscanf(e.Origin.Source, "scikit-learn %d.%d", &major, &minor); err != nil || !known || major > 1 && first != never || major == 1 && minor >= first {
		return ""
	}
	for i := range e.Trees { // only models that fill missing values in have DefaultLeft
		if slices.ContainsFunc(e.Trees[i].Splits, func(s ensemble.Split) bool { return s.DefaultLeft }) {
			return ""
		}
	}
	return fmt.Sprintf("%s of %s", name, strings.Split(e.Origin.Source, ",")[0])
}
