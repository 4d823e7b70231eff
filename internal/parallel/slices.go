package parallel

import "slices"

// Extend returns s with n more values, whatever they are. Memory is doubled, as before
// long as many rows are added as there were; what is not used yet costs nothing.
func Extend[T any](s []T, n int) []T {
	if len(s)+n > cap(s) {
		s = slices.Grow(s, max(n, len(s)))
	}
	return s[:len(s)+n]
}

// Resize returns s with n values, or others in its place, whatever they are. Rows
// are added from round to round, so what has to grow gets room to grow on.
func Resize[T any](s []T, n int) []T {
	if have := cap(s); have < n {
		room := n
		if have > 0 {
			room += n / 4
		}
		s = make([]T, n, room)
	}
	return s[:n]
}
