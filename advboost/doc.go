// Package advboost hardens ensembles while they are trained: attacks, bounds
// and refits as hooks between the rounds of a trainer.
//
// # What hardens
//
// A [Ball] is what an attacker can make of a row. Against it there are four
// pieces, each of which works alone or with the others:
//
//   - robust splits ([Ball.Robust]): the trainer chooses each split for the
//     worst case. This is what hardens most, at little more than the cost of
//     natural training.
//   - worst-case gradients ([NewBound]): gradients are taken at the margins
//     that the trees so far leave to an attacker, by a bound or at the worst
//     row that a search finds, see [WorstCases].
//   - refits ([Refit], an option of NewBound): the leaf values of each new tree
//     are those that lower the worst-case loss, and a round that does not
//     lower it is rejected.
//   - examples ([NewExamples]): rows are attacked every so many rounds with any
//     [attack.Attack], and the next rounds are trained on what it found as
//     well, or instead, or with other weights. On natural splits this hardens
//     little, but it obeys the norms and constraints that a split criterion
//     cannot express. Beside the other pieces it is worth its time in every
//     norm except inf; refits then count the examples too.
//
// [Refine] is for finished models of any library: it keeps their trees and lowers the
// worst-case loss by other leaf values.
//
// A [Strategy] puts them together, [Default] is the one to start with, and
// [Harden] trains by it. On forests, which have no gradients, it is robust splits
// with leaves that rows under attack vote on ([NewRelabel]).
//
// # Which file does what
//
//	strategy.go     hooks from a strategy: options.go its options, defaults.go where to
//	                start, uses.go which of them have an effect and are recorded
//	ball.go         what an attacker can make of a row; window.go past which thresholds,
//	                switches.go columns that change as a whole
//	ball_params.go  the ball as robust splits know it; ball_covers.go whether it covers a table
//	walker.go       the leaves of a tree that a row can be moved to; walk_levels.go where
//	                splits are on levels or on groups of columns
//	worst.go        the worst of them, summed over trees; columns.go for the columns that gain
//	                most; probe.go looks at all trees at once, points.go keeps what it finds
//	bound.go        gradients at the worst-case margins, for the trainer
//	refit.go        leaf values of new trees: fit.go the loss, lead.go the margins in it,
//	                descend.go the steps, order.go what monotone columns ask for
//	relabel.go      votes of a forest under attack
//	refine.go       leaf values of a finished model; refiner.go its trees and rows
//	examples.go     attacks on rows: victims.go on which, schedule.go when, inball.go an
//	                attack for that, worst_rows.go all that it finds, examples_options.go
//	                the options
//	keep.go         the examples, as the cells that they move; pool.go those in training
//
// Hooks use nothing but the public interface of package trainer, so others
// can be written in the same way, see the examples.
package advboost
