package report

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/eval"
)

// Tuning returns the table of a search for parameters, a row per setting.
func Tuning(t *eval.Tuning) *Table {
	table := &Table{
		Caption: fmt.Sprintf("Settings tried, decided exactly at eps %s on %d training rows held out in %d folds", eval.EpsText(t.Eps, nil), t.Rows, t.Folds),
		Columns: []Column{{Name: "", Text: true}, {Name: "folds", Help: "that it was scored in: what is behind falls out early"},
			{Name: "rounds", Help: "that gain, of those tried"}, {Name: "clean accuracy"}, {Name: "robust accuracy", Help: "certified"},
			{Name: "balanced", Help: "certified robust accuracy, the mean over the classes"},
			{Name: "worst class", Help: "certified robust accuracy, the smallest of the classes"},
			{Name: "gain", Help: "in the accuracy of the aim over the setting given, on the same rows, with the 95 % interval"},
			{Name: "settings", Text: true}},
	}
	for k := range t.Trials {
		trial, name, gain := &t.Trials[k], "", Word(noNumber)
		switch k {
		case t.Taken:
			name = "taken"
		case t.Given:
			name = "given"
		}
		if g := trial.Gain; g != nil {
			gain = noted(Points((g.Lo+g.Hi)/2), interval(*g, true))
		}
		row := []Cell{Word(name), Count(trial.Folds)}
		if trial.Folds == 0 { // there was no time
			none := Word(noNumber)
			row = append(row, none, none, none, none, none)
		} else {
			row = append(row, Count(trial.Rounds), Percent(trial.Clean), Percent(trial.Robust), Percent(trial.Balanced), Percent(trial.WorstClass))
		}
		table.Rows = append(table.Rows, append(row, gain, Word(trial.String())))
	}
	return table
}
