package data

import (
	"slices"
	"strconv"
	"strings"
)

// among reports whether all words are among all.
func among(words, all []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(all, w) })
}

// withNames returns names in which a column without one is called as in pandas, by its
// place from 0.
func withNames(names []string) []string {
	if !slices.Contains(names, "") {
		return names
	}
	names = slices.Clone(names)
	for k, name := range names {
		if name == "" {
			names[k] = "Unnamed: " + strconv.Itoa(k)
		}
	}
	return names
}

// bare returns names without the blanks around them, which files lose and pandas keeps: a
// model of another library may have them from "a, b".
func bare(names []string) []string {
	all := make([]string, len(names))
	for k, name := range names {
		all[k] = strings.TrimSpace(name)
	}
	return all
}

// underlined returns a name with underscores in place of blanks, as LightGBM keeps it.
func underlined(name string) string { return strings.ReplaceAll(name, " ", "_") }

// distinctNames returns names with a number after repeated ones, such as x.1 and x.2, as in
// pandas and R.
func distinctNames(names []string) []string {
	taken := make(map[string]bool, len(names))
	for _, name := range names {
		taken[name] = true
	}
	if len(taken) == len(names) {
		return names
	}
	names = slices.Clone(names)
	times := map[string]int{}
	for k, name := range names {
		for times[name]++; times[name] > 1; times[name]++ {
			if numbered := name + "." + strconv.Itoa(times[name]-1); !taken[numbered] {
				names[k], taken[numbered] = numbered, true
				break
			}
		}
	}
	return names
}

// numbered returns the names of n columns without names, from f<first> on.
func numbered(first, n int) []string {
	var digits [20]byte
	var all strings.Builder // one text for all, as there may be a million
	all.Grow(n * (1 + len(strconv.Itoa(first+n))))
	names := make([]string, n)
	for i := range names {
		from := all.Len()
		all.WriteByte('f')
		all.Write(strconv.AppendInt(digits[:0], int64(first+i), 10))
		names[i] = all.String()[from:]
	}
	return names
}
