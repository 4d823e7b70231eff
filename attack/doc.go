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
// A point is adversarial for a victim of class y if some rival class beats y
// there in exact arithmetic ([ensemble.Contrast]) and the predictor, which does
// the arithmetic of the library that trained the model, predicts another class
// than y (the class asked for, in a targeted attack). Points
// that lie so near the boundary that only the rounding of sums decides are
// not adversarial.
//
// # Where searches work
//
// Searches work on cells of the grid. [Space] is the victim's view of it: the
// nearest admissible value of every cell, and its cost. Only the finished
// example has real values again.
//
// Missing values stay missing: a victim's missing features are resolved to
// their default branches before any search sees the model.
package attack
