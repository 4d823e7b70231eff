// Package leavesbridge predicts with leaves, an independent library: as a second opinion on our own
// models ([New]), and for models that only leaves can load ([Open]), which can be attacked as black
// boxes.
//
// leaves hides the trees. No other package of trainer depends on it.
package leavesbridge
