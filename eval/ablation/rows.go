package ablation

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// Rows is what a store keeps of a run beside its metrics, to tell whether two runs made the same
// model and to compare them row by row. Runs of earlier versions have none.
type Rows struct {
	Trained int      `json:"trained"`           // number of training rows
	Trees   string   `json:"trees"`             // hash of the model without its origin
	Held    []string `json:"held"`              // per class a letter for each of its test rows, in their order
	Groups  []int    `json:"groups,omitempty"`  // group of each of these rows, if resamples draw groups
	Outside int      `json:"outside,omitempty"` // number of further test rows, outside the attacker's bounds, that are not judged
	File    int      `json:"file,omitempty"`    // number of rows of the test file, 0 if test rows are a part of the source
	Places  []int    `json:"places,omitempty"`  // places of these rows in that file, nil if they are all of it
}

// The letters of Rows.Held.
const (
	broken = 'b' // wrong without an attacker
	clean  = 'c' // right, but broken by an attack
	robust = 'r' // right, and proved robust at the eps of the data set; not broken, if the method does not prove
	open   = 'o' // right, and neither broken nor proved by a proving method
)

// document is what a store keeps as metrics.
type document struct {
	*eval.Document
	Rows `json:"rows"`
}

// rowsOf returns what to keep of a run at an eps of its report.
func rowsOf(report *eval.Report, eps float64, rows *tables) (Rows, error) {
	of, k := report.Models[0], slices.Index(report.Eps, eps)
	proves := slices.Contains(method.Names(method.Prove), report.Method)
	r := Rows{Trained: rows.Train.Rows, Held: make([]string, len(of.Classes)), Outside: rows.outside, File: rows.file}
	groups, places := make([][]int, len(of.Classes)), make([][]int, len(of.Classes))
	for i, o := range of.Outcomes.All() {
		letter := broken
		switch v := o.Verdict(k, eps); {
		case v == attack.Undecided && proves:
			letter = open
		case v != attack.Broken:
			letter = robust
		case o.Correct():
			letter = clean
		}
		r.Held[o.Label] += string(letter)
		if all := of.Outcomes.Groups(); all != nil {
			groups[o.Label] = append(groups[o.Label], all[i])
		}
		if rows.Test.Rows < rows.file {
			places[o.Label] = append(places[o.Label], rows.Test.Position(i))
		}
	}
	r.Groups, r.Places = slices.Concat(groups...), slices.Concat(places...)
	bare := *of.Ensemble
	bare.Origin = ensemble.Origin{}
	h := sha256.New()
	err := format.Write(h, &bare, format.Hardwood)
	r.Trees = hex.EncodeToString(h.Sum(nil))
	return r, err
}

// read reads what is kept of the rows of a run; older runs have none.
func (r *Rows) read(metrics string) error {
	var d struct {
		Rows *Rows `json:"rows"`
	}
	d.Rows = r
	return json.Unmarshal([]byte(metrics), &d)
}

// check refuses unknown letters, and groups and places that are not as many as the rows.
func (r *Rows) check() error {
	rows := len(strings.Join(r.Held, ""))
	if r.Groups != nil && len(r.Groups) != rows {
		return fmt.Errorf("groups of %d rows for %d", len(r.Groups), rows)
	}
	if r.Places != nil && len(r.Places) != rows {
		return fmt.Errorf("places of %d rows for %d", len(r.Places), rows)
	}
	for class, held := range r.Held {
		if strings.Trim(held, "bcor") != "" {
			return fmt.Errorf("rows of class %d are %q", class, held)
		}
	}
	return nil
}

// sameTrees reports whether two runs are known to have made the same model.
func (r *Rows) sameTrees(o *Rows) bool { return r == o || r.Trees != "" && r.Trees == o.Trees }

// values returns one value per row, such that their mean is the share of rows with one of the
// letters, or the mean of these shares over the classes; nil without rows.
func (r *Rows) values(letters string, balanced bool) []float64 {
	rows, classes := 0, 0
	for _, held := range r.Held {
		if rows += len(held); held != "" {
			classes++
		}
	}
	if rows == 0 {
		return nil
	}
	values := make([]float64, 0, rows)
	for _, held := range r.Held {
		worth := 1.0
		if balanced {
			worth = float64(rows) / float64(max(classes*len(held), 1))
		}
		for i := range len(held) {
			value := 0.0
			if strings.IndexByte(letters, held[i]) >= 0 {
				value = worth
			}
			values = append(values, value)
		}
	}
	return values
}
