package report

import (
	"io"
	"math"
	"strconv"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Examples writes examples.csv: one line per row and model with what the attack found, and the
// features of the example in the data's units, which are empty if no example was found. Columns of
// the data keep their names, by which models and people look for them: if one is called distance,
// say, the distance found is in found_distance. A level that the model does not know stays as it is
// written, unless the example changes it.
type Examples struct {
	out     *CSV
	table   *data.Table
	kinds   []column.Column // what the table's columns hold
	places  map[int]int     // index of a row in the table by its position; nil if they are the same
	classes []string
	norm    attack.Norm
	can     *attack.Constraints
	results int // number of result columns
	record  []string
}

// NewExamples writes the header of examples.csv for the rows of a table, with or without times. c are
// the attacker's constraints, nil for none.
func NewExamples(w io.Writer, table *data.Table, norm attack.Norm, c *attack.Constraints, times bool) (*Examples, error) {
	columns := Columns(times)
	head := besides(table.Features, append([]string{"model"}, columns...))
	x := &Examples{
		out: NewCSV(w), table: table, kinds: table.Kinds(), classes: table.Classes,
		norm: norm, can: c, results: len(columns), record: make([]string, len(head)+table.Cols),
	}
	if table.Positions != nil {
		x.places = make(map[int]int, table.Rows)
	}
	for i, position := range table.Positions {
		x.places[position] = i
	}
	return x, x.out.Write(append(head, table.Features...))
}

// besides returns columns, with a prefix for those that have the name of a feature.
func besides(features, columns []string) []string {
	taken := make(map[string]bool, len(features))
	for _, name := range features {
		taken[name] = true
	}
	for i, name := range columns {
		for taken[name] {
			name = "found_" + name
		}
		columns[i] = name
	}
	return columns
}

// resultColumns are the columns of what an attack found for a row.
var resultColumns = []string{"row", "label", "predicted", "adversarial_label", "norm", "distance", "lower_bound", "status", "seconds"}

// Columns returns the columns of what an attack found for a row. Without times it leaves out the
// last, the only one that depends on the machine.
func Columns(times bool) []string {
	if times {
		return resultColumns
	}
	return resultColumns[:len(resultColumns)-1]
}

// ResultRecord writes what an attack found into out, which has an element for each of [Columns].
// What does not exist is empty; an infinite distance is inf.
func ResultRecord(out []string, r *attack.Result, norm attack.Norm, classes []string) {
	out[0], out[1], out[2], out[3] = strconv.Itoa(r.Row), classes[r.Label], classes[r.Predicted], ""
	if r.Class >= 0 && r.Example != nil {
		out[3] = classes[r.Class]
	}
	out[4], out[5], out[6] = norm.String(), Decimal(r.Distance), Decimal(r.LowerBound)
	out[7] = r.Status.String()
	if len(out) == len(resultColumns) {
		out[8] = strconv.FormatFloat(r.Seconds, 'f', 6, 64)
	}
}

// Add writes the line of a row. It fits [eval.Options.Row].
func (x *Examples) Add(m *eval.Model, row []float64, r *attack.Result) error {
	x.record[0] = m.Name
	ResultRecord(x.record[1:1+x.results], r, x.norm, x.classes)
	features := x.record[1+x.results:]
	clear(features)
	if r.Example != nil {
		place := r.Row
		if x.places != nil {
			place = x.places[r.Row]
		}
		raw := x.table.RawRow(place)
		for f, v := range eval.RawExample(m.Ensemble, x.can, row, r.Example, raw) {
			if to, was := r.Example[f], row[f]; to == was || to != to && was != was {
				features[f] = x.table.Stranger(place, f)
			}
			if features[f] == "" {
				features[f] = x.cell(m.Ensemble, f, v)
			}
		}
	}
	return x.out.Write(x.record)
}

// cell writes a value as in the data: the word for a level or a boolean, or a number. It also knows
// levels of the rows that the model does not know.
func (x *Examples) cell(e *ensemble.Ensemble, f int, v float64) string {
	if e.Columns != nil {
		if word, ok := e.Columns[f].Cell(v); ok {
			return word
		}
		if word, ok := x.kinds[f].Cell(v); ok {
			return word
		}
	}
	return Decimal(v)
}

// Flush writes what is still buffered.
func (x *Examples) Flush() error {
	x.out.Flush()
	return x.out.Error()
}

// Decimal writes a number as in the CSV files: in full, inf for infinity, nothing for NaN.
func Decimal(v float64) string {
	switch {
	case math.IsNaN(v):
		return ""
	case math.IsInf(v, 1):
		return "inf"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
