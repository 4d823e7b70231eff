// Package exact proves the minimal adversarial distance, or that there is no
// adversarial example within a radius.
//
// # The search
//
// All searching is in balls around the victim. The ball of a cost becomes a factor graph per
// contrast (package bound), whose message-passing bound refutes the ball, or points at examples
// ([attack.Space] prices them, the climber repairs and shrinks them), or at the cut in two that
// helps most; the halves are searched depth first, starting from the messages of the whole.
//
//	attack.go     the options; auto.go those if nothing is known of the model
//	search.go     one victim after another
//	minimize.go   balls of rising effort until the minimum is proved
//	contest.go    which ball next: rising ones until an example is found, then
//	              the one just below it, then between what is proved and what
//	              was too hard; if costs add up, the one that should take
//	              the effort, going by how boxes grew so far
//	ball.go       a ball: bound, decode (decode.go), cut in two
//	incumbent.go  the best example, and what counts as one
//	budget.go     what was used, and may be
//	decide.go     one ball, any example will do: what trees on their own rule
//	              out, dives, the search; and the minimum if that is hard
//	leaf.go       one tree: the nearest leaf with a winning value
//	constants.go  all numbers that were chosen, and what they cost
//
// A ball embeds the incumbent and the budget, and the searcher embeds a ball.
//
// An untargeted attack has a contest per rival class, which share the best example; a targeted one
// has to win against all other classes at once, so it has one contest with a graph per class, all
// cut alike.
//
// # Polynomial cases
//
// A single tree is solved by its leaves (Chen et al., NeurIPS 2019, section 3.1, arXiv:1906.03849).
// Stumps in LInf (Andriushchenko and Hein, NeurIPS 2019, arXiv:1906.03526) need no code of their
// own: a stump hands all it knows to its one feature, so that the bound of a ball is the maximum
// after one sweep, and the point that it names reaches it.
//
// # What is proved
//
// Bounds are sums of integers that are only rounded up, so they hold exactly; costs that add up are
// compared with a relative tolerance of 1e-12. The bounds cover all that the model's own sums may
// be rounded to: if they do not refute a leaf tuple and the plain predictor has to decide, it is
// asked (see package attack). Results do not depend on the machine unless a budget of time ends the
// search.
package exact
