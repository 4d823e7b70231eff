package eval

import (
	"fmt"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
)

// Gain is what an attacker has of his rows that a model gets right, if each is worth
// something to him: he attacks where the price of the nearest example is below that.
type Gain struct {
	Worth  float64 `json:"worth_attacking"` // share of the rows
	Profit float64 `json:"profit"`          // gain less price, in the mean over the rows
}

// gains adds up what rows are worth.
type gains struct {
	of   func(x []float64) float64 // what a row is worth, as the model reads it
	rows int
	sum  Gain
}

func (g *gains) add(x []float64, r *attack.Result) {
	if g.of == nil || !r.Status.Attacked() {
		return
	}
	g.rows++
	if profit := g.of(x) - r.Distance; r.Example != nil && profit > 0 {
		g.sum.Worth++
		g.sum.Profit += profit
	}
}

// finish returns the gain, nil if nobody asked for it.
func (g *gains) finish() *Gain {
	if g.of == nil {
		return nil
	}
	n := float64(max(g.rows, 1))
	return &Gain{g.sum.Worth / n, g.sum.Profit / n}
}

// GainSentence says what attackers of each model gain, "" if nobody asked for it.
func (r *Report) GainSentence() string {
	var parts []string
	rows := "rows"
	if r.Attackers != nil {
		rows += " of " + list(r.Attackers)
	}
	for _, e := range r.Models {
		if e.Gain != nil {
			parts = append(parts, fmt.Sprintf("%s of the %s that %s gets right, for a profit of %s a row over all of these", percent(e.Gain.Worth), rows, e.Name, digits(e.Gain.Profit)))
		}
	}
	if parts == nil {
		return ""
	}
	return "It pays to attack " + strings.Join(parts, "; ") + "."
}
