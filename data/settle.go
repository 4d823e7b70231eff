package data

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// described reports whether somebody has said what the columns hold, and so has looked at them: then no
// doubts are noted.
func (c *collector) described() bool { return c.o.Columns != nil || c.o.Schema != nil }

// settleColumns decides what the columns hold, puts numbers in the place of
// words, and drops columns that are not features.
func (c *collector) settleColumns() error {
	t, x := c.table, c.o.texts
	if x == nil {
		return nil
	}
	var decisions []decision
	var kept []int
	var faults []error
	changed, once := false, true
	for f := range x.columns {
		if f == c.weight {
			continue
		}
		d, err := c.settleColumn(f, len(decisions))
		if err != nil {
			faults = append(faults, err)
			once = once && x.columns[f].texts == 1
		}
		of := &x.columns[f]
		if t.Found.Unseen += of.unseen; d.ignored != "" {
			t.Found.Ignored = append(t.Found.Ignored, Ignored{of.name, d.ignored})
			t.Found.Doubts = slices.DeleteFunc(slices.Clone(t.Found.Doubts), func(doubt string) bool { return doubt == isFeature(of.name) })
		} else {
			kept = append(kept, len(decisions))
			t.Found.Stranger = cmp.Or(t.Found.Stranger, of.stranger())
			t.Found.Untold = t.Found.Untold || of.unseen > 0 && leavesOut(of.known)
		}
		changed = changed || d.ignored != "" || len(of.words) > 0
		decisions = append(decisions, d)
		t.Found.doubt(of, &d)
	}
	if faults != nil {
		return together(faults, once)
	}
	if len(kept) == 0 {
		return &Error{Err: fmt.Errorf("no features: %s%s", t.Found.why(), t.Found.howToKeep())}
	}
	if changed {
		t.exchange(decisions, kept)
		t.moveStrangers(kept)
	}
	if c.absent != nil {
		t.Found.Missing = 0
		for _, f := range kept {
			t.Found.Missing += c.absent[f]
		}
	}
	t.setColumns(decisions, kept)
	c.doubtNames()
	c.doubtSame()
	c.doubtStandIns()
	c.doubtDateNumbers()
	c.doubtTotal()
	c.doubtNotAvailable()
	return nil
}

// settleColumn decides what the column of number f, which has place at in the rows, holds.
func (c *collector) settleColumn(f, at int) (decision, error) {
	t, of := c.table, &c.o.texts.columns[f]
	if of.name == c.o.SplitBy && of.name != "" {
		t.Found.SplitBy = of.name
		return decision{ignored: "says which rows stay together"}, t.group(at, of)
	}
	d, err := of.decide()
	if of.known != nil && !of.fixed && t.isEmpty(at) {
		d.ignored = noValues
	}
	if d.Kind == column.Numeric && slices.Contains(c.whole, f) && !slices.ContainsFunc(d.values, fractional) {
		d.Kind = column.Integer
	}
	if of.merged == "" {
		of.merged = t.zerosTell(at, of)
	}
	if d.levels != nil && err == nil {
		numbers := t.numbersOf(at)
		err = d.settle(of, numbers)
		d.doubt = cmp.Or(of.mostlyNumbers(len(numbers)), of.withUnit(), of.durations(), of.bothOrders(), of.byValue())
		if of.tellsRows(len(d.levels)) {
			d.ignored, d.doubt = tellsRows, of.withUnit()
		}
	}
	d.MissingWords, d.Dates = of.own, cmp.Or(d.Dates, of.dates)
	return d, err
}

// doubt notes what speaks against what was decided of a column.
func (f *Found) doubt(of *textColumn, d *decision) {
	doubts := []string{d.doubt}
	if numbers := d.Kind == column.Numeric || d.Kind == column.Integer; numbers && d.ignored == "" {
		doubts = append(doubts, of.mixed, of.merged, of.bareDates(d.Dates))
	}
	if d.Kind == column.Categorical && of.known == nil {
		doubts = append(doubts, alikeNames(d.Names, "levels"))
	}
	for _, doubt := range doubts {
		if doubt != "" {
			f.Doubts = append(f.Doubts, fmt.Sprintf("column %q: %s", phrase.Clip(of.name), doubt))
		}
	}
}

