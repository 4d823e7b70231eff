package eval

import (
	"context"
	"errors"
	"slices"

	"github.com/hardwood-ml/hardwood/data"
)

// Evidence is what a verdict on a second model, compared with a first, rests on at one eps.
// Intervals hold 95 % of resamples of the rows, which both models and the constant share.
//
// Undecided rows count against the second model and for the first in lower ends of intervals, and
// the other way round in upper ends, so that neither praise nor blame rests on them.
type Evidence struct {
	Eps           float64
	Rows          int           // number of judged rows: those within the attacker's bounds, or not attacked
	Clean         [2]Accuracies // of each model, without an attacker
	First, Second Accuracies    // of each model, proved
	Holds         [2]Accuracies // of each model, with undecided rows counted as right
	Open          [2]float64    // share of undecided rows under each model

	Constant Accuracies // of the most frequent class; balanced and worst-class are 1/K for K classes
	Says     string     // that class
	Gain     ByAim      // of the second model over the first
	Lead     ByAim      // of the second model over the constant

	OnlyClass string   // the class that the second model predicts for every row, "" if it predicts several
	Pays      *Fall    // the class that loses most, at any eps and by more than noise, nil for none
	GivenUp   *Fall    // the class that the second model gives up here, nil for none
	Brought   *Fall    // the class that only the first model gives up without an attacker, nil for none
	Few       []string // classes with too few rows to tell whether they are given up
	Never     []string // classes with a few more, none of which the second model gets right without an attacker
}

// ByAim has an interval for each accuracy.
type ByAim struct {
	Robust     Interval `json:"robust"`
	Balanced   Interval `json:"balanced"`
	WorstClass Interval `json:"worst_class"`
}

// Of returns the interval of the accuracy that an aim is about.
func (b ByAim) Of(aim Aim) Interval { return byAim(aim, b.Robust, b.Balanced, b.WorstClass) }

// Fall is what a class loses: From and To are the shares of its rows that the first and the second
// model get right at an eps, which is 0 without an attacker.
type Fall struct {
	Class string  `json:"class"`
	Eps   float64 `json:"eps"`
	From  float64 `json:"from"`
	To    float64 `json:"to"`

	rows float64 // number of rows of the class, 0 if unknown
}

// Weighing are the parameters of [Weigh].
type Weighing struct {
	Eps        []float64
	Classes    []string
	Constant   int        // the most frequent class
	Resampling Resampling // for the intervals
}

// Weigh returns the evidence at each eps for a second model against a first, from their outcomes on
// the same rows. Other rows are an error, as is the end of the context.
func Weigh(ctx context.Context, first, second *Outcomes, of Weighing) ([]Evidence, error) {
	if !slices.Equal(first.label, second.label) {
		return nil, errors.New("the outcomes of the two models are of other rows: their labels differ")
	}
	eps, classes := of.Eps, of.Classes
	c := compare(first, second, eps, classes)
	c.count(nil)
	all, only, few, never := make([]Evidence, len(eps)), onlyClass(second, classes), c.few(), c.never()
	for k := range all {
		first, second := c.at(k, firstProved), c.at(k, secondProved)
		holds := [2]Accuracies{c.at(k, firstHolds), c.at(k, secondHolds)}
		all[k] = Evidence{
			Eps: eps[k], Rows: len(c.of), Clean: c.clean(), First: first, Second: second, Holds: holds,
			Open:     [2]float64{holds[0].Robust - first.Robust, holds[1].Robust - second.Robust},
			Constant: c.constant(of.Constant), Says: classes[of.Constant], OnlyClass: only, Few: few, Never: never,
		}
	}
	falls := c.falls()
	draws := make([]draws, len(eps))
	lost := make([][]float64, len(falls)) // of each fall, per resample
	r := newResampler(of.Resampling, first.Len(), first.groups)
	err := r.each(ctx, func() {
		c.count(r.weight)
		for k := range draws {
			draws[k].add(c, k, c.constant(of.Constant))
		}
		for i, f := range c.falls() {
			lost[i] = append(lost[i], f.To-f.From)
		}
	})
	if err != nil {
		return nil, err
	}
	clear, rises := make([]bool, len(falls)), make([]bool, len(falls)) // beyond chance
	for i := range lost {
		change := r.middle(lost[i], -1, 1)
		clear[i], rises[i] = change.Hi < 0, change.Lo > 0
	}
	c.count(nil)
	brought := highest(c.falls()[:len(classes)], func(i int, f *Fall) bool {
		return rises[i] && GivesUp(true, c.rows[i], f.To, f.From, true)
	})
	for k := range all {
		all[k].Gain, all[k].Lead = draws[k].gain.intervals(r), draws[k].lead.intervals(r)
		all[k].Pays = deepest(falls, func(i int) bool { return clear[i] })
		all[k].GivenUp = deepest(falls, func(i int) bool {
			f, class := falls[i], i%len(classes)
			if f.Eps != 0 && f.Eps != eps[k] {
				return false
			}
			return GivesUp(f.Eps == 0, c.rows[class], f.From, f.To, clear[i])
		})
		all[k].Brought = brought
	}
	return all, nil
}

