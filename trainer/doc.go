// Package trainer holds what all trainers of tree ensembles share: parameters under the names known
// from XGBoost and LightGBM, and hooks that act between rounds.
//
// A trainer works in rounds: a boosting iteration, or a batch of trees of a forest. Before each round
// it shows a [Hook] the [Round] so far, and a hook can add, replace and re-weight rows; so an attack
// becomes part of training without the trainer knowing about attacks. The trainers are in packages gbdt
// and forest, which package booster finds by name; the model that both return is in package ensemble.
//
// # Parameters
//
// [Params] holds them all, [Defaults] is where to start, and [Options] is the table of their names,
// ranges and help; a command line or a file sets them by name through [Params.Set].
//
// # Rows
//
// Rows come from a table, or from a stream that is binned block by block
// ([Source]). Labels are classes or, for a regressor, targets. NaN is a missing
// value: each split learns where it goes.
//
// # Watching and interrupting
//
// Params.Valid are tables to score after each round, by built-in or custom metrics ([Metric]), for
// early stopping and for Params.Report. Params.Progress counts the rounds. Neither costs as much as a
// hook. Params.Checkpoint saves the model so far, and Params.Resume continues from it. Cancelling the
// context ends training with the rounds finished so far.
//
// # Tables for a model
//
// However a model came to be, [Like] says how to read rows as it reads them, [NumberClasses] numbers
// their labels, [Fits] reports a table that was read otherwise, and [Margins] predicts one.
package trainer
