package eval

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Gain is what an attacker earns from the rows that a model gets right, if flipping a row is worth
// something to it: it attacks a row if the price of the nearest example is below that worth.
type Gain struct {
	Worth   float64 `json:"worth_attacking"`         // share of the rows whose worth is known
	Profit  float64 `json:"profit"`                  // worth less price, on average over all these rows
	Unknown int     `json:"worth_missing,omitempty"` // further rows, whose worth is a missing value
}

// checkGain reports a row whose worth is infinite, or so large that sums over rows could be: such a
// profit is in no file.
func (o *Options) checkGain(reads *ensemble.Ensemble, table *data.Table) error {
	if o.Gain == nil {
		return nil
	}
	x := make([]float64, table.Cols)
	for row := range table.Rows {
		reads.Round(x, table.Row(row))
		if worth := o.Gain(x); math.Abs(worth) > 1e300 {
			return fmt.Errorf("%s: row %d: Options.Gain is %v, must be within ±1e300, or NaN", table.Name(), row, worth)
		}
	}
	return nil
}

// gain returns what an attacker earns from the rows of a table, given their outcomes under a model
// that reads them; nil without [Options.Gain].
func (o *Options) gain(reads *ensemble.Ensemble, table *data.Table, outcomes *Outcomes) *Gain {
	if o.Gain == nil {
		return nil
	}
	var g Gain
	rows, x := 0, make([]float64, table.Cols)
	for row, of := range outcomes.All() {
		if !of.Status.Attacked() {
			continue
		}
		reads.Round(x, table.Row(row))
		profit := o.Gain(x) - of.Distance
		if profit != profit {
			g.Unknown++
			continue
		}
		rows++
		if profit > 0 { // never without an example, which is infinitely far
			g.Worth++
			g.Profit += profit
		}
	}
	n := float64(max(rows, 1))
	g.Worth, g.Profit = g.Worth/n, g.Profit/n
	return &g
}

// GainSentence says what an attacker of each model gains, "" without [Options.Gain].
func (r *Report) GainSentence() string {
	var parts []string
	rows := "rows"
	if r.Attackers != nil {
		rows += " of " + list(r.Attackers)
	}
	if slices.ContainsFunc(r.Models, func(e *Evaluation) bool { return e.Metrics.OutOfBounds > 0 }) {
		rows += " within the attacker's bounds"
	}
	for _, e := range r.Models {
		if e.Gain == nil {
			continue
		}
		part := fmt.Sprintf("%s of the %s that %s gets right, for a profit of %s a row over all of these", percent(e.Gain.Worth), rows, e.Name, digits(e.Gain.Profit))
		if n := e.Gain.Unknown; n > 0 {
			part += fmt.Sprintf(", without the %d whose worth is missing", n)
		}
		parts = append(parts, part)
	}
	if parts == nil {
		return ""
	}
	return "It pays to attack " + strings.Join(parts, "; ") + "."
}
