package soak

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// ofNumbers are the methods that change no levels.
var ofNumbers = []string{"lt-paper", "naive-leaf", "naive-feature", "dive", "signopt", "hsja", "opt", "boundary"}

// mostPoints is the number of points of cells that brute force goes through.
const mostPoints = 20000

// attacks attacks a model with every method and holds what they find, prove and
// decide against brute force, or against the exact search where that would take
// too long.
func (s *soak) attacks(d draw, e *ensemble.Ensemble) {
	p := s.problem(d, e)
	if p == nil {
		return
	}
	victims := s.victims(d, e, p)
	least := make([]float64, len(victims))
	for i, v := range victims {
		if least[i] = s.least(p, v); math.IsNaN(least[i]) {
			return
		}
	}
	links := s.obeying(p, victims)
	set := method.Settings{Starts: 3, Nodes: one(s.Rand, 0, 0, 5)}
	for i := range min(d.table.Rows, 20) {
		if x := d.table.Row(i); !slices.ContainsFunc(x, math.IsNaN) { // which rba does not take
			set.Rows = append(set.Rows, e.Rounded(x))
		}
	}
	set.Failed = func(row int, err error) { s.ran["milp gave up"]++ }
	for _, m := range method.All {
		if m.Slow() && !s.costly {
			continue
		}
		o := set
		if m.Name == "exact" {
			o.Nodes = 0
		}
		s.attack(p, m, o, victims, least, links)
	}
	links.settle(s, victims)
}

// least returns the distance of the nearest example of a victim, by trying every
// cell; NaN where there are too many, or the victim is not attacked.
func (s *soak) least(p *attack.Problem, v attack.Victim) float64 {
	switch {
	case p.Ensemble.Class(v.X) != v.Label:
		return 0
	case !p.Constraints.Within(v.X):
		return math.Inf(1)
	}
	q, err := resolved(p, v) // levels move
	if err != nil {
		s.differ("resolved: %v", err)
		return math.NaN()
	}
	points := 1
	for f := range q.Grid.Cuts {
		if points *= int(q.Grid.Last(f)) + 1; points > mostPoints {
			s.ran["too many cells"]++
			return math.NaN()
		}
	}
	s.ran["brute force"]++
	if p.Constraints != nil && p.Constraints.Groups != nil {
		free := *p.Constraints // bounds are about who need not obey links
		free.Links, q.Constraints = nil, &free
		return attacktest.Nearest(q, v)
	}
	cost, _ := attacktest.NewOracle(q).Optimum(v)
	return q.Norm.Distance(cost)
}

// attack asks one method about victims.
func (s *soak) attack(p *attack.Problem, m method.Method, set method.Settings, victims []attack.Victim, least []float64, links *obeyed) {
	a, err := attack.Prepare(p, m.New(set))
	if err != nil {
		if !refuses(p, m) && !(errors.Is(err, errors.ErrUnsupported) && slices.Contains(ofNumbers, m.Name)) {
			s.differ("%s: %v (a method that only moves numbers is one of ofNumbers)", m.Name, err)
		}
		return
	}
	ctx := context.Background()
	results, err := a.Run(ctx, victims, attack.RunOptions{Threads: 1})
	if err != nil {
		if !refuses(p, m) { // some are found out by the levels of a victim
			s.differ("%s: %v", m.Name, err)
		}
		return
	}
	s.ran["attack "+m.Name]++
	for i := range results {
		s.result(p, m, &victims[i], &results[i], least[i], links)
		links.found(i, results[i].Distance)
		links.claim(i, results[i].LowerBound, m.Name)
	}
	if s.number%10 == 0 {
		again, err := a.Run(ctx, victims, attack.RunOptions{Threads: 3})
		for i := range again {
			if r, w := &again[i], &results[i]; err != nil || r.Status != w.Status || r.Distance != w.Distance ||
				r.LowerBound != w.LowerBound || !slices.EqualFunc(r.Example, w.Example, identical) {
				s.differ("%s by 3 threads: %v at %v, by 1 %v at %v: %v", m.Name, r.Status, r.Distance, w.Status, w.Distance, err)
			}
		}
	}
	if a.CanDecide() {
		s.decide(a, m, victims, least, links)
		s.meet(a, m, victims, results)
	}
}

