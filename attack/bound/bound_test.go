package bound_test

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/bound"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// ball is a random ball with the contrast in question.
type ball struct {
	space    *attack.Space
	contrast *ensemble.Contrast
	builder  *bound.Builder
	limit    float64
}

// eachBall runs a property on random balls of every shape and norm.
func eachBall(t *testing.T, property func(t *testing.T, r *rand.Rand, b *ball)) {
	eachBallOf(t, ensembletest.Shapes, 0.6, property)
	sets := maps.Clone(ensembletest.SetShapes)
	delete(sets, "byte")             // which has too many points for this
	eachBallOf(t, sets, 3, property) // a change of level costs 1
}

func eachBallOf(t *testing.T, shapes map[string]ensembletest.Shape, most float64, property func(t *testing.T, r *rand.Rand, b *ball)) {
	for name, shape := range shapes {
		for _, norm := range attack.Norms {
			t.Run(name+"/"+norm.String(), func(t *testing.T) {
				for i := range 20 {
					r := seed.At(3, i)
					p := attacktest.NewProblem(t, ensembletest.Random(r, shape), norm)
					v := attacktest.Victim(r, p.Ensemble)
					s := attack.NewSpace(p)
					s.Reset(v.X)
					b := &ball{s, p.Grid.Contrast(v.Label, (v.Label+1)%p.Ensemble.Classes), bound.NewBuilder(s), norm.Cost(most * r.Float64())}
					b.builder.Reset()
					property(t, r, b)
				}
			})
		}
	}
}

// graph returns the graph of the ball, with a price on cost if costs add up.
func (b *ball) graph() *bound.Graph {
	var g bound.Graph
	b.builder.Build(&g, b.contrast, b.limit)
	if b.space.Norm != attack.LInf {
		g.SetLambda(g.SlopeLambda(b.contrast.Sum(b.space.Grid, b.space.Home)))
	}
	return &g
}

// A ball is not refuted if its largest margin is just enough, whatever the number of sweeps and the
// price; if the margin is far from enough it is refuted.
func TestBoundIsSound(t *testing.T) {
	eachBall(t, func(t *testing.T, _ *rand.Rand, b *ball) {
		most := largest(b.space, b.contrast, b.limit)
		b.contrast.Need = most
		g := b.graph()
		var s bound.Sweeper
		s.Begin(g)
		for sweep := range 20 {
			if s.Sweep(g) {
				t.Fatalf("the margin %d is in the ball, refuted in sweep %d by %d", most, sweep, g.Slack())
			}
			g.BestLambda()
		}
		b.contrast.Need = b.builder.Plain(b.contrast, b.limit) + b.contrast.Need + 1<<40 // above the tree-wise bound
		g = b.graph()
		g.SetLambda(0)
		if s.Begin(g); !s.Sweep(g) {
			t.Errorf("nothing reaches the margin %d, not refuted: %d", b.contrast.Need, g.Slack())
		}
	})
}

// rounding is more than the roundings of leaves and shares add up to in a sweep, one unit each.
const rounding = 100

// The bound never rises except by rounding.
func TestSweepsLowerTheBound(t *testing.T) {
	lower := 0
	eachBall(t, func(t *testing.T, _ *rand.Rand, b *ball) {
		b.contrast.Need = math.MinInt64 / 8 // refutes nothing
		g := b.graph()
		var s bound.Sweeper
		s.Begin(g)
		for range 10 {
			before := g.Slack()
			s.Sweep(g)
			if now := g.Slack(); now > before+rounding {
				t.Fatalf("the slack rises from %d to %d", before, now)
			} else if now < before-rounding {
				lower++
			}
		}
	})
	if lower == 0 {
		t.Error("no sweep lowers any bound")
	}
}

