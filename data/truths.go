package data

import (
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
)

// truths turns words such as yes and no or true and false into 1 and 0, and reports
// whether all are of one pair.
func (d *decision) truths(c *textColumn) bool {
	words := c.words
	if !c.wordsOnly() {
		return false
	}
	var pair string
	values := make([]float64, len(words))
	for i, w := range words {
		w = strings.TrimSpace(w)
		p := pairOf(w)
		if p == "" || pair != "" && p != pair {
			return false
		}
		pair = p
		values[i], _ = truth(w)
	}
	d.Kind, d.Codes, d.Names, d.values = column.Boolean, []int32{0, 1}, strings.Split(pair, "/"), values
	return true
}

var truthPairs = []string{"no/yes", "false/true", "f/t", "n/y"}

// pairOf returns the pair of a word for yes or no, "" for any other word.
func pairOf(word string) string {
	for _, pair := range truthPairs {
		off, on, _ := strings.Cut(pair, "/")
		if strings.EqualFold(word, off) || strings.EqualFold(word, on) {
			return pair
		}
	}
	return ""
}

// truth returns 1 or 0 for a word, or for 1 or 0.
func truth(word string) (v float64, ok bool) {
	if word == "0" || word == "1" {
		return float64(word[0] - '0'), true
	}
	pair := pairOf(word)
	_, on, _ := strings.Cut(pair, "/")
	if pair != "" && strings.EqualFold(word, on) {
		v = 1
	}
	return v, pair != ""
}