// identical reports whether values are equal or both missing.
func identical(a, b float64) bool { return a == b || a != a && b != b }

// refuses reports whether a method is not for a problem.
func refuses(p *attack.Problem, m method.Method) bool {
	if attack.CheckNorm(m.New(method.Settings{}), p.Norm) != nil {
		return true
	}
	switch m.Name {
	case method.MILP, method.MILPVotes:
		return true // no solver, a target, or trees that do not vote
	case "votes", "substitute":
		return true // what few models are: two classes, columns of 0 and 1
	case "dive":
		return p.Target != attack.Untargeted
	}
	return false
}

// result holds the result of a victim against the distance of the nearest
// example.
func (s *soak) result(p *attack.Problem, m method.Method, v *attack.Victim, r *attack.Result, least float64, links *obeyed) {
	const rounding = 1e-9
	right := p.Ensemble.Class(v.X) == v.Label
	inside := p.Constraints.Within(v.X)
	wrong := ""
	switch {
	case right == (r.Status == attack.Misclassified):
		wrong = "the status"
	case right && inside == (r.Status == attack.OutOfBounds):
		wrong = "the status"
	case !right || !inside:
		return
	case r.Distance < least*(1-rounding):
		wrong = "the distance, below the least"
	case links == nil && r.LowerBound > least*(1+rounding):
		wrong = "the bound"
	case links == nil && r.Status == attack.Optimal && r.Distance > least*(1+rounding):
		wrong = "the optimum"
	case m.Name == "exact" && !p.Ensemble.ByProbability && r.LowerBound < least*(1-rounding):
		wrong = "the bound of a search to its end"
	case (r.Example == nil) != math.IsInf(r.Distance, 1):
		wrong = "the distance, without an example"
	}
	if wrong != "" {
		s.differ("%s, norm %v, target %d: row %v of class %d: %v at %v, bound %v, the nearest is at %v: wrong is %s",
			m.Name, p.Norm, p.Target, v.X, v.Label, r.Status, r.Distance, r.LowerBound, least, wrong)
	}
	if r.Status == attack.Optimal {
		s.ran["attack "+m.Name+", proved"]++
	}
}

// meet asks about the very distances of examples: they are within.
func (s *soak) meet(a *attack.Adversary, m method.Method, victims []attack.Victim, results []attack.Result) {
	for i, r := range results {
		if r.Example == nil {
			continue
		}
		decisions, err := a.Decide(context.Background(), victims[i:i+1], r.Distance, attack.RunOptions{Threads: 1})
		switch {
		case err != nil:
			s.differ("%s: within %v: %v", m.Name, r.Distance, err)
			return
		case decisions[0].Verdict == attack.Certified:
			s.differ("%s: row %v: certified within %v, where it has an example", m.Name, victims[i].X, r.Distance)
		}
		s.ran["decision at the distance of an example"]++
	}
}

// decide asks about radii around the distance of the nearest example.
func (s *soak) decide(a *attack.Adversary, m method.Method, victims []attack.Victim, least []float64, links *obeyed) {
	for i, v := range victims {
		for _, eps := range []float64{min(least[i], 5) * (1 - 1e-6), min(least[i], 5) * (1 + 1e-6), s.Float64()} {
			decisions, err := a.Decide(context.Background(), []attack.Victim{v}, eps, attack.RunOptions{Threads: 1})
			if err != nil {
				s.differ("%s: within %v: %v", m.Name, eps, err)
				return
			}
			s.ran["decision"]++
			if decisions[0].Verdict == attack.Certified {
				links.claim(i, eps, m.Name)
			}
			if d := &decisions[0]; links == nil && d.Verdict == attack.Certified && least[i] <= eps || d.Verdict == attack.Broken && least[i] > eps {
				s.differ("%s: row %v: %v within %v, the nearest is at %v", m.Name, v.X, d.Verdict, eps, least[i])
			}
		}
	}
}
