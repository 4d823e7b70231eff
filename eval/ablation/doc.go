// Package ablation trains and evaluates a grid of hardening runs and says
// what each part of the loop is worth.
//
//	spec.go   the TOML file that says what to run
//	data_set.go the table of a run, and how it is read
//	grid.go   its grid as a list of settings
//	run.go    one run: train, evaluate
//	all.go    all runs in parallel, kept in a store, resumed from it
//	left.go   how long the others will take
//	rows.go   what is kept of a run row by row
//	standing.go what a run is worth, all that a report holds of it
//	result.go a run as it is read from a store
//	contrast.go differences of runs, with intervals
//	table.go  mean and spread over seeds, differences to the baseline
//	effects.go what each value of an axis is worth
//	verdict.go what a setting is worth against the baseline
//	answer.go the answer in a sentence
//	page.go   the report
package ablation
