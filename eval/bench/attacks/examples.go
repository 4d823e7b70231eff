package attacks

import (
	"encoding/csv"
	"fmt"
	"io"
	"path/filepath"
	"strconv"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval/bench/reference"
	"github.com/hardwood-ml/hardwood/internal/replace"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// writeExamples writes the examples of a suite into a folder, one per line with label, class and
// values. For models known only by their dump it also writes the model as XGBoost reads it.
func writeExamples(folder string, m reference.Model, s *reference.Suite, results []attack.Result) error {
	if m.Dump {
		rounded := format.Writer{Round: true} // ties go to another class, but no example is a tie
		if err := rounded.WriteFile(filepath.Join(folder, m.Name+".json"), s.Ensemble, format.XGBoost); err != nil {
			return err
		}
	}
	return replace.With(filepath.Join(folder, fmt.Sprintf("%s.%v.csv", m.Name, s.Problem.Norm)), func(w io.Writer) error {
		out := csv.NewWriter(w)
		for _, r := range results {
			if r.Example == nil {
				continue
			}
			line := []string{strconv.Itoa(r.Label), strconv.Itoa(r.Class)}
			for _, v := range r.Example {
				line = append(line, strconv.FormatFloat(v, 'g', -1, 64))
			}
			if err := out.Write(line); err != nil {
				return err
			}
		}
		out.Flush()
		return out.Error()
	})
}
