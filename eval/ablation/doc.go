// Package ablation trains and evaluates a grid of hardening runs and says
// what each part of the loop is worth.
//
//	spec.go         the TOML file that says what to run; keys.go its keys
//	fault.go        what is wrong with it
//	data_set.go     the table of a run, and how it is read
//	usual.go        what hardwood harden has for what is left out, by the rows; surprises.go
//	                what it notes of them
//	grid.go         the runs, made when they are asked for; settings.go what one has
//	idle.go         which of that has no say beside the rest
//	leftout.go      what they have that the spec does not say
//	run.go          one run: train, evaluate; runner.go any of a spec, by its id
//	all.go          all runs in parallel, kept in a store, resumed from it
//	best.go         the model of each data set that is kept
//	left.go         how long the others will take
//	live.go         the line of each run as it ends
//	rows.go         what is kept of a run row by row
//	bounds.go       rows that an attacker cannot start from; open.go those that nobody decided
//	standing.go     what a run is worth, all that a report holds of it
//	result.go       a run as it is read from a store
//	contrast.go     differences of runs, with intervals; seeds.go what seeds say of them,
//	                by_row.go what rows do
//	find.go         what all of it comes to, compared once
//	column.go       the column of an axis
//	table.go        mean and spread over seeds, differences to the baseline
//	effects.go      what each value of an axis is worth; interactions.go two together
//	verdict.go      what a setting is worth against the baseline
//	answer.go       the answer in a sentence
//	aim.go          the accuracy that runs are judged by
//	notes.go        what tables leave open
//	page.go         the report
package ablation
