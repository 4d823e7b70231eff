package data

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// maxWords is how many different words of a column are held at most, and maxWord how
// many bytes such a word may have.
const maxWords, maxWord = 1 << 18, 1 << 10

// dictionary numbers the words of a column. If it turns out to hold more than levels, its words
// are dropped.
type dictionary struct {
	words  []string         // as they are written, with the blanks around them
	places []int32          // where each word stands first
	number map[string]int32 // of each word
	excess string           // why the words are too many or too long to be levels
	padded bool             // blanks before words are those behind a separator, if all words have some
	texts  int              // cells that are words other than None
	first  string           // the first of these, or the first cell of an unknown level
	at     place            // where it stands
}

// isWord reports whether a cell is surely neither a number nor a missing value. It is
// quick, and misses some words.
func (d *dictionary) isWord(cell string) bool {
	if notation.StartsAsWord(cell) {
		return true
	}
	if d.words == nil {
		return false
	}
	_, known := d.number[cell]
	return known
}

// add returns what stands for a word, a NaN of its own.
func (d *dictionary) add(text string, at place) (float64, error) {
	if bare := strings.TrimSpace(text); !strings.EqualFold(bare, notation.None) {
		if d.texts++; d.texts == 1 {
			d.first, d.at = strings.Clone(bare), at
		}
	}
	n, known := d.number[text]
	if !known && d.excess == "" {
		switch {
		case !utf8.ValidString(text):
			return 0, errNotUTF8(text)
		case len(text) > maxWord:
			d.excess = fmt.Sprintf("holds a text of %d bytes in %v", len(text), at)
		case len(d.words) == maxWords:
			d.excess = fmt.Sprintf("has more than %d levels", maxWords)
		}
		if d.excess != "" {
			d.words, d.places, d.number = nil, nil, nil
			return word(0), nil
		}
		if d.number == nil {
			d.number = map[string]int32{}
		}
		text = strings.Clone(text)
		n = int32(len(d.words))
		d.words, d.number[text] = append(d.words, text), n
		d.places = append(d.places, int32(max(min(at, math.MaxInt32), -math.MaxInt32)))
	}
	return word(n), nil
}

// unpad drops blanks before words that are those behind a separator, and returns the number of
// different words.
func (d *dictionary) unpad() int {
	bare := func(w string) bool { return w == "" || !strings.Contains(blanks, w[:1]) }
	if !d.padded || slices.ContainsFunc(d.words, bare) {
		return len(d.words)
	}
	different := map[string]bool{}
	for n, w := range d.words {
		d.words[n] = strings.TrimLeft(w, blanks)
		different[d.words[n]] = true
	}
	return len(different)
}

// trimWords drops the blanks around words, unless they tell two of them apart.
func (d *dictionary) trimWords() {
	alike := make(map[string]string, len(d.words)) // "" for words that differ in blanks
	for _, w := range d.words {
		bare := strings.TrimSpace(w)
		if other, twice := alike[bare]; twice && other != w {
			w = ""
		}
		alike[bare] = w
	}
	for n, w := range d.words {
		if bare := strings.TrimSpace(w); alike[bare] != "" {
			d.words[n] = bare
		}
	}
}

// errNotUTF8 says that a text is in another encoding.
func errNotUTF8(text string) error {
	return fmt.Errorf("%q is not UTF-8: Options.Encoding reads latin-1", phrase.Clip(text))
}

// wordBits are the upper half of the NaN of a word, which no arithmetic makes.
const wordBits = 0x7ffc0000

// word returns the NaN that stands for a word.
func word(n int32) float64 { return math.Float64frombits(wordBits<<32 | uint64(uint32(n))) }

// wordOf returns the word that a NaN stands for, and false for any other value.
func wordOf(v float64) (n int32, ok bool) {
	bits := math.Float64bits(v)
	return int32(uint32(bits)), bits>>32 == wordBits
}

// isText reports whether a value stands for a word.
func isText(v float64) bool { return v != v && math.Float64bits(v)>>32 == wordBits }
