// Package ablation trains and evaluates a grid of hardening runs and says
// what each part of the loop is worth.
//
//	spec.go   the TOML file that says what to run
//	grid.go   its grid as a list of settings
//	run.go    one run: train, evaluate
//	all.go    all runs in parallel, kept in a store, resumed from it
//	result.go a run as it is read from a store
//	table.go  mean and spread over seeds, paired differences to the baseline
//	verdict.go what a setting is worth against the baseline
//	page.go   the report
package ablation
