// Package advboost hardens ensembles while they are trained: attacks, bounds
// and refits as hooks between the rounds of a trainer.
//
// # What hardens
//
// A [Ball] is what an adversary can make of a row. Against it there are four
// pieces, each of which works alone or with the others:
//
//   - robust splits ([Ball.Robust]): the trainer chooses each split for the
//     worst case. This is what hardens most, at little more than the cost of
//     natural training.
//   - worst-case gradients ([NewBound]): gradients are taken at the margins
//     that the trees so far leave to an adversary, by a bound or at the worst
//     row that a search finds, see [WorstCases].
//   - refits ([Refit], an option of NewBound): the leaf values of each new tree
//     are those that lower the worst-case loss, and a round that does not
//     lower it is rejected.
//   - examples ([NewExamples]): rows are attacked every so many rounds with any
//     [attack.Attack], and the next rounds are trained on what it found as
//     well, or instead, or on other weights. On natural splits this hardens
//     little, but it knows every norm and constraint that a split criterion
//     does not. Beside the others it is worth its time in every norm but inf,
//     where refits count the examples too.
//
// [Refine] is for models that are there, of any library: it keeps their trees and
// lowers the worst-case loss by other leaf values.
//
// A [Strategy] puts them together, [Default] is the one to start with, and
// [Harden] trains by it. On forests, which have no gradients, it is robust splits
// with leaves that rows under attack vote on ([NewRelabel]).
//
// # Which file does what
//
// options.go has the options of a strategy, defaults.go where to start, uses.go which of
// them mean something and are recorded, strategy.go makes hooks of them.
// walker.go finds the leaves of a tree that a row can be moved to, walk_levels.go where
// splits are on levels or on groups of columns, worst.go sums
// the worst of them over the trees, probe.go looks at all trees at once, and
// points.go keeps the worst rows that this finds. bound.go gives the margins to
// the trainer, refit.go improves the leaf values of new trees, by the loss of fit.go,
// the leads of lead.go and the steps of descend.go, relabel.go the votes of a
// forest, refine.go both of a finished model. examples.go attacks rows as
// examples_options.go says, by schedule.go; keep.go and pool.go hold the examples, as the cells that they move.
// inball.go is an attack of its own.
//
// Hooks use nothing but the public interface of package trainer, so others
// can be written in the same way, see the examples.
package advboost
