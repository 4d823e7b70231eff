// Package limit bounds what a model file may claim, so that a damaged number does not fill the memory
// of whoever uses the model.
package limit

// The largest numbers of features and classes.
const (
	Features = 1 << 24
	Classes  = 1 << 16
)