// A model gives up a class if it hardly ever gets its rows right and there are enough of them to
// tell. With fewer than leastRows, even losing all of them may be chance: one resample in twenty
// draws none of three rows.
const (
	nearZero   = 0.05
	enoughRows = 10
	leastRows  = 4
)

// GivesUp reports whether a model gives up a class with a number of rows. from is the share of them that
// the model it is compared with gets right, to its own share. It gives the class up if it gets almost
// none right without an attacker (clean) and there are enough rows, or if it gets less than half as many
// right and the difference is clear, that is, beyond chance.
func GivesUp(clean bool, rows, from, to float64, clear bool) bool {
	never := clean && to < nearZero && rows >= enoughRows
	return never || clear && to < from/2
}

// onlyClass returns the class that a model predicts for every row, "" if it predicts several.
func onlyClass(outcomes *Outcomes, classes []string) string {
	only := -1
	for row, o := range outcomes.All() {
		if row > 0 && o.Predicted != only {
			return ""
		}
		only = o.Predicted
	}
	if only < 0 || only >= len(classes) {
		return ""
	}
	return classes[only]
}

// deepest returns the largest of the falls that count, nil for none.
func deepest(falls []Fall, counts func(i int) bool) *Fall {
	var most *Fall
	for i := range falls {
		f := &falls[i]
		if counts(i) && (most == nil || f.From-f.To > most.From-most.To) {
			most = f
		}
	}
	return most
}

// highest returns, of the classes that count, the one that rises most, nil for none.
func highest(falls []Fall, counts func(i int, f *Fall) bool) *Fall {
	var most *Fall
	for i := range falls {
		f := &falls[i]
		if counts(i, f) && (most == nil || f.To-f.From > most.To-most.From) {
			most = f
		}
	}
	return most
}

// draws are the differences of resamples at one eps.
type draws struct{ gain, lead drawn }

// drawn are lower and upper values of differences, per aim and resample.
type drawn struct{ low, high [3][]float64 }

func (d *draws) add(c *comparison, k int, constant Accuracies) {
	proved, holds := c.at(k, secondProved), c.at(k, secondHolds)
	d.gain.add(proved.minus(c.at(k, firstHolds)), holds.minus(c.at(k, firstProved)))
	d.lead.add(proved.minus(constant), holds.minus(constant))
}

func (d *drawn) add(low, high Accuracies) {
	for i, aim := range Aims {
		d.low[i], d.high[i] = append(d.low[i], low.Of(aim)), append(d.high[i], high.Of(aim))
	}
}

func (d *drawn) intervals(r *resampler) ByAim {
	var all [3]Interval
	for i := range all {
		all[i] = Interval{r.middle(d.low[i], -1, 1).Lo, r.middle(d.high[i], -1, 1).Hi}
	}
	return ByAim{all[0], all[1], all[2]}
}

// weigh comes to a verdict on the second model, using the rows within, nil for all.
func (r *Report) weigh(ctx context.Context, o *Options, within []bool) (err error) {
	if len(r.Models) < 2 || len(r.Eps) == 0 {
		return nil
	}
	first, second := r.Models[0].Outcomes, r.Models[1].Outcomes
	if within != nil {
		known := func(row int, _ Outcome) bool { return within[row] }
		first, second = first.Where(known), second.Where(known)
	}
	_, most := constant(r.classes, first.counts(len(r.classes)))
	r.Evidence, err = Weigh(ctx, first, second, Weighing{r.Eps, r.classes, most, o.resampling()})
	if err != nil {
		return err
	}
	for k := range r.Evidence { // by all rows: on a few judged ones many models predict one class
		r.Evidence[k].OnlyClass = onlyClass(r.Models[1].Outcomes, r.classes)
	}
	r.Verdict = r.judge(r.Focus(o.Focus), o.NotWorthIt)
	return nil
}

// within marks the rows of a table that can be judged: they are within the bounds of the
// constraints, or nobody attacks them. It is nil if these are all rows, or none.
func (o *Options) within(table *data.Table) []bool {
	within, rows := make([]bool, table.Rows), 0
	for i := range within {
		if !o.Constraints.Attacks(table.Y[i]) || o.Constraints.Within(table.Row(i)) {
			within[i] = true
			rows++
		}
	}
	if rows == 0 || rows == table.Rows {
		return nil
	}
	return within
}
