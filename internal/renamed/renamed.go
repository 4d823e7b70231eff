// Package renamed knows the flags and the keys of specs that had another name in the previous
// version. Commands still accept the old name in this version, and print a line with the new one.
package renamed

// names are pairs of an old and a new name. An old name counts as the new one unless something else
// has that name.
var names = [][2]string{
	{"power", "distance-weight"},
	{"far", "any-distance"},
	{"warm", "warm-start"},
	{"scale", "starts-curve"},
	{"scale-methods", "starts-curve-methods"},
	{"scale-rows", "starts-curve-rows"},
	{"constraints", "threat"},
}

// To returns the new name for an old one, "" if it has none.
func To(old string) string {
	for _, n := range names {
		if n[0] == old {
			return n[1]
		}
	}
	return ""
}

// From returns the old name of a new one, "" if it has none.
func From(name string) string {
	for _, n := range names {
		if n[1] == name {
			return n[0]
		}
	}
	return ""
}
