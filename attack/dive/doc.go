// Package dive finds near adversarial examples under L-inf quickly, in the
// small ensembles of a training loop: for ten trees it is many times quicker than
// the quickest LT-Attack and comes about as near (eval/bench/README.md has the
// figures). The more trees, the nearer LT-Attack comes than dives do.
//
// A ball around the victim grows (widen.go). How far it has to, at least, is
// known from the best leaf of each tree in it: parts of trees are looked into in
// the order of their distance (frontier.go), until these leaves would be enough
// together. For a few trees of natural training that is mostly as near as the
// nearest example.
//
// A dive (diver.go) sees whether there is one: one tree after the other takes its
// best leaf within those taken before, so that the leaves taken are a valid leaf
// tuple (Zhang, Zhang and Hsieh, NeurIPS 2020, arXiv:2010.11598), and the point of
// the tuple's bounding box (box.go, key.go) nearest to the victim is the example. If too much
// is lost, the ball grows until the best leaves make up for half of what was
// missing. Trees that lost by coming late then come earlier: squeaky wheel
// optimization (Joslin and Clements, doi:10.1613/jair.561). What the first example
// found does not need is taken back (trim.go), all of it: training learns far more
// from examples that change few features.
//
// Where the victim has an example of a few trees before (again.go), that is tried
// first: as it is, or with changes up to a fifth larger, it mostly is one still, which
// is far cheaper to find out than to dive.
//
// Where dives find nothing in all of space, the best leaves of all trees may not
// suffice, which proves that there is no example; or else LT-Attack looks for one.
//
// Package bound dives too, through leaves that the exact search has listed for
// its graphs anyway; here nothing is listed, and what subtrees hold at most says
// where to look.
package dive
