package eval

// Weigh returns the evidence at each eps for a second model against a first, by
// their outcomes on the same rows. constant is the most frequent of the classes.
// It depends on the seed of the resamples, of which there are some.
func Weigh(first, second []Outcome, eps []float64, classes []string, constant int, seed uint64, resamples int) []Evidence {
	c := compare(first, second, eps, classes)
	c.count(nil)
	all := make([]Evidence, len(eps))
	for k := range all {
		all[k] = Evidence{Eps: eps[k], First: c.at(k, firstHolds), Second: c.at(k, secondProved), Constant: c.constant(constant), OnlyClass: onlyClass(second, classes)}
	}
	falls := c.falls()
	draws := make([]draws, len(eps))
	lost := make([][]float64, len(falls)) // of each fall, per resample
	r := &resampler{seed: seed, weight: make([]float64, len(first))}
	for b := range resamples {
		r.draw(b)
		c.count(r.weight)
		for k := range draws {
			draws[k].add(c, k, c.constant(constant))
		}
		for i, f := range c.falls() {
			lost[i] = append(lost[i], f.To-f.From)
		}
	}
	clear := make([]bool, len(falls)) // of chance
	for i := range lost {
		clear[i] = middle(lost[i]).Hi < 0
	}
	c.count(nil)
	for k := range all {
		all[k].Gain, all[k].Lead = draws[k].gain.intervals(), draws[k].lead.intervals()
		all[k].Pays = deepest(falls, func(i int) bool { return clear[i] })
		all[k].GivenUp = deepest(falls, func(i int) bool {
			f, class := falls[i], i%len(classes)
			if f.Eps != 0 && f.Eps != eps[k] {
				return false
			}
			return GivesUp(f.Eps == 0, c.rows[class], f.From, f.To, clear[i])
		})
	}
	return all
}

// A model gives up a class whose rows it hardly ever gets right, of which there
// are enough to tell.
const (
	nearZero   = 0.05
	enoughRows = 10
)

// GivesUp reports whether a model gives up a class of some rows, of which it
// gets the share to right where another one has the share from: without an
// attacker (clean) next to none, or less than half as many, where that is clear
// of chance.
func GivesUp(clean bool, rows, from, to float64, clear bool) bool {
	never := clean && to < nearZero && rows >= enoughRows
	return never || clear && to < from/2
}

// onlyClass returns the class that a model says for every row, "" if it says
// more than one.
func onlyClass(outcomes []Outcome, classes []string) string {
	for i := range outcomes {
		if outcomes[i].Predicted != outcomes[0].Predicted {
			return ""
		}
	}
	if len(outcomes) == 0 || outcomes[0].Predicted >= len(classes) {
		return ""
	}
	return classes[outcomes[0].Predicted]
}

// constant returns what a model is to beat: the accuracy of always saying a
// class, and 1 of K in the others, which the best blind guess has in the worst
// class.
func (c *comparison) constant(class int) Accuracies {
	all, classes := 0.0, 0.0
	for _, n := range c.rows {
		if n > 0 {
			all += n
			classes++
		}
	}
	even := 1 / max(classes, 1)
	return Accuracies{c.rows[class] / max(all, 1), even, even}
}

// falls returns what each class has under the two models, without an attacker
// and at each eps. Rows that are open count for the second model.
func (c *comparison) falls() []Fall {
	var falls []Fall
	add := func(eps float64, from, to int) {
		for class, name := range c.classes {
			falls = append(falls, Fall{name, eps, c.recall(from, class), c.recall(to, class)})
		}
	}
	add(0, 0, 1)
	for k, e := range c.eps {
		add(e, 2+seriesAt*k+firstProved, 2+seriesAt*k+secondHolds)
	}
	return falls
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

// draws are the differences of resamples at one eps.
type draws struct{ gain, lead drawn }

// drawn are lower and upper values of differences, per resample and aim.
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

func (d *drawn) intervals() ByAim {
	var all [3]Interval
	for i := range all {
		all[i] = Interval{middle(d.low[i]).Lo, middle(d.high[i]).Hi}
	}
	return ByAim{all[0], all[1], all[2]}
}
