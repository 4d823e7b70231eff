package ablation

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// Rows is what a store keeps of a run beside its metrics, to tell whether runs
// are alike and to compare them row by row. Runs of earlier versions have none.
type Rows struct {
	Trained int      `json:"trained"`           // number of training rows
	Trees   string   `json:"trees"`             // hash of the model, but for its origin
	Held    []string `json:"held"`              // per class a letter for each of its test rows, in their order
	Groups  []int    `json:"groups,omitempty"`  // of which each of these rows is, where resamples draw groups
	Outside int      `json:"outside,omitempty"` // number of further test rows, outside the bounds of the attacker, that are not judged
	File    int      `json:"file,omitempty"`    // number of rows of the test file, 0 where test rows are a part of the source
	Places  []int    `json:"places,omitempty"`  // which of the rows of that file these are, nil where they are all of it
}

// The letters of Rows.Held.
const (
	broken = 'b' // not right
	clean  = 'c' // right, until it is attacked
	robust = 'r' // right, and proved to stay so at the eps of the data set, or by a method without proofs not broken
	open   = 'o' // right, and neither broken nor proved by a method that proves: not known to be robust
)

// document is what a store keeps as metrics.
type document struct {
	*eval.Document
	Rows `json:"rows"`
}

// rowsOf returns what is to be kept of a run at the eps of number k, by a method that
// proves or does not.
func rowsOf(e *ensemble.Ensemble, of *eval.Evaluation, eps float64, k int, rows *tables, proves bool) (Rows, error) {
	r := Rows{Trained: rows.Train.Rows, Held: make([]string, len(of.Classes)), File: rows.file}
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
	bare := *e
	bare.Origin = ensemble.Origin{}
	h := sha256.New()
	err := format.Write(h, &bare, format.Hardwood)
	r.Trees = hex.EncodeToString(h.Sum(nil))
	return r, err
}

// read reads what is kept of the rows of a run; older ones have none.
func (r *Rows) read(metrics string) error {
	var d struct {
		Rows *Rows `json:"rows"`
	}
	d.Rows = r
	return json.Unmarshal([]byte(metrics), &d)
}

// check refuses letters that say nothing, and groups and places of other rows.
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

// sameTrees reports whether two runs made the same model, as far as is known.
func (r *Rows) sameTrees(o *Rows) bool { return r == o || r.Trees != "" && r.Trees == o.Trees }

// values returns what each row is worth: its mean is the share of rows with one
// of the letters, or the mean over the classes of these shares.
func (r *Rows) values(letters string, balanced bool) []float64 {
	rows, classes := 0, 0
	for _, held := range r.Held {
		if rows += len(held); held != "" {
			classes++
		}
	}
	var values []float64
	for _, held := range r.Held {
		worth := 1.0
		if balanced {
			worth = float64(rows) / float64(max(classes*len(held), 1))
		}
		for _, letter := range held {
			if strings.ContainsRune(letters, letter) {
				values = append(values, worth)
			} else {
				values = append(values, 0)
			}
		}
	}
	return values
}
