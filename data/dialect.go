package data

import (
	"io"
	"unicode/utf8"

	"github.com/hardwood-ml/hardwood/data/internal/notation"
)

// Dialect is how a CSV file is written that is read with the options that a table was read with:
// [Options.Separator], [Options.NoQuotes], [Options.DecimalComma] and [Options.Encoding] say how. It has names in its
// first line, which [Options.Header] must not deny.
type Dialect struct {
	Comma   rune   // between cells
	Bare    bool   // cells have no quotes around them, and what is within them stays
	Missing string // what stands in an empty cell

	mark    bool
	numbers notation.Style
}

// Dialect returns the dialect of a table; that of one in memory has commas between cells.
func (t *Table) Dialect() Dialect {
	d := Dialect{Comma: ','}
	o := t.reading
	if o == nil {
		return d
	}
	d.numbers, d.mark, d.Bare = style(o), o.Encoding != "", o.NoQuotes
	switch {
	case o.Separator == blank:
		d.Comma, d.Missing = ' ', "NA" // as empty cells do not show between blanks
	case o.Separator != "":
		d.Comma, _ = utf8.DecodeRuneInString(o.Separator)
	case o.NoQuotes:
		d.Comma = '\t' // which texts hardly have
	case o.DecimalComma:
		d.Comma = ';'
	}
	return d
}

// Begin writes what tells a reader with another encoding in its options that a file is UTF-8.
func (d *Dialect) Begin(w io.Writer) error {
	if !d.mark {
		return nil
	}
	_, err := io.WriteString(w, utf8Mark)
	return err
}

// Word writes a number that programs write, and any other text as it is.
func (d *Dialect) Word(text string) string { return d.numbers.Word(text) }
