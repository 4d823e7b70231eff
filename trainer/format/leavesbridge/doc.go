// Package leavesbridge predicts with leaves, a library that knows nothing of
// hardwood: as an independent opinion on our own models ([New]), and for
// models that only leaves can load ([Open]), which can be attacked as black
// boxes.
//
// leaves hides the trees. It is the only package of trainer that depends on
// it.
package leavesbridge
