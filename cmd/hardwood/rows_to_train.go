package main

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/experiment"
)

// readTrainTest reads the training rows and, if test is not empty, the test
// rows of a command.
func readTrainTest(d *dataFlags, test string, scale experiment.Scale, seed uint64) (*experiment.Data, error) {
	if err := d.need(); err != nil {
		return nil, err
	}
	train, err := d.read(d.source)
	if err != nil {
		return nil, err
	}
	held, err := d.readTest(test, train, seed)
	if err != nil {
		return nil, err
	}
	sampled := d.sample(train, seed)
	if sampled.Rows < train.Rows {
		progressOf(d.command).keep(fmt.Sprintf("%s: trained on %d of its rows, drawn by --rows", d.source, sampled.Rows))
	}
	rows, err := d.scaled(experiment.Prepare(sampled, held, scale))
	if err == nil && held != nil {
		d.doubtUnits(held)
		if d.SplitBy != "" {
			progressOf(d.command).warn(fmt.Sprintf("rows of one %q stay together within each file, but whether training and test rows share one is not checked", d.SplitBy))
		}
	}
	return rows, err
}

// scaled notes what may be surprising about prepared rows.
func (d *dataFlags) scaled(rows *experiment.Data, err error) (*experiment.Data, error) {
	if err == nil && rows.Note() != "" {
		progressOf(d.command).warn(rows.Note())
	}
	if err == nil {
		if copies := rows.Copies(); copies != "" {
			progressOf(d.command).warn(copies)
		}
	}
	return rows, err
}

// readTest reads the test rows like the training rows, nil if there are none.
func (d *dataFlags) readTest(test string, train *data.Table, seed uint64) (*data.Table, error) {
	if test == "" {
		return nil, nil
	}
	o, err := d.options()
	if err != nil {
		return nil, err
	}
	o.LabelsFile = ""
	held, err := d.load(test, o.Like(train))
	if err != nil {
		return nil, err
	}
	return sample(held, d.held, seed), nil
}
