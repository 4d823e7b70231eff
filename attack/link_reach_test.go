package attack

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// Narrow removes no cell that holds a row that obeys the links, at that row's own cost, in any
// norm, for weights up and down and 0, scaled columns and float32; and it does remove cells that
// are out of reach.
func TestNarrowKeepsWhatObeys(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	taken := map[Norm]int{}
	forObeying(t, 17, func(i int, p *Problem, x, row []float64) {
		s := NewSpace(p)
		s.Reset(x)
		before := width(s)
		limit := p.Norm.Budget(p.Distance(x, row))
		s.Narrow(limit)
		taken[p.Norm] += before - width(s)
		for f, v := range row {
			if cell := s.Grid.Cell(f, v); cell < s.Lo[f] || cell > s.Hi[f] {
				t.Fatalf("%d, norm %v: %v to %v costs %v, feature %d is taken for out of reach", i, p.Norm, x, row, limit, f)
			}
		}
	})
	for _, norm := range AllNorms {
		if taken[norm] < 4000 {
			t.Errorf("norm %v: %d cells are out of reach only", norm, taken[norm])
		}
	}
}

// A row that obeys the links stays in the parts that contain it, wherever they are cut, and costs
// no more there than what the parts leave of its cost; and parts without it can turn out to be
// empty.
func TestPartsKeepWhatObeys(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	empty, dearer := map[Norm]int{}, map[Norm]int{}
	forObeying(t, 18, func(i int, p *Problem, x, row []float64) {
		if len(p.Constraints.Links) == 0 {
			return
		}
		r := seed.At(19, i)
		limit := p.Norm.Budget(p.Distance(x, row))
		reach := p.bounding.reach(p.Ensemble, p.Norm, p.Constraints, x, limit)
		fail := func(what string) {
			t.Fatalf("%d, norm %v: %v to %v costs %v: %s, %v of %v", i, p.Norm, x, row, limit, what, reach.at, reach.columns)
		}
		if reach.share(); !reach.narrow() {
			fail("out of reach")
		}
		for range 4 {
			f := reach.columns[r.IntN(len(reach.columns))]
			in := reach.at[reach.place[f]]
			at := x[f] + float64(1.5*r.Float64()*(row[f]-x[f]))
			if at < in.lo || at > in.hi {
				continue
			}
			with, without := span{in.lo, at}, span{at, in.hi}
			if row[f] > at {
				with, without = without, with
			}
			before := slices.Clone(reach.at)
			if !reach.cut(f, without) || !reach.narrow() {
				empty[p.Norm]++
			}
			copy(reach.at, before)
			if !reach.cut(f, with) || !reach.narrow() {
				fail("lost")
			}
		}
		s := NewSpace(p)
		if !s.ResetIn(x, &reach.Part) {
			fail("no cells")
		}
		cells := make([]ensemble.Cell, len(row))
		for f, v := range row {
			if cells[f] = s.Grid.Cell(f, v); cells[f] < s.Lo[f] || cells[f] > s.Hi[f] || s.Cost[s.Grid.ID(f, s.Home[f])] != 0 {
				fail("a cell is missing")
			}
		}
		left := limit
		if p.Norm != LInf {
			left -= reach.total
		}
		if s.Total(cells) > left+float64(1e-9*limit) {
			fail("it costs more than is left")
		}
		if reach.total > 0 {
			dearer[p.Norm]++
		}
	})
	for _, norm := range AllNorms {
		if empty[norm] < 15 || dearer[norm] < 2000 {
			t.Errorf("norm %v: %d parts empty, %d away from the victim only", norm, empty[norm], dearer[norm])
		}
	}
}

// forObeying draws victims with rows that they can be turned into.
func forObeying(t *testing.T, stream int, do func(i int, p *Problem, x, row []float64)) {
	for i := range 30000 {
		r := seed.At(uint64(stream), i)
		e := ensembletest.Random(r, ensembletest.Shape{Features: 6, Trees: 4, Depth: 3, Single: i%3 == 0})
		p := &Problem{Ensemble: e, Norm: AllNorms[i%len(AllNorms)], Constraints: someLinks(r)}
		p.bounding = newBounding(p.Constraints)
		x, row := obeying(r, p)
		for t := range e.Trees { // thresholds where the row is, which is as far as it may be
			if s := e.Trees[t].Splits; len(s) > 0 {
				s[0].Threshold = row[s[0].Feature]
				if r.IntN(2) == 0 {
					s[0].Threshold = e.Prev(row[s[0].Feature])
				}
			}
		}
		var err error
		if p.Grid, err = ensemble.NewGrid(e); err != nil {
			t.Fatal(err)
		}
		if p.Allow(x, row) == nil {
			do(i, p, x, row)
		}
	}
}

