package ltattack

import (
	"github.com/hardwood-ml/hardwood/internal/elementary"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// maxEscapes is how often a descent may be continued by noise.
const maxEscapes = 20

// escape tries random points around a converged tuple: each coordinate moves with probability 0.1
// by Gaussian noise, by less than the largest current change (paper, section "Implementation
// Details"). It moves to the first one that is adversarial and reports whether there was one.
func (s *searcher) escape() bool {
	t := s.near
	radius := float64(s.radius() * (1 - 1e-6)) // the point itself is outside
	for range s.attack.Noise {
		for f, c := range t.cells {
			if s.space.Grid.IsLoose(ensemble.Feature(f)) {
				s.row[f] = s.space.Value[s.space.Grid.ID(f, c)]
				if s.rand.Float64() < noiseShare {
					s.row[f] = s.randomLevel(ensemble.Feature(f))
				}
				continue
			}
			x := s.space.Value[s.space.Grid.ID(f, c)]
			if s.rand.Float64() < noiseShare {
				x += float64(elementary.Normal(s.rand) * 2 * radius)
			}
			home := s.space.X[f]
			s.row[f] = min(max(x, home-radius), home+radius)
		}
		s.problem.Ensemble.Round(s.row, s.row)
		s.admit(s.row)
		s.stats.Neighbors++
		if d := s.winner(s.cells); d != nil {
			t.set(d, s.cells)
			return true
		}
	}
	return false
}

// noiseShare is the probability that noise moves a coordinate.
const noiseShare = 0.1

// radius returns the largest change of a feature of the current tuple.
func (s *searcher) radius() float64 {
	most := 0.0
	for f, c := range s.near.cells {
		d := s.space.Value[s.space.Grid.ID(f, c)] - s.space.X[f]
		if d == d { // else it has gone missing
			most = max(most, d, -d)
		}
	}
	return most
}
