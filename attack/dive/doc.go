// Package dive finds near adversarial examples under L-inf quickly, in the small ensembles of a
// training loop: for ten trees it is many times faster than the fastest LT-Attack, and its examples
// are about as near (eval/bench/attack.md has the figures). With more trees, the examples of
// LT-Attack are nearer.
//
// A ball around the victim grows (widen.go). The best leaf of each tree in it tells how far it has
// to grow at least: parts of trees are looked into in the order of their distance (frontier.go),
// until these leaves would be enough together. For a few trees without hardening that is usually as
// near as the nearest example.
//
// A dive (diver.go) looks for one: one tree after another takes its best leaf compatible with those
// taken before, so that the leaves taken are a valid leaf tuple (Zhang, Zhang and Hsieh, NeurIPS
// 2020, arXiv:2010.11598), and the point of the tuple's bounding box (box.go, key.go) nearest to
// the victim is the example. If too much is lost, the ball grows until the best leaves make up for
// half of what was missing. Trees that lost by coming late then come earlier: squeaky wheel
// optimization (Joslin and Clements, doi:10.1613/jair.561). All changes that the first example
// found does not need are undone (trim.go): training learns far more from examples that change few
// features. Trees are laid out for this once, where all contrasts can share them (plan.go, shared.go), and
// the plans of few labels are kept if they are large (plans.go).
//
// If the victim has an example from a few trees before (again.go), that is tried first: as it is,
// or with changes up to a fifth larger, it usually still is an example, and that is far cheaper to
// find out than by a dive.
//
// If dives find nothing in the whole space, either the best leaves of all trees do not suffice,
// which proves that there is no example, or LT-Attack looks for one.
//
// Package bound dives too, through leaves that the exact search has listed for its graphs anyway.
// Here nothing is listed, and the largest leaf below each node tells where to look.
package dive
