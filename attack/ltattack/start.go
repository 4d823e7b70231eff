package ltattack

import (
	"github.com/hardwood-ml/hardwood/internal/elementary"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// startTrials is how many random points of each kind are tried to find one that is adversarial.
const startTrials = 300

// randomPoint puts the cells of a random adversarial point near the boundary into s.cells and
// returns the duel that it wins, or nil (paper, appendix "Generating Initial Adversarial
// Examples"). Points are the victim plus Gaussian noise, or, if the classes are farther apart than
// that reaches, random cells.
func (s *searcher) randomPoint() *duel {
	for trial := range 2 * startTrials {
		for f, x := range s.space.X {
			if s.space.Grid.IsLoose(ensemble.Feature(f)) {
				s.far[f] = s.randomLevel(ensemble.Feature(f))
				continue
			}
			if trial < startTrials {
				s.far[f] = x + elementary.Normal(s.rand)
			} else {
				c := ensemble.Cell(s.rand.Int32N(int32(s.space.Grid.Last(f)) + 1))
				s.far[f] = s.space.Value[s.space.Grid.ID(f, c)]
			}
		}
		s.admit(s.far)
		if d := s.winner(s.cells); d != nil {
			s.bisect(d, s.far)
			return d
		}
	}
	return nil
}

// admit puts the cells of the admissible point next to x into s.cells.
func (s *searcher) admit(x []float64) {
	g := s.space.Grid
	for f, v := range x {
		home := s.space.Home[f]
		if g.IsLoose(ensemble.Feature(f)) {
			s.cells[f] = g.Cell(f, v)
			if s.space.Cost[g.ID(f, s.cells[f])] == inadmissible {
				s.cells[f] = home
			}
			continue
		}
		if v != v {
			s.cells[f] = home
			continue
		}
		c := min(max(g.Cell(f, v), s.space.Lo[f]), s.space.Hi[f])
		for s.space.Cost[g.ID(f, c)] == inadmissible { // ends at home
			if c < home {
				c++
			} else {
				c--
			}
		}
		s.cells[f] = c
	}
}

// winner returns a duel that a point wins, or nil.
func (s *searcher) winner(cells []ensemble.Cell) *duel {
	for i := range s.duels {
		if d := s.winnerIn(&s.duels[i], cells); d != nil {
			return d
		}
	}
	return nil
}

func (s *searcher) winnerIn(d *duel, cells []ensemble.Cell) *duel {
	for _, c := range d.contrasts {
		if c.Sum(s.space.Grid, cells) < c.Enough+s.slack {
			return nil
		}
	}
	return d
}

// bisect is the fine binary search: it moves from far, an adversarial point,
// to an adversarial point next to the boundary on the line to the victim.
func (s *searcher) bisect(d *duel, far []float64) {
	const halvings = 20
	in, out := 0.0, 1.0
	for range halvings {
		mid := (in + out) / 2
		s.between(far, mid)
		if s.winnerIn(d, s.cells) != nil {
			out = mid
		} else {
			in = mid
		}
	}
	s.between(far, out)
}

// between puts the cells of the point a share of the way to far into s.cells.
func (s *searcher) between(far []float64, share float64) {
	if share == 1 { // x + (far-x) need not be far
		s.admit(far)
		return
	}
	for f, x := range s.space.X {
		s.row[f] = x + float64(share*(far[f]-x))
		if s.space.Grid.IsLoose(ensemble.Feature(f)) { // from half of the way on the level is that of far
			s.row[f] = x
			if share > 0.5 {
				s.row[f] = far[f]
			}
		}
	}
	s.problem.Ensemble.Round(s.row, s.row)
	s.admit(s.row)
}
