package data

import (
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// notAvailable is a word for a missing value that is a code of two letters too: of Namibia, of North America.
const notAvailable = "NA"

// gone counts a cell that is a word for a missing value.
func (c *textColumn) gone(bare string) {
	if c.missing++; bare == notAvailable {
		c.na++
	}
}

// areCodes reports whether some words are codes of two capitals, as notAvailable is.
func areCodes(words []string) bool {
	capital := func(b byte) bool { return 'A' <= b && b <= 'Z' }
	return len(words) > 2 && !slices.ContainsFunc(words, func(w string) bool {
		return len(w) != len(notAvailable) || !capital(w[0]) || !capital(w[1])
	})
}

// doubtNotAvailable notes the columns of codes, and the label, in which notAvailable may be one of them. In a file
// that has it in other columns too, it is the word for what is missing.
func (c *collector) doubtNotAvailable() {
	t := c.table
	if c.described() {
		return
	}
	var codes []string
	for f := range c.o.texts.columns {
		of := &c.o.texts.columns[f]
		switch {
		case of.na == 0:
		case !areCodes(of.words):
			return
		case !t.Found.ignores(of.name):
			codes = append(codes, of.name)
		}
	}
	for _, name := range codes {
		t.Found.Doubts = append(t.Found.Doubts, fmt.Sprintf("column %q: %q is taken for a missing value, and all levels have two capitals as it has: if it is one of them, Options.Schema with it in the list of levels keeps it", phrase.Clip(name), notAvailable))
	}
	if l := c.labels; l != nil && c.labelled && !l.fixed && l.number[notAvailable] == unlabelled && areCodes(l.classes) {
		t.Found.Doubts = append(t.Found.Doubts, fmt.Sprintf("rows whose label is %q are left out as rows without one, and all classes have two capitals as it has: if it is one of them, Options.Keep with all classes keeps it", notAvailable))
	}
}
