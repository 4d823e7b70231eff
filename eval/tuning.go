package eval

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// Tuning is what a search for the parameters of a hardened model tried, on rows held out of training.
type Tuning struct {
	Eps    float64 `json:"eps"` // at which all trials are decided
	Aim    Aim     `json:"aim"` // by which they are compared
	Rows   int     `json:"rows"`
	Folds  int     `json:"folds"`                    // number of folds of the rows
	Budget float64 `json:"budget_seconds,omitempty"` // time limit; 0 if a number of candidates ended the search

	// Trials start with the settings that were scored in all folds, the best first, followed by
	// those that were dropped earlier.
	Trials []TuningTrial `json:"trials"`
	Given  int           `json:"given"` // index of the trial with the given setting
	Taken  int           `json:"taken"` // index of the one that the hardened model is trained with

	Command string `json:"command,omitempty"` // trains the same hardened model without a search
}

// TuningTrial is a setting with what it is worth on rows held out.
type TuningTrial struct {
	Settings map[string]string `json:"settings"` // what differs from the given setting, by flag name
	Folds    int               `json:"folds"`    // number of folds that it was scored in
	Rounds   int               `json:"rounds"`

	Clean      float64 `json:"clean_accuracy"`
	Robust     float64 `json:"robust_accuracy"` // certified
	Balanced   float64 `json:"balanced_robust_accuracy"`
	WorstClass float64 `json:"worst_class_robust_accuracy"`

	// Gain is an interval for its lead over the given setting in the accuracy of the aim, on the same
	// rows; nil for the given setting itself.
	Gain *Interval `json:"gain,omitempty"`
}

// String names the settings, "as given" if none differs.
func (t *TuningTrial) String() string {
	if len(t.Settings) == 0 {
		return "as given"
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(t.Settings)) {
		parts = append(parts, name+" "+t.Settings[name])
	}
	return strings.Join(parts, ", ")
}

// compared reports whether a setting was scored in all folds, like the one given.
func (t *Tuning) compared() bool {
	for k := range t.Trials {
		if k != t.Given && t.Trials[k].Folds == t.Folds {
			return true
		}
	}
	return false
}

// passed says why settings that rank above the one taken are passed over.
const passed = " Those above it hardly tell the classes apart under attack, are worse in a fold than the one given, cost more clean accuracy than they gain, or may be better by chance."

// Sentence says what was taken.
func (t *Tuning) Sentence() string {
	switch given := &t.Trials[t.Given]; {
	case given.Folds < t.Folds:
		return "There was no time to score the setting given, which stays."
	case len(t.Trials) == 1 && t.Budget == 0:
		return "Nothing is left to try beside the setting given, which stays."
	case len(t.Trials) == 1:
		return "There was no time to try any setting beside the one given, which stays."
	case !t.compared():
		return fmt.Sprintf("Of %d settings there was time to score in all folds only the one given, which stays.", len(t.Trials))
	case t.Taken == t.Given && t.Given > 0:
		return fmt.Sprintf("Of %d settings none is taken in place of the one given.%s", len(t.Trials), passed)
	case t.Taken == t.Given:
		return fmt.Sprintf("Of %d settings none is better than the one given by more than chance, which stays.", len(t.Trials))
	}
	taken := &t.Trials[t.Taken]
	rounds := phrase.Count(taken.Rounds, "round")
	if len(taken.Settings) == 0 {
		rounds = "but with " + rounds
	}
	if t.Taken > 0 { // others are better on average
		return fmt.Sprintf("Of %d settings the best is taken that can be: %v, %s.%s", len(t.Trials), taken, rounds, passed)
	}
	return fmt.Sprintf("Of %d settings the best is taken: %v, %s.", len(t.Trials), taken, rounds)
}
