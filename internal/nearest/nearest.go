// Package nearest finds the word that somebody probably meant.
package nearest

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Of returns the candidate with the fewest edits from word, the first of ties. If more than a third
// of its letters would have to change, it returns the only candidate that has all parts of word,
// such as "rounds" and "num" of "num_rounds", or all of whose parts word has; "" if there is none
// or several.
func Of(word string, candidates []string) string {
	best, fewest := "", len(word)+1
	for _, c := range candidates {
		if d := distance(strings.ToLower(word), strings.ToLower(c)); d < fewest && 3*d <= max(len(word), len(c), 3) {
			best, fewest = c, d
		}
	}
	if best == "" {
		best = only(strings.ToLower(word), candidates)
	}
	return best
}

// only returns the candidate that shares its parts with a word, if it is the only one.
func only(word string, candidates []string) string {
	found := ""
	for _, c := range candidates {
		if lower := strings.ToLower(c); !within(lower, word) && !within(word, lower) {
			continue
		}
		if found != "" {
			return ""
		}
		found = c
	}
	return found
}

// within reports whether all parts of a are parts of b.
func within(a, b string) bool {
	of := parts(b)
	for _, part := range parts(a) {
		if !slices.Contains(of, part) {
			return false
		}
	}
	return len(parts(a)) > 0
}

// parts returns the words and numbers of a name.
func parts(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// Unknown returns the error for a word that is not one of the candidates,
// with the one that was probably meant, or with all of them if they are few.
// kind says what the word is: "method", "column".
func Unknown(kind, word string, candidates []string) error {
	const few = 20
	if len(candidates) > few && Of(word, candidates) == "" {
		return fmt.Errorf("unknown %s %q", kind, word)
	}
	return UnknownOf(kind, word, candidates)
}

// UnknownOf is like Unknown, but names all candidates however many they are. It is for lists that
// do not grow with the user's files, such as the commands or the keys of a file.
func UnknownOf(kind, word string, candidates []string) error {
	if c := Of(word, candidates); c != "" {
		return fmt.Errorf("unknown %s %q: did you mean %q?", kind, word, c)
	}
	if len(candidates) == 0 {
		return fmt.Errorf("unknown %s %q", kind, word)
	}
	return fmt.Errorf("unknown %s %q: use one of %s", kind, word, strings.Join(candidates, ", "))
}

// distance is the number of letters to insert, delete, replace or swap with
// the next one (optimal string alignment; Damerau 1964,
// doi:10.1145/363958.363994).
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	older, old, row := make([]int, len(t)+1), make([]int, len(t)+1), make([]int, len(t)+1)
	for j := range row {
		row[j] = j
	}
	for i := range s {
		older, old, row = old, row, older
		row[0] = i + 1
		for j := range t {
			replace := old[j]
			if s[i] != t[j] {
				replace++
			}
			row[j+1] = min(replace, old[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && s[i] == t[j-1] && s[i-1] == t[j] {
				row[j+1] = min(row[j+1], older[j-1]+1)
			}
		}
	}
	return row[len(t)]
}