// someLinks returns some links between six columns, and what these count.
func someLinks(r *rand.Rand) *Constraints {
	times := func(factor float64, columns ...int) Term { return Term{Factor: factor, Times: columns} }
	links := slices.DeleteFunc([]Link{
		{Text: "c = a - 0.5 * b + 2 * a", Feature: 2, Terms: []Term{times(1, 0), times(-0.5, 1), times(2, 0)}},
		{Text: "d = a / b - c", Feature: 3, Terms: []Term{{Factor: 1, Times: []int{0}, Over: []int{1}}, times(-1, 2)}},
		{Text: "e = b * c + 3", Feature: 4, Terms: []Term{times(1, 1, 2), times(3)}},
		{Text: "f <= 2 * a", Feature: 5, AtMost: true, Terms: []Term{times(2, 0)}},
	}, func(Link) bool { return r.IntN(2) == 0 })
	for i := range links {
		if !links[i].AtMost && r.IntN(3) == 0 {
			links[i].Step = []float64{0.05, 0.1, 1, 0.3}[r.IntN(4)]
		}
	}
	weights := func() (all []float64) {
		for range 6 {
			all = append(all, math.Exp(4*r.Float64()-2))
		}
		return all
	}
	c := &Constraints{Weight: weights(), Links: links}
	if r.IntN(2) == 0 {
		c.Fall = weights()
	} else if r.IntN(2) == 0 {
		for f := range c.Weight {
			if c.Derived(f) {
				c.Weight[f] = 0
			}
		}
	}
	if r.IntN(2) == 0 {
		for range 6 {
			c.Min, c.Range = append(c.Min, 4*r.Float64()-2), append(c.Range, 0.5+2*r.Float64())
		}
	}
	return c
}

// obeying draws a row that obeys the links of a problem, and another one that an attacker
// may turn it into, both as the model reads them.
func obeying(r *rand.Rand, p *Problem) (x, row []float64) {
	c, victim := p.Constraints, make([]float64, 6)
	for f := range victim {
		victim[f] = r.Float64()
	}
	for i := range c.Links {
		l, raw := &c.Links[i], make([]float64, 6)
		for f, v := range victim {
			raw[f] = c.raw(f, v)
		}
		if to := c.scaledTo(l.Feature, l.Value(raw)); !l.AtMost || victim[l.Feature] > to {
			victim[l.Feature] = to
		}
	}
	x = p.Ensemble.Rounded(victim)
	row = slices.Clone(x)
	for range 1 + r.IntN(3) {
		if f := r.IntN(6); !c.Derived(f) {
			row[f] += (r.Float64() - 0.5) * math.Pow(0.1, 4*r.Float64())
		}
	}
	p.Ensemble.Round(row, row)
	p.derive(victim, x, row)
	return x, row
}

// width is the number of cells that are left.
func width(s *Space) (cells int) {
	for f := range s.X {
		cells += int(s.Hi[f]-s.Lo[f]) + 1
	}
	return cells
}

// DrawPart gives a problem links between its first six features that need not be obeyed, and
// returns a part of what they allow a victim to become within a distance.
func DrawPart(r *rand.Rand, p *Problem, x []float64, distance float64) (*Part, bool) {
	p.Constraints = someLinks(r)
	p.bounding = newBounding(p.Constraints)
	p.Constraints.Links = nil
	reach := p.bounding.reach(p.Ensemble, p.Norm, p.Constraints, x, p.Norm.Budget(distance))
	for i, f := range p.bounding.columns {
		end := x[f] + float64(2*(r.Float64()-0.5)*distance)
		if r.IntN(3) == 0 {
			reach.at[i] = span{end, end + float64(r.Float64()*distance)}
		}
	}
	return &reach.Part, reach.pay()
}
