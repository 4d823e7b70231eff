// Package ablation trains and evaluates a grid of hardening runs and says
// what each part of the loop is worth.
//
//	spec.go         the TOML file that says what to run; keys.go its keys, complete.go its
//	                defaults, and what it must not say
//	fault.go        what is wrong with it
//	axis_options.go the options that axes name, and their values
//	data_set.go     the table of a run, and how it is read
//	settle.go       what is left out, as hardwood harden has it for the rows; surprises.go
//	                what it notes of them
//	grid.go         the runs, made when they are asked for; settings.go what one has
//	idle.go         which of that has no say beside the rest
//	leftout.go      what they have that the spec does not say
//	task.go         one run: train, evaluate; runner.go any of a spec, by its id
//	run.go          all runs in parallel, kept in a store, resumed from it
//	best.go         the model of each data set that is kept
//	time_left.go    how long the others will take
//	live.go         the line of each run as it ends
//	rows.go         what is kept of a run row by row
//	bounds.go       rows that an attacker cannot start from; undecided.go those that nobody decided
//	standing.go     what a run is worth, all that a report holds of it
//	result.go       a run as it is read from a store
//	group.go        the runs of one setting on a data set, over seeds
//	contrast.go     differences of runs, with intervals; seeds.go what seeds say of them,
//	                by_row.go what rows do
//	find.go         what all of it comes to, compared once
//	effects.go      what each value of an axis is worth; interactions.go two together
//	verdict.go      what a setting is worth against the baseline
//	aim.go          the accuracy that runs are judged by
//	ranking.go      which settings are praised, the best first; answer.go says so
//	notes.go        what tables leave open; still.go that nothing can change some columns
//	table.go        the table of the groups; column.go the column of an axis
//	page.go         the report
package ablation
