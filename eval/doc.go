// Package eval says how robust models are.
//
// [Evaluate] attacks every row of a table under one model or several and
// returns a [Report]. Rows are evaluated in batches, and what stays of a row
// is an [Outcome] of a few numbers, so memory does not grow with the size of
// the examples; [Options.Row] sees each example as it is found. All that the
// report says follows from what was gathered then, and from the table.
//
// What is measured, and where:
//
//	alike.go       two models made to read the same rows
//	evaluate.go    an evaluation: the rows, and the report that follows from them
//	options.go     how it is done; words.go numbers and norms in sentences
//	gather.go      the rows: what is gathered of each under each model
//	decided.go     attacked, and decided where the search left them open; decided_csv.go in a file
//	outcome.go     what is kept of an attacked row, and its verdict at an eps
//	outcomes.go    that of all rows
//	folds.go       rows of models that were trained on the others
//	evaluation.go  what a report holds
//	metrics.go     accuracies, robust accuracies, distances of a list of outcomes
//	bootstrap.go   their intervals, and those of the difference of two models
//	ceiling/       what no model exceeds
//	still.go       columns that no attacker can change; attackers.go classes that attack,
//	               outside.go rows out of bounds
//	aim.go         the accuracy that models are judged by
//	evidence.go    what speaks for a second model against a first; comparison.go counts it
//	verdict.go     the verdict in a word; verdict_sentence.go in a sentence, verdict_advice.go
//	               what to try; without.go rows that mean distances leave out
//	tradeoff.go    what hardening costs; tuning.go what a search has tried
//	gain.go        what an attacker gains; starts_curve.go distances by the number of starts
//	features.go    which features minimal examples move, how often and how far
//	cases.go       the rows worth looking at
//	raw.go         examples in the units of the data: raw_digits.go in few digits,
//	               raw_places.go in whole steps and listed values, raw_links.go with links kept
//	unit.go        what an eps is in each column; suggest.go one that is worth asking about
//	document.go    metrics.json as types, described in metrics.schema.json
//	json.go        what a report says in it
//
// Rows have to be scaled as the models read them. Plots, HTML, CSV and LaTeX
// are made by package report; grids of training runs by package ablation.
package eval
