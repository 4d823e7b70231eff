package report

import (
	"cmp"
	"context"
	"io"
	"math"
	"slices"
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
// say, the distance found is in found_distance.
//
// The file is read with the options that the table was read with, and each example is then the same to
// the bit; but it always has the names of its columns, so that its label is found by name. What an
// example does not change stays as it is written in a file of texts, columns that are no features among
// it, which come last. What it changes is in the notation of its column, such as 29.01.2021, 1.234,5 or
// $12.00, as far as that holds the value: see [data.Written.Changed]. The column of the label has its
// own name too, for options that ask for it.
type Examples struct {
	out      *CSV
	dialect  data.Dialect
	table    *data.Table
	written  *data.Written   // nil if there is no text to keep
	kinds    []column.Column // what the table's columns hold
	places   map[int]int     // index of a row in the table by its position; nil if they are the same
	classes  []string
	norm     attack.Norm
	can      *attack.Constraints
	results  int  // number of result columns
	labelled bool // the last column is that of the label, by its own name
	record   []string
}

// NewExamples writes the header of examples.csv for the rows of a table, with or without times. c are
// the attacker's constraints, nil for none.
func NewExamples(w io.Writer, table *data.Table, norm attack.Norm, c *attack.Constraints, times bool) (*Examples, error) {
	columns := Columns(times)
	features := table.Features
	written, err := table.Written(context.Background()) // finished rows are written after an interruption too
	if err != nil {
		return nil, err
	}
	if written != nil {
		features = slices.Concat(features, written.Beside)
	}
	label := table.Found.Label
	labelled := label != "" && label != resultColumns[labelColumn]
	if labelled {
		features = append(slices.Clip(features), label)
	}
	dialect := table.Dialect()
	out, err := newCSV(w, &dialect)
	if err != nil {
		return nil, err
	}
	head := append(besides(features, append([]string{"model"}, columns...)), features...)
	x := &Examples{
		out: out, dialect: dialect, table: table, written: written, kinds: table.Kinds(), classes: table.Classes,
		norm: norm, can: c, results: len(columns), labelled: labelled, record: make([]string, len(head)),
	}
	if table.Positions != nil {
		x.places = make(map[int]int, table.Rows)
	}
	for i, position := range table.Positions {
		x.places[position] = i
	}
	return x, x.out.Write(head)
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

// labelColumn is the place of the true class among the results.
const labelColumn = 1

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
	for i, cell := range x.record[:1+x.results] {
		x.record[i] = x.dialect.Word(cell)
	}
	features := x.record[1+x.results:]
	clear(features)
	if r.Example != nil {
		if x.labelled {
			features[len(features)-1] = x.dialect.Word(x.classes[r.Label])
		}
		place := r.Row
		if x.places != nil {
			place = x.places[r.Row]
		}
		x.example(m.Ensemble, place, row, r.Example, features)
	}
	for i, cell := range x.record {
		x.record[i] = cmp.Or(cell, x.dialect.Missing)
	}
	return x.out.Write(x.record)
}

// example writes the cells of an example for the row at a place of the table, which the model reads
// as row.
func (x *Examples) example(e *ensemble.Ensemble, place int, row, example []float64, cells []string) {
	if x.written != nil {
		texts, err := x.written.Row(place)
		if err != nil { // as a source that went away is no reason to lose what was found
			x.written.Close()
			x.written = nil
		}
		copy(cells, texts)
	}
	for f, v := range eval.RawExample(e, x.can, row, example, x.table.RawRow(place)) {
		to, was := example[f], row[f]
		switch same := to == was || to != to && was != was; {
		case same && (cells[f] != "" || to != to && x.written != nil): // of words for missing values, an empty cell keeps its own
		case same && x.table.Stranger(place, f) != "":
			cells[f] = x.table.Stranger(place, f)
		case x.written != nil:
			cells[f] = x.written.Changed(f, cells[f], x.cell(e, f, v))
		default:
			cells[f] = x.dialect.Word(x.cell(e, f, v))
		}
	}
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
	if v == math.Trunc(v) && math.Abs(v) < 1<<53 { // digit by digit, as ids are written beside it
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return Decimal(v)
}

// Flush writes what is still buffered, and closes the source that texts were kept from.
func (x *Examples) Flush() error {
	if x.written != nil {
		x.written.Close()
	}
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
