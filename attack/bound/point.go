package bound

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Point writes the point that the features prefer to cells, which must hold the victim's cells.
func (g *Graph) Point(cells []ensemble.Cell) {
	for _, c := range g.fixed {
		cells[c.feature] = c.cell
	}
	for i, f := range g.Feature {
		cells[f] = g.Near[g.favourite(int32(i))]
	}
}

// Narrow cuts intervals of cells, one for each numeric feature, down to those that the points of a
// graph without trees can have.
func (g *Graph) Narrow(lo, hi []ensemble.Cell) {
	for _, c := range g.fixed {
		lo[c.feature], hi[c.feature] = max(lo[c.feature], c.first), min(hi[c.feature], c.last)
	}
}

// favourite returns the segment of a feature with the largest score, the cheapest of ties.
func (g *Graph) favourite(i int32) int32 {
	best := g.At[i]
	for k := best + 1; k < g.At[i+1]; k++ {
		if g.score[k] > g.score[best] || g.score[k] == g.score[best] && g.Cost[k] < g.Cost[best] {
			best = k
		}
	}
	return best
}

// Split is a place to cut a graph in two: before the cell At of a feature, or between a set of
// cells of a variable and the others.
type Split struct {
	Feature ensemble.Feature
	At      ensemble.Cell
	Upper   bool             // the best leaves lie at At and above
	Set     ensemble.CellSet // where they lie on a variable, else nil; valid until the next call
	Loss    float64          // what the trees lose that want to be there; 0 if all agree
}

// Halves returns the two parts, the one with the best leaves first.
func (s *Split) Halves() [2]Cut {
	if s.Set != nil {
		return [2]Cut{{Feature: s.Feature, Set: s.Set}, {Feature: s.Feature, Set: s.Set, Out: true}}
	}
	lower, upper := Cut{Feature: s.Feature, To: s.At - 1}, Cut{Feature: s.Feature, From: s.At, To: math.MaxInt32}
	if s.Upper {
		return [2]Cut{upper, lower}
	}
	return [2]Cut{lower, upper}
}

// Splitter finds where trees disagree with what the features prefer.
type Splitter struct {
	favourite []int32 // by feature
	score     []float64
	upper     []float64
	misses    []int32 // by leaf of a tree: sides that do not hold the point
	value     []int64 // by leaf: reweighted
	set       ensemble.CellSet
}

// Split returns where to cut g: where the leaves that trees want most lie beyond what features
// prefer, weighted by what the trees would lose. A graph without trees has no split.
func (s *Splitter) Split(g *Graph) (Split, bool) {
	if len(g.trees) == 0 {
		return Split{}, false
	}
	s.favourite = s.favourite[:0]
	for i := range g.Feature {
		s.favourite = append(s.favourite, g.favourite(int32(i)))
	}
	n := len(g.First) + 1
	if cap(s.score) < n {
		s.score, s.upper = make([]float64, 2*n), make([]float64, 2*n)
	}
	s.score, s.upper = s.score[:n], s.upper[:n]
	clear(s.score)
	clear(s.upper)
	for i := range g.trees {
		s.weigh(g, &g.trees[i])
	}
	if g.lambda > 0 {
		s.waver(g)
	}
	best, wanted := Split{At: -1}, int32(-1)
	for i := range g.Feature {
		if g.isLoose(int32(i)) {
			if most := s.mostWanted(g, int32(i)); most > best.Loss {
				best, wanted = Split{Feature: g.Feature[i], Loss: most}, int32(i)
			}
			continue
		}
		for k := g.At[i] + 1; k < g.At[i+1]; k++ {
			if s.score[k] > best.Loss {
				best = Split{Feature: g.Feature[i], At: g.First[k], Upper: s.upper[k] > s.score[k]/2, Loss: s.score[k]}
				wanted = -1
			}
		}
	}
	if wanted >= 0 {
		best.Set = s.wanted(g, wanted, best.Loss)
		return best, true
	}
	if best.At < 0 { // all agree: cut next to the point
		i := g.pair[g.trees[0].pair]
		if g.isLoose(i) {
			clear(s.score[g.At[i]:g.At[i+1]])
			s.score[s.favourite[i]] = 1
			return Split{Feature: g.Feature[i], Set: s.wanted(g, i, 1)}, true
		}
		at := max(s.favourite[i], g.At[i]+1)
		best = Split{Feature: g.Feature[i], At: g.First[at], Upper: at == s.favourite[i]}
	}
	return best, true
}

// weigh adds up what a tree loses at the point compared with its best leaf.
func (s *Splitter) weigh(g *Graph, t *factor) {
	value := g.value[t.leaf:t.leafEnd]
	s.misses, s.value = s.misses[:0], s.value[:0]
	for _, v := range value {
		s.misses, s.value = append(s.misses, 0), append(s.value, v)
	}
	handed := int64(0) // by the tree at the point
	for p := t.pair; p < t.pairEnd; p++ {
		at := s.favourite[g.pair[p]]
		if g.onLevels(p) {
			handed += s.weighSets(g, p, at)
			continue
		}
		j := g.seg[p]
		for g.start[j+1] <= at {
			j++
		}
		handed += g.message[j]
		for k := g.side[p]; k < g.side[p+1]; k++ {
			l := g.sideLeaf[k]
			if at < g.start[g.sideLo[k]] || at >= g.start[g.sideHi[k]+1] {
				s.misses[l]++
			}
			s.value[l] -= least(g.message[g.sideLo[k] : g.sideHi[k]+1])
		}
	}
	best, here := 0, int64(2*dead)
	for l, v := range s.value {
		if v > s.value[best] {
			best = l
		}
		if s.misses[l] == 0 {
			here = value[l] - handed
		}
	}
	loss := float64(s.value[best] - here)
	if s.misses[best] == 0 || loss <= 0 {
		return
	}
	for p := t.pair; p < t.pairEnd; p++ {
		at := s.favourite[g.pair[p]]
		for k := g.side[p]; k < g.side[p+1]; k++ {
			if int(g.sideLeaf[k]) != best {
				continue
			}
			if g.onLevels(p) {
				s.want(g, k, at, loss)
				continue
			}
			if from := g.start[g.sideLo[k]]; at < from {
				s.score[from] += loss
				s.upper[from] += loss
			} else if to := g.start[g.sideHi[k]+1]; at >= to {
				s.score[to] += loss
			}
		}
	}
}

// waver adds the features that prefer something else at a slightly lower price: the limit lies
// between the two points.
func (s *Splitter) waver(g *Graph) {
	lambda := g.lambda * wavering
	for i := range g.Feature {
		was, now := s.favourite[i], g.At[i]
		most := math.Inf(-1)
		for k := g.At[i]; k < g.At[i+1]; k++ {
			if !alive(g.score[k]) {
				continue
			}
			v := float64(g.score[k]+g.price[k]) - float64(lambda*g.Cost[k])
			if v > most {
				most, now = v, k
			}
		}
		switch gain := float64(wavers * g.lambda * math.Abs(g.Cost[now]-g.Cost[was])); {
		case g.isLoose(int32(i)):
			if now != was {
				s.score[now] += gain
			}
		case now > was:
			s.score[now] += gain
			s.upper[now] += gain
		case now < was:
			s.score[now+1] += gain
		}
	}
}

// A feature wavers if it prefers another segment at wavering times the price; that counts like a
// loss of wavers times the difference of the segments' prices.
const (
	wavering = 0.95
	wavers   = 0.2
)
