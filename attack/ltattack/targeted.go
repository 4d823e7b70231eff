package ltattack

// A targeted attack on more than two classes has to win several contrasts at once, but an arena
// adds up one number per leaf. So it adds up a weighted sum of the contrasts, and whenever a point
// reaches the need of the sum while a contrast is still lost, that contrast gains weight (a
// surrogate constraint, Glover, doi:10.1287/opre.23.3.434). Points that win all contrasts reach the
// need of any weighted sum, so bounds stay bounds.

// weightShift makes room for weights in the integer units.
const weightShift = 12

// maxWeightChanges bounds the work for one victim, and the weights.
const maxWeightChanges = 200

// evenWeights starts a rival with equal weights.
func (s *searcher) evenWeights(r *rival) {
	r.weights = make([]int64, len(r.duel.contrasts))
	for k := range r.weights {
		r.weights[k] = 1
	}
	r.changes = 0
	r.score.trees = r.duel.trees
	r.score.leaf = make([]int64, s.space.Grid.NumLeaves())
	s.weigh(r)
}

// weigh recomputes the weighted sum of the contrasts.
func (s *searcher) weigh(r *rival) {
	clear(r.score.leaf)
	r.score.start, r.score.need, r.score.least = 0, 0, 0
	for k, c := range r.duel.contrasts {
		w := r.weights[k]
		r.score.start += w * (c.Base >> weightShift)
		// shifts round down, once per tree and for Base
		r.score.need += w * ((c.Enough+s.slack)>>weightShift - int64(len(c.Trees)) - 1)
		r.score.least += w * (c.Need>>weightShift - int64(len(c.Trees)) - 1)
		for _, t := range c.Trees {
			values := c.Values(t)
			for l := s.space.Grid.LeafOf[t]; l < s.space.Grid.LeafOf[t+1]; l++ {
				r.score.leaf[l] += w * (values.At(l) >> weightShift)
			}
		}
	}
}

// judge sets the climber's judge for a rival.
func (s *searcher) judge(r *rival) {
	s.climber.judge = nil
	if r.weights != nil {
		s.climber.judge = func() bool { return s.winsAll(r) }
	}
}

// winsAll reports whether the climber's point wins all contrasts. If not, it adds weight to the one
// that is lost by most and lets the climber go on from the same point.
func (s *searcher) winsAll(r *rival) bool {
	c := s.climber
	c.cells(c.pos, s.cells)
	most, at := int64(0), -1
	for k, contrast := range r.duel.contrasts {
		if lack := contrast.Enough + s.slack - contrast.Sum(s.space.Grid, s.cells); lack > most {
			most, at = lack, k
		}
	}
	if at >= 0 && r.changes < maxWeightChanges {
		r.changes++
		r.weights[at]++
		s.weigh(r)
		c.enter(&r.score, c.limit, s.cells)
	}
	return at < 0
}
