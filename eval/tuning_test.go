package eval

import "testing"

// TestTuningSentence tells a search that had no time from one that found nothing.
func TestTuningSentence(t *testing.T) {
	given, other := TuningTrial{Folds: 5}, TuningTrial{Settings: map[string]string{"refit": "0"}, Folds: 5, Rounds: 30}
	for want, tuning := range map[string]Tuning{
		"There was no time to score the setting given, which stays.":                        {Folds: 5, Trials: []TuningTrial{{Folds: 2}}},
		"There was no time to try any setting beside the one given, which stays.":           {Folds: 5, Trials: []TuningTrial{given}},
		"Of 2 settings none is better than the one given by more than chance, which stays.": {Folds: 5, Trials: []TuningTrial{given, other}},
		"Of 2 settings the best is taken: refit 0, 30 rounds.":                              {Folds: 5, Trials: []TuningTrial{other, given}, Given: 1},
		"Of 3 settings the best is taken that is worse in no fold than the one given and costs no more clean accuracy than it gains: refit 0, 30 rounds.": {
			Folds: 5, Trials: []TuningTrial{{Settings: map[string]string{"refit": "3"}, Folds: 5}, other, given}, Taken: 1, Given: 2},
	} {
		if got := tuning.Sentence(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
