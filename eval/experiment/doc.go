// Package experiment does the main job, and what other commands share with it: [Harden] trains a
// natural and a hardened model, compares them and writes models and report. Its phases can also be
// used one by one: preparing rows ([Prepare]), training ([Data.Fit]), choosing a radius ([Probe],
// [Data.Radius]) and parameters ([Data.Tune]), scoring by proof ([Certify]).
//
//	options.go        what can be said; defaults.go what holds otherwise, progress.go what is told
//	data.go           rows as models read them; scale.go their scaling, copies.go copies among them
//	harden.go         the phases, one after the other; hardening.go what they share
//	choose_eps.go     the radius: radii.go those to try, radius.go how models do at each,
//	                  select_columns.go fewer columns for that, keep_classes.go smaller ones
//	no_levels.go      defaults where no level can change
//	norm_defaults.go  defaults of the norm or those of norm inf
//	loop.go           whether the attack in the loop pays
//	tune.go           parameters: tune_space.go, tune_check.go what is tried, tune_search.go in which
//	                  order, tune_score.go how good it is, tune_take.go what is taken
//	curve.go          what ever stronger hardening costs; curve_rounds.go in how few rounds
//	refine.go         new leaf values for a finished model
//	cross_validate.go the rows of all folds
//	folds.go          models of folds; judge.go, certify.go decide the rows held out, by_class.go
//	                  counts them
//	tally.go          accuracy, or errors, row by row
package experiment
