package main

import (
	"cmp"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/internal/replace"
)

// rowsFile is a file with results of each row of an attack or a proof.
type rowsFile struct {
	holds string // what it holds, for the note of a part
	path  string // - for standard output
	begin func(io.Writer, *rowsWork) (rowsLines, error)
}

// rowsLines writes what is found about rows. The file is complete only after end.
type rowsLines struct {
	end func() error
	add func(place int, r *attack.Result) error // the row at a place in the table
}

// rowsWriter writes files row by row. They appear when it commits.
type rowsWriter struct {
	work  *rowsWork
	files []rowsFile
	open  []*replace.File // nil for standard output
	lines []rowsLines     // of each file, nil before the first row
}

// add writes a row.
func (o *rowsWriter) add(c *cobra.Command, place int, r *attack.Result) error {
	if err := o.begin(c); err != nil {
		return err
	}
	for _, l := range o.lines {
		if err := l.add(place, r); err != nil {
			return err
		}
	}
	return nil
}

// begin opens the files if they are not open. Files are not opened before the first row, as
// a pipe may not have a reader yet.
func (o *rowsWriter) begin(c *cobra.Command) error {
	if o.lines != nil {
		return nil
	}
	for _, f := range o.files {
		to, err := dataOut(c), error(nil)
		if f.path != "-" {
			file, err := replace.Create(f.path)
			if err != nil {
				return err
			}
			o.open, to = append(o.open, file), file
		}
		lines, err := f.begin(to, o.work)
		if err != nil {
			return err
		}
		o.lines = append(o.lines, lines)
	}
	return nil
}

// commit ends the files and lets them appear.
func (o *rowsWriter) commit(c *cobra.Command) error {
	if err := o.begin(c); err != nil { // there were no rows
		return err
	}
	for _, l := range o.lines {
		if err := l.end(); err != nil {
			return err
		}
	}
	for _, f := range slices.Backward(o.open) { // the first file appears last: it shows that all are there
		if err := f.Commit(); err != nil {
			return err
		}
	}
	return nil
}

// abandon removes what was not committed.
func (o *rowsWriter) abandon() {
	for _, f := range o.open {
		f.Abandon()
	}
}

// csvLines writes a head, and for each row the record that fill makes.
func csvLines(to io.Writer, head []string, fill func(record []string, r *attack.Result)) (rowsLines, error) {
	out, record := report.NewCSV(to), make([]string, len(head))
	end := func() error {
		out.Flush()
		return out.Error()
	}
	add := func(_ int, r *attack.Result) error {
		fill(record, r)
		return out.Write(record)
	}
	return rowsLines{end, add}, out.Write(head)
}

// holdsOf returns what the parts of files hold.
func holdsOf(files []rowsFile) []string {
	var holds []string
	for _, f := range files {
		holds = append(holds, f.holds)
	}
	return holds
}

// unsealRows notes that the files of a part are about to change.
func (p *partFlags) unsealRows(files []rowsFile) error {
	var err error
	for _, f := range files {
		err = cmp.Or(err, p.unseal(f.path))
	}
	return err
}

// sealRows notes that the files of a part are complete, the first one last.
func (p *partFlags) sealRows(files []rowsFile) error {
	var err error
	for _, f := range slices.Backward(files) {
		err = cmp.Or(err, p.seal(f.path, f.holds))
	}
	return err
}
