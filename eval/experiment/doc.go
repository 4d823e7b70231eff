// Package experiment runs what the commands harden, ablate and reproduce have
// in common: prepare rows, train a model with or without an attack in the
// loop, and say how long it took.
package experiment