// The cheapest adversarial point of a ball costs at least what the price of cost proves.
func TestLowerIsBelowTheOptimum(t *testing.T) {
	shown := 0
	eachBall(t, func(t *testing.T, _ *rand.Rand, b *ball) {
		if largest(b.space, b.contrast, b.limit) < b.contrast.Need {
			return
		}
		lo, hi := 0.0, b.limit
		for range 60 { // the optimum by bisection, largest being monotone
			if mid := (lo + hi) / 2; largest(b.space, b.contrast, mid) < b.contrast.Need {
				lo = mid
			} else {
				hi = mid
			}
		}
		g := b.graph()
		var s bound.Sweeper
		s.Begin(g)
		for range 5 {
			s.Sweep(g)
			if lower := g.Lower(); lower > hi*(1+1e-9) {
				t.Fatalf("no example below %v, but one at %v", lower, hi)
			} else if lower > hi/2 {
				shown++
			}
			g.BestLambda()
		}
	})
	if shown == 0 {
		t.Error("no bound comes near an optimum")
	}
}

// The halves of a ball hold its points: a half with a point of enough margin is neither lost nor
// refuted, even with the messages of the whole. These messages bound a half as well as the whole.
func TestHalvesHoldTheBall(t *testing.T) {
	eachBall(t, func(t *testing.T, _ *rand.Rand, b *ball) {
		most, at := largestAt(b.space, b.contrast, b.limit)
		b.contrast.Need = most
		g := b.graph()
		var sweeper bound.Sweeper
		var cutter bound.Cutter
		var splitter bound.Splitter
		sweeper.Begin(g)
		sweeper.Sweep(g)
		for depth := 0; ; depth++ {
			split, ok := splitter.Split(g)
			if !ok {
				break
			}
			var next *bound.Graph
			for _, half := range split.Halves() {
				child := new(bound.Graph)
				if !cutter.Cut(child, g, half, b.limit) {
					continue
				}
				sweeper.Begin(child)
				if child.Slack() > g.Slack()+rounding {
					t.Errorf("the slack %d of a half is above the %d of the whole", child.Slack(), g.Slack())
				}
				refuted := child.Slack() < 0
				for range 3 {
					refuted = refuted || sweeper.Sweep(child)
				}
				if holds(&half, at) && !refuted {
					next = child
				}
			}
			if next == nil {
				t.Fatalf("the margin %d is lost at depth %d", most, depth)
			}
			g = next
		}
	})
}

// holds reports whether a point lies in a part of a feature.
func holds(c *bound.Cut, cells []ensemble.Cell) bool {
	at := cells[c.Feature]
	if c.Set != nil {
		return c.Set.Has(at) != c.Out
	}
	return c.From <= at && at <= c.To
}

// A ball cut down from a larger one bounds as well as one built for its size.
func TestCutIsLikeABuild(t *testing.T) {
	eachBall(t, func(t *testing.T, r *rand.Rand, b *ball) {
		b.contrast.Need = math.MinInt64 / 8 // refutes nothing
		large := b.graph()
		b.limit *= r.Float64()
		var cut bound.Graph
		var cutter bound.Cutter
		if !cutter.Cut(&cut, large, bound.Cut{Feature: -1}, b.limit) {
			t.Fatal("the victim is lost")
		}
		built := b.graph()
		built.SetLambda(0)
		cut.SetLambda(0)
		var s bound.Sweeper
		s.Begin(&cut)
		s.Begin(built)
		if cut.Trees() != built.Trees() || cut.Slack() > built.Slack()+rounding {
			t.Errorf("%d trees and slack %d, built: %d and %d", cut.Trees(), cut.Slack(), built.Trees(), built.Slack())
		}
	})
}

// A graph that has held parts of a ball is like a new one once it holds another.
func TestUsedGraph(t *testing.T) {
	eachBall(t, func(t *testing.T, _ *rand.Rand, b *ball) {
		b.contrast.Need = math.MinInt64 / 8 // refutes nothing
		g := b.graph()
		var splitter bound.Splitter
		var cutter bound.Cutter
		split, ok := splitter.Split(g)
		if !ok {
			return
		}
		var used bound.Graph
		for _, half := range split.Halves() {
			var fresh bound.Graph
			switch some := cutter.Cut(&fresh, g, half, b.limit/2); {
			case cutter.Cut(&used, g, half, b.limit/2) != some:
				t.Fatalf("a new graph holds points: %v", some)
			case !some:
				continue
			}
			narrow := func(g *bound.Graph) (lo, hi []ensemble.Cell) {
				lo, hi = make([]ensemble.Cell, len(b.space.Home)), make([]ensemble.Cell, len(b.space.Home))
				for f := range hi {
					hi[f] = b.space.Grid.Last(f)
				}
				g.Narrow(lo, hi)
				return lo, hi
			}
			lo, hi := narrow(&fresh)
			if a, b := narrow(&used); !slices.Equal(a, lo) || !slices.Equal(b, hi) {
				t.Fatalf("cells %v to %v, in a new graph %v to %v", a, b, lo, hi)
			}
			if used.Size() != fresh.Size() || used.Trees() != fresh.Trees() || used.Slack() != fresh.Slack() || used.Lower() != fresh.Lower() {
				t.Fatalf("size %d, %d trees, slack %d, lower %v; new: %d, %d, %d, %v", used.Size(), used.Trees(), used.Slack(), used.Lower(), fresh.Size(), fresh.Trees(), fresh.Slack(), fresh.Lower())
			}
		}
	})
}

