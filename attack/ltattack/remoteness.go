package ltattack

import (
	"slices"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// distanceTrials is the number of random orders that the estimate of the neighbourhood distance
// tries.
const distanceTrials = 200

// optimum is the proved nearest example of a victim, with which tuples are compared.
type optimum struct {
	*searcher
	duel  *duel // that it wins
	cells []ensemble.Cell
	cost  float64

	swaps      []swap       // from the tuple in question to the optimum's
	left, made []swap       // of a trial
	sums       []int64      // by contrast, with the swaps made
	shared     ensemble.Box // of the trees that do not differ
	box        ensemble.Box
}

// swap is a tree whose leaf differs between two tuples.
type swap struct {
	tree     int32
	from, to ensemble.Leaf
	gain     int64 // what the change adds to the sums of all contrasts
}

// optimumAt returns the optimum at x, or nil if x is nil.
func (s *searcher) optimumAt(x []float64) *optimum {
	if x == nil {
		return nil
	}
	s.problem.Ensemble.Round(s.far, x)
	s.admit(s.far)
	o := &optimum{searcher: s, cells: append([]ensemble.Cell(nil), s.cells...)}
	if o.duel = s.winner(o.cells); o.duel == nil {
		return nil // only rounding makes it adversarial
	}
	o.cost = s.space.Total(o.cells)
	o.box, o.shared = ensemble.NewBox(s.space.Grid), ensemble.NewBox(s.space.Grid)
	return o
}

// tell lowers r to the remoteness of a tuple's point. Before the first start there is nothing to
// lower yet.
func (o *optimum) tell(starts int, cells []ensemble.Cell, r *Remoteness) {
	if o == nil {
		return
	}
	o.compare(cells)
	if starts == 0 {
		*r = Remoteness{Hamming: len(o.swaps), Neighbor: len(o.swaps)}
	}
	r.Hamming = min(r.Hamming, len(o.swaps))
	r.Neighbor = min(r.Neighbor, len(o.swaps))
	cost := o.space.Total(cells)
	if cost <= o.cost*(1+tolerance) {
		r.Neighbor = 0 // as near as the optimum already
	}
	seed.Reset(&o.pcg, o.problem.Seed, o.victim.Row, -2)
	for trial := 0; trial < distanceTrials && r.Neighbor > 0; trial++ {
		o.rand.Shuffle(len(o.swaps), func(i, j int) { o.swaps[i], o.swaps[j] = o.swaps[j], o.swaps[i] })
		r.Neighbor = min(r.Neighbor, o.widest(cells, cost, r.Neighbor))
	}
}

// compare lists the swaps that lead from a point's tuple to the optimum's.
func (o *optimum) compare(cells []ensemble.Cell) {
	o.swaps = o.swaps[:0]
	o.shared.Reset(o.space.Grid)
	for _, t := range o.duel.trees {
		a, b := o.space.Grid.Leaf(int(t), cells), o.space.Grid.Leaf(int(t), o.cells)
		if a == b {
			o.shared.Intersect(o.space.Grid.LeafSides(a))
			continue
		}
		gain := int64(0)
		for _, c := range o.duel.contrasts {
			gain += c.Gain(t, a, b)
		}
		o.swaps = append(o.swaps, swap{t, a, b, gain})
	}
}

// widest makes the swaps in the current order, in groups that lead from one valid adversarial tuple
// to a nearer one, and returns the size of the largest group (paper, section "A Greedy Algorithm to
// Estimate the Minimum Neighborhood Distance"). It gives up at a group of size most.
func (o *optimum) widest(cells []ensemble.Cell, cost float64, most int) int {
	o.left = append(o.left[:0], o.swaps...)
	o.made = o.made[:0]
	o.sums = o.sums[:0]
	for _, c := range o.duel.contrasts {
		o.sums = append(o.sums, c.Sum(o.space.Grid, cells))
	}
	widest := 0
	for len(o.left) > 0 {
		before := len(o.made)
		o.make(max(0, slices.IndexFunc(o.left, func(s swap) bool { return s.gain > 0 })))
		for len(o.left) > 0 {
			if next, ok := o.price(); ok && next < cost*(1-tolerance) && next >= o.cost*(1-tolerance) && o.duel.wins(o.sums, 0) {
				cost = next
				break
			}
			if len(o.made)-before >= most {
				return most
			}
			o.make(0)
		}
		widest = max(widest, len(o.made)-before)
	}
	return widest
}

// make makes one of the remaining swaps.
func (o *optimum) make(i int) {
	s := o.left[i]
	for k, c := range o.duel.contrasts {
		o.sums[k] += c.Gain(s.tree, s.from, s.to)
	}
	o.made = append(o.made, s)
	o.left = slices.Delete(o.left, i, i+1)
}

// price returns the cost of the tuple with the swaps made, and whether it is
// valid and has an admissible point.
func (o *optimum) price() (float64, bool) {
	g := o.space.Grid
	copy(o.box.Lo, o.shared.Lo)
	copy(o.box.Hi, o.shared.Hi)
	valid := true
	for _, s := range o.left {
		valid = o.box.Intersect(g.LeafSides(s.from)) && valid
	}
	for _, s := range o.made {
		valid = o.box.Intersect(g.LeafSides(s.to)) && valid
	}
	if !valid {
		return 0, false
	}
	total := 0.0
	for f := range o.box.Lo {
		c := o.space.Nearest(ensemble.Feature(f), o.box.Lo[f], o.box.Hi[f])
		if c < 0 {
			return 0, false
		}
		total = o.space.Norm.Join(total, o.space.Cost[g.ID(f, c)])
	}
	return total, true
}
