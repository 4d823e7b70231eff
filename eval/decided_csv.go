package eval

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
)

// decidedColumns are the columns of a CSV file of decided rows, followed by those of the example
// as the model reads it. Classes are numbers; the columns from decided_class on hold what the
// [Outcome] may have different from the result.
var decidedColumns = []string{
	"model", "row", "label", "predicted", "class", "status", "distance", "lower_bound", "queries", "seconds",
	"decided_class", "decided_status", "decided_distance", "verdicts",
}

// DecidedWriter writes what [Prepared.Decide] found as CSV, which [ReadDecided] reads.
type DecidedWriter struct {
	out      *csv.Writer
	features int
}

// NewDecidedWriter writes the header of a file for models with a number of features.
func NewDecidedWriter(w io.Writer, features int) (*DecidedWriter, error) {
	head := decidedColumns
	for f := range features {
		head = append(head[:len(head):len(head)], "x"+strconv.Itoa(f+1))
	}
	d := &DecidedWriter{csv.NewWriter(w), features}
	return d, d.out.Write(head)
}

// Write writes a row.
func (w *DecidedWriter) Write(m *Model, d *Decided) error {
	var verdicts []string
	for _, v := range d.Outcome.Decided {
		verdicts = append(verdicts, v.String())
	}
	record := []string{
		m.Name, strconv.Itoa(d.Row), strconv.Itoa(d.Label), strconv.Itoa(d.Predicted), strconv.Itoa(d.Class), d.Status.String(),
		exact(d.Distance), exact(d.LowerBound), strconv.Itoa(d.Stats.Queries), exact(d.Seconds),
		strconv.Itoa(d.OutcomeClass), d.Outcome.Status.String(), exact(d.Outcome.Distance), strings.Join(verdicts, " "),
	}
	if d.Example == nil {
		return w.out.Write(append(record, make([]string, w.features)...))
	}
	for _, v := range d.Example {
		record = append(record, exact(v))
	}
	return w.out.Write(record)
}

// Flush writes what is still buffered.
func (w *DecidedWriter) Flush() error {
	w.out.Flush()
	return w.out.Error()
}

// exact writes a number such that reading it gives the same one.
func exact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// ReadDecided reads what a [DecidedWriter] wrote about a model, up to the first error.
func ReadDecided(r io.Reader, model string) iter.Seq2[*Decided, error] {
	return func(yield func(*Decided, error) bool) {
		in := csv.NewReader(r)
		in.ReuseRecord = true
		head, err := in.Read()
		if err == nil && (len(head) < len(decidedColumns) || !slices.Equal(head[:len(decidedColumns)], decidedColumns)) {
			err = errors.New("this is no file of decided rows")
		}
		for err == nil {
			var record []string
			if record, err = in.Read(); err == io.EOF {
				return
			}
			if err != nil || record[0] != model {
				continue
			}
			c := cells{record: record[1:]}
			d := c.decided()
			if err = c.err; err != nil {
				line, _ := in.FieldPos(0)
				err = fmt.Errorf("line %d: %w", line, err)
			} else if !yield(d, nil) {
				return
			}
		}
		yield(nil, err)
	}
}

// cells are the cells of a record that are not read yet, and the first error.
type cells struct {
	record []string
	err    error
}

func (c *cells) decided() *Decided {
	d := newDecided(attack.Result{
		Row: c.whole(), Label: c.whole(), Predicted: c.whole(), Class: c.whole(), Status: c.status(),
		Distance: c.number(), LowerBound: c.number(), Stats: attack.Stats{Queries: c.whole()}, Seconds: c.number(),
	})
	d.OutcomeClass, d.Outcome.Status, d.Outcome.Distance = c.whole(), c.status(), c.number()
	for _, word := range strings.Fields(c.next()) {
		d.Outcome.Decided = append(d.Outcome.Decided, c.verdict(word))
	}
	if len(c.record) == 0 || c.record[0] == "" {
		return d
	}
	for len(c.record) > 0 {
		d.Example = append(d.Example, c.number())
	}
	return d
}

func (c *cells) next() string {
	cell := c.record[0]
	c.record = c.record[1:]
	return cell
}

func (c *cells) whole() int {
	v, err := strconv.Atoi(c.next())
	c.err = cmp.Or(c.err, err)
	return v
}

func (c *cells) number() float64 {
	v, err := strconv.ParseFloat(c.next(), 64)
	c.err = cmp.Or(c.err, err)
	return v
}

func (c *cells) status() (s attack.Status) {
	c.err = cmp.Or(c.err, s.UnmarshalText([]byte(c.next())))
	return s
}

func (c *cells) verdict(word string) attack.Verdict {
	for _, v := range []attack.Verdict{attack.Undecided, attack.Certified, attack.Broken} {
		if v.String() == word {
			return v
		}
	}
	c.err = cmp.Or(c.err, fmt.Errorf("unknown verdict %q", word))
	return attack.Undecided
}
