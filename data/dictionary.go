package data

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// maxWords is how many different words of a column are held at most, and maxWord how
// many bytes such a word may have.
const maxWords, maxWord = 1 << 18, 1 << 10

// isWord reports whether a cell is surely neither a number nor a missing value. It is
// quick, and misses some words.
func (c *textColumn) isWord(cell string) bool {
	if notation.StartsAsWord(cell) {
		return true
	}
	if c.words == nil {
		return false
	}
	_, known := c.number[cell]
	return known
}

// word numbers a word. If a column turns out to hold more than levels, its words are
// dropped.
func (c *textColumn) word(text string, line int) (float64, error) {
	c.filled++
	if bare := strings.TrimSpace(text); !strings.EqualFold(bare, notation.None) {
		if c.texts++; c.texts == 1 {
			c.first, c.line = strings.Clone(bare), line
		}
	}
	n, known := c.number[text]
	if !known && c.excess == "" {
		switch {
		case !utf8.ValidString(text):
			return 0, errNotUTF8(text)
		case len(text) > maxWord:
			c.excess = fmt.Sprintf("holds a text of %d bytes in line %d", len(text), line)
		case len(c.words) == maxWords:
			c.excess = fmt.Sprintf("has more than %d levels", maxWords)
		}
		if c.excess != "" {
			c.words, c.lines, c.number = nil, nil, nil
			return word(0), nil
		}
		if c.number == nil {
			c.number = map[string]int32{}
		}
		text = strings.Clone(text)
		n = int32(len(c.words))
		c.words, c.number[text] = append(c.words, text), n
		c.lines = append(c.lines, int32(min(line, math.MaxInt32)))
	}
	return word(n), nil
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
