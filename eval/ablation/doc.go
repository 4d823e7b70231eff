// Package ablation trains and evaluates a grid of hardening runs and measures what each part of the
// loop contributes.
//
//	spec.go         the TOML file that says what to run; keys.go its keys, complete.go its
//	                defaults, and what it must not contain
//	fault.go        what is wrong with it
//	axis_options.go the options that axes name, and their values
//	data_set.go     the table of a run, and how it is read
//	settle.go       the defaults of hardwood harden for what is left out, which depend on the rows;
//	                surprises.go notes about the rows
//	grid.go         the runs, made on demand; settings.go the settings of one
//	idle.go         which settings have no effect beside the others
//	leftout.go      which settings the spec leaves out
//	task.go         one run: train, evaluate; runner.go any of a spec, by its id
//	run.go          all runs in parallel, kept in a store, resumed from it
//	best.go         the model of each data set that is kept
//	time_left.go    how long the remaining runs will take
//	live.go         the line of each run as it ends
//	rows.go         what is kept of a run row by row
//	bounds.go       rows that an attacker cannot start from; undecided.go those left undecided
//	standing.go     how a run did, all that a report holds of it
//	result.go       a run as it is read from a store
//	group.go        the runs of one setting on a data set, over seeds
//	contrast.go     differences of runs, with intervals; seeds.go over seeds, by_row.go over rows
//	find.go         all comparisons, done once
//	effects.go      what each value of an axis adds; interactions.go two together
//	verdict.go      how a setting compares with the baseline
//	aim.go          the accuracy that runs are judged by
//	ranking.go      which settings are praised, the best first; answer.go in a sentence
//	notes.go        remarks on the tables; still.go columns that nothing can change
//	table.go        the table of the groups; column.go the column of an axis
//	page.go         the report
package ablation
