// Package eval measures how robust models are.
//
// [Evaluate] attacks every row of a table under one or more models and returns a [Report]. Rows are
// evaluated in batches, and only an [Outcome] of a few numbers is kept of each row, so memory does
// not grow with the size of the examples; [Options.Row] sees each example as it is found. The
// report follows from these outcomes and the table alone.
//
// What is measured, and where:
//
//	alike.go       two models matched by the names of columns and classes; reading.go how they
//	               read the same rows
//	evaluate.go    an evaluation: the rows, and the report that follows from them
//	options.go     how it is done; words.go numbers and norms in sentences
//	attack.go      attacks rows, and decides those that the search left open
//	gather.go      what is gathered about each row under each model; interruption.go which rows
//	               an interruption left out
//	decided.go     what was found earlier, or by others; decided_csv.go keeps it in a file
//	outcome.go     what is kept of an attacked row, and its verdict at an eps
//	outcomes.go    the outcomes of all rows
//	folds.go       rows judged by models that were trained on the others
//	evaluation.go  what a report holds
//	metrics.go     accuracies, robust accuracies, distances of a list of outcomes
//	bootstrap.go   their intervals, and those of the difference of two models;
//	               mean_interval.go those of means
//	ceiling/       upper bounds on the accuracy of any classifier
//	still.go       columns that no attacker can change, widest.go by how much the others can;
//	               attackers.go classes that are attacked, outside.go rows out of bounds,
//	               strangers.go rows of unknown levels, keeps_missing.go missing values that none fills
//	aim.go         the accuracy that models are judged by
//	evidence.go    the evidence for a second model against a first; comparison.go counts it
//	verdict.go     the verdict in a word; verdict_sentence.go in a sentence, verdict_advice.go
//	               what to try; without.go rows that mean distances leave out
//	tradeoff.go    what hardening costs; tuning.go what a search tried
//	gain.go        what an attacker gains; starts_curve.go distances by the number of starts
//	features.go    which features minimal examples move, how often and how far
//	cases.go       the rows worth looking at
//	raw.go         examples in the units of the data: raw_digits.go in few digits,
//	               raw_places.go in whole steps and listed values, raw_links.go with links kept
//	unit.go        what an eps is in each column; suggest.go proposes useful ones
//	document.go    metrics.json as types, described in metrics.schema.json
//	json.go        fills them from a report
//
// Rows have to be scaled as the models read them. Package report makes plots, HTML, CSV and LaTeX;
// package ablation runs grids of trainings.
package eval
