// Package pick takes members out of slices.
package pick

// Of returns the members of a slice at some places, nil if from is nil.
func Of[T any](from []T, at []int) []T {
	if from == nil {
		return nil
	}
	to := make([]T, len(at))
	for k, i := range at {
		to[k] = from[i]
	}
	return to
}
