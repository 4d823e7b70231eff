// Package attack is what every attack on tree ensembles offers and shares.
//
// A [Problem] fixes the model, the norm, the constraints and the seed. An
// [Attack] is a method with its options; [Prepare] makes it the [Adversary] of a
// problem, whose verbs are
//
//   - [Adversary.Run]: find for each [Victim] the nearest example that the model
//     classifies differently,
//   - [Adversary.Decide]: say whether there is one within a radius.
//
// Both work on many victims in parallel, with results that do not depend on the
// number of threads, and check every example with the plain predictor. [Run]
// is Prepare and Run in one line:
//
//	problem, err := attack.NewProblem(model, attack.LInf)
//	results, err := attack.Run(ctx, problem, ltattack.Attack{}, victims, attack.RunOptions{})
//
// Your own method returns one [Searcher] per worker; [Space] gives it admissible values and costs.
//
// # What is adversarial
//
// A point is adversarial for a victim of class y if the plain predictor, which does the arithmetic
// of the library that trained the model, predicts another class than y there (the target class, in
// a targeted attack). Nothing else counts, so proofs hold for the model as it runs, even where only
// the rounding of its sums decides.
//
// Searches add scores in exact integers ([ensemble.Contrast]) and allow for the predictor's largest
// rounding error, so bounds and proofs cover every point that it could misclassify. Exact search
// asks the predictor about each leaf tuple within that error; what it cannot settle this way, for
// models that compare classes by probability, stays open. Models whose sums can overflow are
// refused.
//
// # What distances are about
//
// An attacker changes the numbers of the data, before a model rounds them to float32: see
// [NewProblem]. A distance of steps, such as whole numbers in a range of 20, is the fraction that
// they make, and is within an eps that equals this fraction.
//
// # Where searches work
//
// Searches work on cells of the grid. [Space] is the victim's view of it: the
// nearest admissible value of every cell, and its cost. Only the finished
// example has real values again.
//
// A level of a category may change to any level that the model lists, or that splits and rows name
// if it lists none, each at the price of a change by 1. A value becomes missing only if
// [Constraints.Blank] allows it. Methods that only move numbers refuse problems in which levels may
// change.
//
// Missing values stay missing, and so do levels that the model takes for missing values, as it does
// not know them: splits on a victim's missing features are resolved to their default
// branches before any search sees the model.
//
// # Files
//
//	problem.go         model, norm, constraints, seed; lack.go what a method does not support
//	adversary.go       a method prepared for a problem; worker.go one goroutine of it, horizon.go
//	                   where its proofs end, training.go what only training loops need
//	result.go          what is found; check.go confirms it, change.go says what it changes
//	norm.go            norms and costs; duel.go what an example has to win
//	constraints.go     what an attacker can do: constraints_check.go whether that makes sense,
//	                   constraints_rows.go which rows it admits, constraints_select.go of fewer columns
//	discrete.go        columns that change in steps or to listed values: places.go these values,
//	                   steps.go what rounding does to their distances
//	level_prices.go    prices of changes of level; levels.go the cheapest ones
//	space.go           a victim's cells; reset.go their values and costs
//	missing.go         victims with missing values; blank.go values that go missing
//	group.go           one-hot columns: group_model.go a model that reads them as a category,
//	                   group_search.go methods on it, ungroup.go columns on their own
//	link.go            columns tied by formulas and orders
//	link_search.go     examples of a method that knows no links, made to obey them; link_repair.go
//	                   moves the columns that others are derived from, link_hold.go makes up for
//	                   derived ones that cannot follow
//	link_decide.go     bounds with links: within a radius they leave columns intervals
//	                   (link_bounding.go, link_reach.go, link_share.go, link_span.go), which
//	                   link_parts.go cuts in two where link_split.go says
//	link_room.go       how far derived columns get, for training
//	still.go           columns that cannot change; still_links.go because of links
package attack
