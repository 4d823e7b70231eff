package notation

import "strings"

var truthPairs = []string{"no/yes", "false/true", "f/t", "n/y"}

// TruthPair returns the pair of a word for yes or no, "" for any other word.
func TruthPair(word string) string {
	for _, pair := range truthPairs {
		off, on, _ := strings.Cut(pair, "/")
		if strings.EqualFold(word, off) || strings.EqualFold(word, on) {
			return pair
		}
	}
	return ""
}

// Truth returns 1 or 0 for a word, or for 1 or 0.
func Truth(word string) (v float64, ok bool) {
	if word == "0" || word == "1" {
		return float64(word[0] - '0'), true
	}
	pair := TruthPair(word)
	_, on, _ := strings.Cut(pair, "/")
	if pair != "" && strings.EqualFold(word, on) {
		v = 1
	}
	return v, pair != ""
}
