package ltattack

import (
	"cmp"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// rival is a way to win: a duel and what is known about it for the victim.
type rival struct {
	duel  *duel
	score scoring
	lead  int64   // at the victim, below 0
	floor float64 // no example costs less
	cost  float64 // of the first example found
	price float64
	point []ensemble.Cell

	weights []int64 // of the contrasts, nil if there is one
	changes int     // of the weights
}

// findRivals lists the duels that make an example of a victim, the closest first.
func (s *searcher) findRivals() {
	s.rivals = s.rivals[:0]
	for i := range s.duels {
		s.addRival(&s.duels[i])
	}
	slices.SortStableFunc(s.rivals, func(a, b rival) int { return cmp.Compare(b.lead, a.lead) })
}

func (s *searcher) addRival(d *duel) {
	if len(s.rivals) < cap(s.rivals) {
		s.rivals = s.rivals[:len(s.rivals)+1] // with the memory of its point
	} else {
		s.rivals = append(s.rivals, rival{})
	}
	r := &s.rivals[len(s.rivals)-1]
	r.point = zeros(r.point, len(s.best))
	r.duel, r.floor, r.cost, r.price = d, 0, math.Inf(1), 0
	r.weights = nil
	if len(d.contrasts) > 1 {
		s.evenWeights(r)
		return
	}
	c := d.contrasts[0]
	r.score = scoring{trees: d.trees, contrast: c, start: c.Base, need: c.Enough + s.slack, least: c.Need}
	home := c.Sum(s.space.Grid, s.space.Home)
	if home >= r.score.need { // only rounding lets the victim's class win
		r.score.need = home + 1
	}
	r.lead = home - r.score.need
}

// floor returns a cost below which there is no example.
func (s *searcher) floor() float64 {
	floor := math.Inf(1)
	for i := range s.rivals {
		floor = min(floor, s.rivals[i].floor)
	}
	return floor
}
