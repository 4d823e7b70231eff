package main

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/cluster/part"
)

// summarise prints what the command prints about all rows of the parts.
func summarise(c *cobra.Command, parts *part.Set) error {
	var outcomes []eval.Outcome
	times := parts.Job.Settings["no-times"] == "false"
	for _, path := range parts.Paths {
		f, err := parts.Open(path)
		if err != nil {
			return err
		}
		some, err := readOutcomes(f, times)
		f.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		outcomes = append(outcomes, some...)
	}
	if parts.Job.Command != "verify" {
		_, err := fmt.Fprintln(c.OutOrStdout(), summary(outcomes, times))
		return err
	}
	v := &verifyCommand{}
	if err := v.command().ParseFlags(parts.Args); err != nil {
		return err
	}
	eps, err := v.attack.radii()
	if err == nil {
		printBounds(c.OutOrStdout(), outcomes, eps, times)
	}
	return err
}

// readOutcomes reads of the rows of an attack or a proof what summaries need: of
// classes whether they are those of the labels.
func readOutcomes(rows io.Reader, times bool) ([]eval.Outcome, error) {
	in := csv.NewReader(rows)
	in.ReuseRecord = true
	record, err := in.Read()
	if err != nil {
		return nil, err
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
	var outcomes []eval.Outcome
	for {
		if record, err = in.Read(); errors.Is(err, io.EOF) {
			return outcomes, nil
		} else if err != nil {
			return nil, err
		}
		o := eval.Outcome{Distance: number("distance"), LowerBound: number("lower_bound")}
		if cell("predicted") != cell("label") {
			o.Predicted = 1
		}
		err = cmp.Or(err, o.Status.UnmarshalText([]byte(cell("status"))))
		if times {
			o.Seconds = number("seconds")
		}
		if err != nil {
			return nil, err
		}
		outcomes = append(outcomes, o)
	}
}
