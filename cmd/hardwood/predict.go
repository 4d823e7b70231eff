package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

func newPredict() *cobra.Command {
	var model modelFlags
	var rows dataFlags
	var out string
	c := &cobra.Command{
		Use:   "predict",
		Short: "Predict the class, or the value, of each row",
		Long: `Predict writes a CSV file with the line row,predicted,probability_<class>,...
for each row of the data, which may lack labels. A regressor predicts a value, and
its line is row,predicted.

After Ctrl-C standard output ends with a whole line; of a file nothing is kept.`,
		Example: "  hardwood predict --model model.json --data new.csv --out predictions.csv",
		Args:    noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			e, err := model.readAny(c)
			if err != nil {
				return err
			}
			rows.Regression = e.Classes == 0
			var table *data.Table
			err = untilSignal(c.Context(), func() (err error) {
				table, err = rows.readFor(e, false)
				return err
			})
			if err != nil {
				return err
			}
			done := 0
			err = progressOf(c).during("predict "+phrase.Count(table.Rows, "row"), func() error {
				return writeOut(c, out, func(w io.Writer) (err error) {
					done, err = predict(w, e, table)
					return err
				})
			})
			switch {
			case !errors.Is(err, context.Canceled):
				return err
			case out == "-":
				return fmt.Errorf("interrupted after %d of %d rows: %w", done, table.Rows, err)
			default:
				return fmt.Errorf("interrupted; %s is not written: %w", out, err)
			}
		},
	}
	model.add(c)
	rows.add(c, "rows to predict")
	addOut(c, &out, "-", "file to write, - for standard output")
	return c
}

// predict writes the line of each row, whole lines at a time, and returns of how many rows it did.
func predict(w io.Writer, e *ensemble.Ensemble, t *data.Table) (rows int, err error) {
	var lines bytes.Buffer
	out := csv.NewWriter(&lines)
	write := func() error {
		out.Flush()
		_, err := lines.WriteTo(w)
		return cmp.Or(out.Error(), err)
	}
	classes := classNames(e, t.Classes)
	head := []string{"row", "predicted"}
	for _, name := range classes {
		head = append(head, "probability_"+name)
	}
	if err := out.Write(head); err != nil {
		return 0, err
	}
	p, record := make([]float64, e.Classes), make([]string, len(head))
	for from, of := range trainer.Margins(ensemble.NewPredictor(e), t, 0) {
		for i := range len(of) / e.Outputs {
			margins := of[i*e.Outputs : (i+1)*e.Outputs]
			record[0] = strconv.Itoa(t.Position(from + i))
			if e.Classes == 0 {
				record[1] = strconv.FormatFloat(margins[0], 'g', -1, 64)
			} else {
				record[1] = classes[e.ClassOf(margins)]
				e.Probabilities(margins, p)
			}
			for k, v := range p {
				record[2+k] = strconv.FormatFloat(v, 'g', -1, 64)
			}
			if err := out.Write(record); err != nil {
				return rows, err
			}
			const many = 100
			if next := from + i + 1; next%many == 0 {
				if err := write(); err != nil {
					return rows, err
				}
				rows = next
			}
		}
	}
	if err := write(); err != nil {
		return rows, err
	}
	return t.Rows, nil
}
