package parallel

import "slices"

// Extend returns s with n more values, of any content. It doubles the memory, as soon as many rows
// follow as there were; unused memory costs nothing.
func Extend[T any](s []T, n int) []T {
	if len(s)+n > cap(s) {
		s = slices.Grow(s, max(n, len(s)))
	}
	return s[:len(s)+n]
}

// Resize returns s with n values, or a new slice, of any content. Rows are added from round to
// round, so a slice that has to grow gets room to grow on.
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