// What a dive finds lies in the ball and wins, and dives mostly find something if there is
// something.
func TestDivesFindExamples(t *testing.T) {
	some, found := 0, 0
	eachBall(t, func(t *testing.T, r *rand.Rand, b *ball) {
		most := largest(b.space, b.contrast, b.limit)
		home := b.contrast.Sum(b.space.Grid, b.space.Home)
		b.contrast.Enough = home + int64(r.Float64()*float64(most-home))
		b.builder.Plain(b.contrast, b.limit/2) // another ball comes before
		cells := make([]ensemble.Cell, len(b.space.Home))
		for _, need := range []int64{b.contrast.Enough, most, most + 1} {
			b.contrast.Enough = need
			dived := bound.NewDiver(b.builder).Dive(b.contrast, b.limit, cells)
			if cost := b.space.Total(cells); dived && (cost > b.limit*(1+1e-9) || b.contrast.Sum(b.space.Grid, cells) < need) {
				t.Fatalf("a point of margin %d at cost %v, asked for %d within %v", b.contrast.Sum(b.space.Grid, cells), cost, need, b.limit)
			}
			if need <= most {
				some++
				if dived {
					found++
				}
			}
		}
	})
	if found < some*8/10 {
		t.Errorf("%d dives, %d find a point", some, found)
	}
}

// Boxes are built, bounded and cut without allocations once their memory has grown.
func TestNoAllocations(t *testing.T) {
	withoutAllocations(t, ensembletest.Shape{Features: 10, Trees: 40, Depth: 5}, 0.2)
	withoutAllocations(t, ensembletest.Shape{Features: 10, Trees: 40, Depth: 5, Levels: 70}, 2)
}

func withoutAllocations(t *testing.T, shape ensembletest.Shape, limit float64) {
	r := seed.At(4)
	p := attacktest.NewProblem(t, ensembletest.Random(r, shape), attack.L2)
	v := attacktest.Victim(r, p.Ensemble)
	s := attack.NewSpace(p)
	builder, climber := bound.NewBuilder(s), bound.NewClimber(s)
	diver := bound.NewDiver(builder)
	c := p.Grid.Contrast(v.Label, 1-v.Label)
	var g, child bound.Graph
	var sweeper bound.Sweeper
	var cutter bound.Cutter
	var splitter bound.Splitter
	cells := make([]ensemble.Cell, len(v.X))
	step := func() {
		s.Reset(v.X)
		builder.Reset()
		diver.Dive(c, limit, cells)
		builder.Build(&g, c, limit)
		g.SetLambda(g.SlopeLambda(c.Sum(p.Grid, s.Home)))
		sweeper.Begin(&g)
		sweeper.Sweep(&g)
		g.BestLambda()
		sweeper.Sweep(&g)
		climber.Reset(&g, c)
		copy(cells, s.Home)
		g.Point(cells)
		climber.Push(cells, g.Lambda())
		split, _ := splitter.Split(&g)
		cutter.Cut(&child, &g, split.Halves()[0], limit)
		sweeper.Begin(&child)
	}
	step()
	if g.Slack() < 0 || child.Trees() == 0 {
		t.Fatalf("nothing to do: slack %d, %d trees in a half", g.Slack(), child.Trees())
	}
	if n := testing.AllocsPerRun(10, step); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
