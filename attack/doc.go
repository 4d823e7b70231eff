// Package attack is what every attack on tree ensembles offers and shares.
//
// A [Problem] fixes the model, the norm, the constraints and the seed. An
// [Attack] is a method with its options; prepared for a problem it hands out
// one [Searcher] per worker, which finds for a [Victim] the nearest example
// that the model classifies differently. [Run] does that for many victims in
// parallel, with results that do not depend on the number of workers.
//
//	problem, err := attack.NewProblem(model, attack.LInf)
//	results, err := attack.Run(ctx, problem, ltattack.Attack{}, victims, attack.RunOptions{})
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
