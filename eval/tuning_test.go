package eval

import "testing"

// TestTuningSentence tells a search that had no time from one that found nothing.
func TestTuningSentence(t *testing.T) {
	given, other, once := TuningTrial{Folds: 5}, TuningTrial{Settings: map[string]string{"refit": "0"}, Folds: 5, Rounds: 30}, TuningTrial{Folds: 5, Rounds: 1}
	for want, tuning := range map[string]Tuning{
		"There was no time to score the setting given, which stays.":              {Folds: 5, Trials: []TuningTrial{{Folds: 2}}},
		"There was no time to try any setting beside the one given, which stays.": {Folds: 5, Budget: 1, Trials: []TuningTrial{given}},
		"Nothing is left to try beside the setting given, which stays.":           {Folds: 5, Trials: []TuningTrial{given}},
		"Of 2 settings there was time to score in all folds only the one given, which stays.": {
			Folds: 5, Trials: []TuningTrial{given, {Settings: map[string]string{"refit": "0"}, Folds: 3}}},
		"Of 2 settings none is better than the one given by more than chance, which stays.": {Folds: 5, Trials: []TuningTrial{given, other}},
		"Of 2 settings none is taken in place of the one given. Those above it hardly tell the classes apart under attack, are worse in a fold than the one given, cost more clean accuracy than they gain, or may be better by chance.": {
			Folds: 5, Trials: []TuningTrial{other, given}, Taken: 1, Given: 1},
		"Of 2 settings the best is taken: as given, but with 1 round.": {Folds: 5, Trials: []TuningTrial{once, given}, Given: 1},
		"Of 2 settings the best is taken: refit 0, 30 rounds.":         {Folds: 5, Trials: []TuningTrial{other, given}, Given: 1},
		"Of 3 settings the best is taken that can be: refit 0, 30 rounds. Those above it hardly tell the classes apart under attack, are worse in a fold than the one given, cost more clean accuracy than they gain, or may be better by chance.": {
			Folds: 5, Trials: []TuningTrial{{Settings: map[string]string{"refit": "3"}, Folds: 5}, other, given}, Taken: 1, Given: 2},
	} {
		if got := tuning.Sentence(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