// together returns the first fault of some columns, and says where the others are, so
// that a table can be mended in one go. once says that each is the only one of its column: if all
// stand in one line, that may be no row.
func together(faults []error, once bool) error {
	var first *Error
	if len(faults) == 1 || !errors.As(faults[0], &first) {
		return faults[0]
	}
	var others []string
	for _, err := range faults[1:] {
		if e := (*Error)(nil); errors.As(err, &e) {
			other := strconv.Quote(phrase.Clip(e.Column))
			once = once && e.place() == first.place()
			if at := e.place(); at != 0 {
				other += fmt.Sprintf(" (%v)", at)
			}
			others = append(others, other)
		}
	}
	all := *first
	all.Err = fmt.Errorf("%w. Other columns that cannot be read as they are: %s", first.Err, join(others))
	if once && first.Line > 0 {
		all.Err = fmt.Errorf("%w: as no other line has such words, leave it out if it is no row, but a second header, units or a total", all.Err)
	}
	return &all
}

// numbersOf returns the different numbers of a column, up to one more than can be levels.
func (t *Table) numbersOf(f int) map[float64]bool {
	numbers := map[float64]bool{}
	for i := range t.held() {
		if len(numbers) > maxWords {
			break
		}
		if v := t.At(i, f); v == v {
			numbers[v] = true
		}
	}
	return numbers
}

// isEmpty reports whether all values of a column are missing.
func (t *Table) isEmpty(f int) bool {
	for i := range t.held() {
		if v := t.At(i, f); v == v {
			return false
		}
	}
	return t.held() > 0
}

// held is the number of rows whose values are at hand: none while a stream is read
// for the first time.
func (t *Table) held() int {
	if t.compact != nil {
		return t.compact.rows
	}
	return len(t.X) / max(1, t.Cols)
}

// exchange puts numbers in the place of words and keeps some columns.
func (t *Table) exchange(decisions []decision, kept []int) {
	held, missing := t.held() > 0, 0
	if t.compact != nil {
		missing = t.compact.settle(decisions, kept)
	} else {
		to := t.X[:0]
		for i := range t.held() {
			row := t.X[i*t.Cols : (i+1)*t.Cols]
			for _, f := range kept { // columns move towards the front only
				v := decisions[f].number(row[f])
				if v != v {
					missing++
				}
				to = append(to, v)
			}
		}
		t.X = to
	}
	if held {
		t.Found.Missing = missing // of the columns that are left
	}
	names := make([]string, 0, len(kept))
	for _, f := range kept {
		names = append(names, t.Features[f])
	}
	t.Features, t.Cols = names, len(kept)
}

// number returns what is put in the place of a cell.
func (d *decision) number(v float64) float64 {
	if n, word := wordOf(v); word {
		return d.values[n]
	}
	if d.levels != nil && v == v {
		return float64(d.levels[notation.Name(v)])
	}
	return v
}

// setColumns notes what the columns hold, unless all are numbers and no more.
func (t *Table) setColumns(decisions []decision, kept []int) {
	columns := make([]column.Column, 0, len(kept))
	for _, f := range kept {
		columns = append(columns, decisions[f].Column)
	}
	if slices.ContainsFunc(columns, func(c column.Column) bool {
		return c.Kind != column.Numeric || c.MissingWords != nil || c.Dates != column.NoDates
	}) {
		t.Columns = columns
	}
}

// kinds returns what the columns of the source that are not ignored hold, including
// the weights.
func (c *collector) kinds() []column.Column {
	kinds := c.table.Kinds()
	if c.weight < 0 {
		return kinds
	}
	at := c.weight
	for _, f := range c.o.texts.columns[:c.weight] {
		if c.table.Found.ignores(f.name) {
			at--
		}
	}
	return slices.Insert(slices.Clone(kinds), at, column.Column{})
}
