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
//	alike.go      two models made to read the same rows
//	evaluate.go   an evaluation: the rows, and the report that follows from them
//	gather.go     the rows: what is gathered of each under each model
//	decided.go    attacked, and decided where the search left them open
//	outcome.go    what is kept of an attacked row, and its verdict at an eps
//	outcomes.go   that of all rows
//	evaluation.go what a report holds
//	metrics.go    accuracies, robust accuracies, distances of a list of outcomes
//	bootstrap.go  their intervals, and those of the difference of two models
//	ceiling/      what no model exceeds
//	aim.go        the accuracy that models are judged by
//	evidence.go   what speaks for a second model against a first
//	comparison.go the intervals of that
//	verdict.go    the verdict, in a word and in a sentence
//	features.go   which features minimal examples move, how often and how far
//	cases.go      the rows worth looking at
//	suggest.go    an eps that is worth asking about
//	document.go   metrics.json as types, described in metrics.schema.json
//	json.go       what a report says in it
//
// Rows have to be scaled as the models read them. Plots, HTML, CSV and LaTeX
// are made by package report; grids of training runs by package ablation.
package eval
