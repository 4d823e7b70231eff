package data

import (
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/data/internal/notation"
)

// Changed returns the cell of feature f that said was and comes to hold is, which is written as
// [column.Column.Cell] has it, or a number as programs write it. It is in the notation of its column:
// a date as other dates there, a number with the units and the decimal comma of others, yes and no in
// the words and the case of others. Read with the options of the table it is the same value; where
// the notation cannot hold that, such as a time among months, it is a date that begins with the year,
// or a plain number. A cell that goes missing has the word that the first missing cell of the table has.
func (w *Written) Changed(f int, was, is string) string {
	numbers := style(w.table.reading)
	kind := &w.table.Kinds()[f]
	switch {
	case is == "":
		w.show(f)
		return w.absent
	case kind.Kind == column.Categorical:
		return numbers.Word(is)
	case kind.Kind == column.Boolean:
		return numbers.Word(truthLike(is, append([]string{was}, w.show(f)...)))
	case w.untold[f]:
		return numbers.Word(is)
	case w.orders[f] != column.NoDates:
		if date := notation.DateLike(is, was, w.show(f), w.orders[f]); date != is || !notation.IsNumber(is) {
			return w.unsplit(date, is, w.orders[f])
		}
	}
	cells := []string{was}
	if numbers.Formatted {
		cells = append(cells, w.show(f)...)
	}
	return numbers.Like(is, cells...)
}

// unsplit writes a date without what separates cells, if cells have no quotes around them: with a T before
// its time, or as a number.
func (w *Written) unsplit(text, date string, order column.Dates) string {
	d := w.table.Dialect()
	splits := func(text string) bool { return d.Bare && strings.ContainsRune(text, d.Comma) }
	if !splits(text) {
		return text
	}
	if text = strings.Replace(date, " ", "T", 1); splits(text) {
		days, _ := notation.Day(date, order)
		return d.Word(formatValue(days))
	}
	return text
}

// truthLike writes a word for yes or no as the first of some cells that is one, or is a number.
func truthLike(is string, cells []string) string {
	v, ok := notation.Truth(is)
	if !ok {
		return is
	}
	for _, cell := range cells {
		cell = strings.TrimSpace(cell)
		words := strings.Split(notation.TruthPair(cell), "/")
		if len(words) == 2 {
			return inCaseOf(cell, words[int(v)])
		}
		if was, err := notation.Parse(cell); err == nil && (was == 0 || was == 1) {
			return notation.Style{}.Like(string('0'+rune(v)), cell)
		}
	}
	return is
}

// inCaseOf writes a word in capitals, or with one, if another word is written so.
func inCaseOf(was, word string) string {
	switch was {
	case strings.ToLower(was):
		return word
	case strings.ToUpper(was):
		return strings.ToUpper(word)
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

// Records and different cells that show how the cells of a column are written.
const (
	showingRecords = 500
	showingCells   = 30
)

// show returns the first different cells of feature f, if they tell how a cell is written.
func (w *Written) show(f int) []string {
	if w.shown != nil {
		return w.shown[f]
	}
	w.shown = make([][]string, w.table.Cols)
	first := &Written{table: w.table, ctx: w.ctx}
	defer first.Close()
	if first.open() != nil || first.reader == nil {
		return nil
	}
	kinds, formatted, missing := w.table.Kinds(), w.table.reading.FormattedNumbers, false
	for range showingRecords {
		cells, _, err := first.reader.next()
		if err != nil {
			break
		}
		for f, place := range w.places[:w.table.Cols] {
			if place < 0 {
				continue
			}
			cell := strings.TrimSpace(cells[place])
			if notation.IsMissing(cell) {
				if !missing {
					w.absent, missing = strings.Clone(cell), true
				}
				continue
			}
			if kinds[f].Kind == column.Categorical || w.orders[f] == column.NoDates && kinds[f].Kind != column.Boolean && !formatted {
				continue
			}
			if len(w.shown[f]) < showingCells && !slices.Contains(w.shown[f], cell) {
				w.shown[f] = append(w.shown[f], strings.Clone(cell))
			}
		}
	}
	return w.shown[f]
}

// setOrders notes how the dates of the features are read. Other rows of a file that has the day first,
// where the month is expected to come first, need not show it.
func (w *Written) setOrders() {
	w.orders, w.untold = make([]column.Dates, w.table.Cols), make([]bool, w.table.Cols)
	texts := w.reader.chosen().texts.columns
	for f, kind := range w.table.Kinds() {
		if w.orders[f] = kind.Dates; kind.Dates == column.NoDates {
			continue
		}
		at := slices.IndexFunc(texts, func(c textColumn) bool { return c.name == w.table.Features[f] })
		if at >= 0 && texts[at].known != nil && texts[at].dates != kind.Dates {
			w.orders[f], w.untold[f] = texts[at].dates, true
		}
	}
}

// yearFirst writes a date of feature f so that it is read in any order, and any other cell as it is.
func (w *Written) yearFirst(f int, cell string) string {
	if days, ok := notation.Day(strings.TrimSpace(cell), w.orders[f]); ok {
		if date, ok := w.table.Kinds()[f].Cell(days); ok {
			return date
		}
	}
	return cell
}
