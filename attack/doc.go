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
// A method of one's own hands out one [Searcher] per worker, and asks what it
// needs of a victim from [Space].
//
// # What is adversarial
//
// A point is adversarial for a victim of class y if the plain predictor, which
// does the arithmetic of the library that trained the model, predicts another
// class than y there (the class asked for, in a targeted attack). Nothing else
// counts, so what is proved holds for the model as it runs, also where only the
// rounding of its sums decides.
//
// Searches add up sums in exact arithmetic ([ensemble.Contrast]), which a bound
// on the predictor's rounding joins to what it says: bounds and proofs are about
// all points that it may take for adversarial. Exact search asks it about each
// leaf tuple that lies between; what it cannot settle so, where classes are told
// apart by probability, stays open. Models whose sums can overflow are refused.
//
// # What distances are about
//
// The numbers that an attacker changes are those of the data, before a model rounds them
// to float32: see [NewProblem]. A distance of steps, such as whole numbers in a range of
// 20, is the fraction that they make, and is within the eps that is the same fraction.
//
// # Where searches work
//
// Searches work on cells of the grid. [Space] is the victim's view of it: the
// nearest admissible value of every cell, and its cost. Only the finished
// example has real values again.
//
// Levels of categories change to any that the model lists, or that splits and rows
// name where it lists none, each at the price of a change by 1. Nothing becomes
// missing unless [Constraints.Blank] says so. Methods that move numbers only refuse problems in which levels change.
//
// Missing values stay missing: a victim's missing features are resolved to
// their default branches before any search sees the model.
package attack
