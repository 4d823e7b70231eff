package main

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/cluster/part"
)

// summarise prints the summary of all rows of the parts to a writer, as the command itself does.
func summarise(to io.Writer, parts *part.Set) error {
	v, proof := &verifyCommand{}, parts.Job.Command == "verify"
	var eps []float64
	if proof {
		if err := v.command().ParseFlags(parts.Args); err != nil {
			return err
		}
		var err error
		if eps, err = v.attack.radii(); err != nil {
			return err
		}
	}
	sum, times := newTally(eps), parts.Job.Settings["no-times"] == "false"
	for _, path := range parts.Paths {
		f, err := parts.Open(path)
		if err != nil {
			return err
		}
		err = readOutcomes(f, times, sum.add)
		f.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	if proof {
		sum.printBounds(to, times)
		return nil
	}
	norm, err := attack.ParseNorm(parts.Job.Settings["norm"])
	if err == nil {
		_, err = fmt.Fprintln(to, sum.attacked(norm, times))
	}
	return err
}

// readOutcomes reads what summaries need from the rows of an attack or a proof: all but
// the classes.
func readOutcomes(rows io.Reader, times bool, each func(*eval.Outcome)) error {
	in := csv.NewReader(rows)
	in.ReuseRecord = true
	record, err := in.Read()
	if err != nil {
		return err
	}
	head := slices.Clone(record)
	cell := func(column string) string {
		if i := slices.Index(head, column); i >= 0 {
			return record[i]
		}
		return ""
	}
	number := func(column string) float64 {
		v, wrong := strconv.ParseFloat(cell(column), 64)
		err = cmp.Or(err, wrong)
		return v
	}
	for {
		if record, err = in.Read(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		o := eval.Outcome{Distance: number("distance"), LowerBound: number("lower_bound")}
		err = cmp.Or(err, o.Status.UnmarshalText([]byte(cell("status"))))
		if times {
			o.Seconds = number("seconds")
		}
		if err != nil {
			return err
		}
		each(&o)
	}
}
