// Package ceiling bounds from above the robust accuracy of any classifier: of two rows of different
// classes whose balls meet, at most one can be right in its whole ball. The rows to give up form a
// vertex cover of the pairs that meet, and the smallest weight of a cover is that of a flow between
// the classes (König's theorem; Vos and Verwer, Efficient Training of Robust Decision Trees Against
// Adversarial Examples, ICML 2021, section 3, arXiv:2012.10438).
//
//	ceiling.go   the limits of a table at some eps
//	meet.go      whether two balls meet under the attacker's constraints
//	way.go       how two rows can get the same value in a column
//	level.go     groups of columns and linked ones
//	table.go     levels of categories
//	pairs.go     the rows that a row meets, found with a tree of boxes
//	flow.go      the smallest cover, by Dinic's flow
//	prune.go     the rows that are left without the cover
package ceiling

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/parallel"
)

// Limit is what no classifier exceeds at an eps on the rows of a table.
type Limit struct {
	Eps        float64
	Robust     float64   // share of rows
	Balanced   float64   // mean, over the classes with rows, of the share of their rows
	WorstClass float64   // smallest of these shares
	Classes    []float64 // these shares when their mean is largest, per class; NaN for a class without rows

	// Exact reports whether some classifier of these rows attains Robust, and another one Balanced;
	// otherwise they are upper bounds. They are exact for two classes and not too many rows, at an
	// eps that is smaller by a millionth: rows whose balls overlap by less do not count as meeting,
	// because that is within rounding. WorstClass is always a bound only.
	Exact bool
}

// Options say how rows can be changed, and how many threads find that out.
type Options struct {
	Norm        attack.Norm
	Constraints *attack.Constraints // of the attacker, nil for none
	Threads     int                 // 0 for one per processor
}

// Of returns the limits of a labelled table at each eps. Rows have to be as the models read them. Rows with
// missing values meet only rows in which the same values are missing, or can go missing. Levels of categories,
// and of groups of columns, change at their prices; both rows change if a third level is cheaper. Linked columns
// change together from one row's values to the other's, or not at all. A row outside the bounds of the
// constraints is not attacked and meets only equal rows; a row of a class that nobody attacks does not move.
//
// The result does not depend on the number of threads. No limit is above one at a
// smaller eps. On cancellation Of returns the context's error; any other error is about its arguments.
func Of(ctx context.Context, t *data.Table, eps []float64, o Options) ([]Limit, error) {
	if err := o.check(t, eps...); err != nil {
		return nil, err
	}
	left, right := sidesOf(t)
	rows := newTree(t, right, o.Norm, o.Constraints)
	limits := make([]Limit, len(eps))
	for k, e := range eps {
		b := newBall(t, o.Norm, o.Constraints, e*(1-slack))
		meet, all, err := rows.pairs(ctx, b, left, o.Threads)
		if err != nil {
			return nil, err
		}
		p := newProblem(t, left, meet)
		limits[k] = p.limit()
		limits[k].Eps = e
		limits[k].Exact = all && p.classes() <= 2 && b.exact(t) && atomic.LoadUint32(&b.cut) == 0
	}
	lower(limits)
	return limits, nil
}

// lower lowers limits to those at smaller radii: what fails there fails in larger balls too. Bounds
// by themselves may rise, as not all rows that meet are examined where they are many.
func lower(limits []Limit) {
	for k := range limits {
		l := &limits[k]
		for _, s := range limits {
			if s.Eps >= l.Eps {
				continue
			}
			l.Robust, l.WorstClass = min(l.Robust, s.Robust), min(l.WorstClass, s.WorstClass)
			if s.Balanced < l.Balanced {
				l.Balanced, l.Classes = s.Balanced, slices.Clone(s.Classes)
			}
		}
	}
}

// check reports arguments without limits: rows without classes, or an invalid norm, radius or
// attacker.
func (o *Options) check(t *data.Table, eps ...float64) error {
	if err := cmp.Or(t.Validate(), o.Norm.Check(), parallel.Check(o.Threads)); err != nil {
		return err
	}
	if t.Y == nil {
		return fmt.Errorf("%s: has no class labels, which a ceiling is about", t.Name())
	}
	for _, e := range eps {
		if !(e >= 0) {
			return fmt.Errorf("eps %v is not a distance", e)
		}
	}
	return o.Constraints.Fits(t.Cols, len(t.Classes))
}

// slack, relative to eps, keeps float32 rounding from making balls meet that do not quite.
const slack = 1e-6

// inSteps is the factor by which steps reach farther than continuous changes: they may reach eps
// itself, without slack, see [attack.Reach].
var inSteps = attack.Reach(1) / (1 - slack)

// sidesOf returns the rows to pair, on the left and on the right. With two classes they are the rows
// of the rarer class and those of the other; with more, all rows on both sides, so that each pair
// occurs twice and a cover counts half.
func sidesOf(t *data.Table) (left, right []int32) {
	counts := t.Counts()
	least, classes := -1, 0
	for c, n := range counts {
		if n == 0 {
			continue
		}
		classes++
		if least < 0 || n < counts[least] {
			least = c
		}
	}
	for i, y := range t.Y {
		if classes > 2 || y == least {
			left = append(left, int32(i))
		}
		if classes > 2 || y != least {
			right = append(right, int32(i))
		}
	}
	return left, right
}

// problem is a table with the pairs that meet, without rows that meet none.
type problem struct {
	t           *data.Table
	counts      []int
	left, right []int32   // rows
	meet        [][]int32 // for each row on the left, indices into right of the rows that it meets
}

// newProblem returns the problem for rows on the left and the rows that each of them meets, which it
// renumbers in place.
func newProblem(t *data.Table, left []int32, meet [][]int32) *problem {
	p := &problem{t: t, counts: t.Counts()}
	number := make([]int32, t.Rows) // on the right, from 1
	for l, met := range meet {
		if len(met) == 0 {
			continue
		}
		for k, row := range met {
			if number[row] == 0 {
				p.right = append(p.right, row)
				number[row] = int32(len(p.right))
			}
			met[k] = number[row] - 1
		}
		p.left, p.meet = append(p.left, left[l]), append(p.meet, met)
	}
	return p
}

func (p *problem) classes() int {
	k := 0
	for _, n := range p.counts {
		if n > 0 {
			k++
		}
	}
	return k
}

// limit returns the limits on all accuracies.
func (p *problem) limit() Limit {
	k := float64(p.classes())
	same, even := make([]float64, len(p.counts)), make([]float64, len(p.counts))
	for c, n := range p.counts {
		same[c], even[c] = 1, 1/(k*float64(max(n, 1)))
	}
	rows := float64(p.t.Rows)
	lost, _ := p.cover(same)
	balanced, given := p.cover(even)
	l := Limit{Robust: 1 - math.Ceil(lost-1e-6)/rows, Balanced: 1 - balanced, Classes: make([]float64, len(p.counts))}
	for c, n := range p.counts {
		l.Classes[c] = 1 - given[c]/float64(n) // NaN without rows
		if n == 0 {
			l.Classes[c] = math.NaN()
		}
	}
	l.WorstClass = p.worst(l.Balanced)
	return l
}

// worst bounds the share of the worst class: it is not above that of the worse of any two.
func (p *problem) worst(balanced float64) float64 {
	const mostPairs = 200_000 // in all searches: beyond this they take too long
	pairs, classes := 0, p.classes()
	for _, meet := range p.meet {
		pairs += len(meet)
	}
	if pairs == 0 || pairs*classes*(classes-1)/2 > mostPairs {
		return balanced
	}
	for b := range p.counts {
		for a := range b {
			if p.counts[a] > 0 && p.counts[b] > 0 {
				balanced = min(balanced, p.worse(a, b))
			}
		}
	}
	return balanced
}

// worse bounds the share of the worse of two classes: no weighted mean of both is below it. It
// searches the smallest, which is convex in the weight, by ternary search.
func (p *problem) worse(a, b int) float64 {
	mean := func(first float64) float64 {
		weights := make([]float64, len(p.counts))
		weights[a], weights[b] = first/float64(p.counts[a]), (1-first)/float64(p.counts[b])
		lost, _ := p.cover(weights)
		return 1 - lost
	}
	const steps = 6
	least, lo, hi := 1.0, 0.0, 1.0
	for range steps {
		x, y := lo+(hi-lo)/3, hi-(hi-lo)/3
		atX, atY := mean(x), mean(y)
		least = min(least, atX, atY)
		if atX < atY {
			hi = y
		} else {
			lo = x
		}
	}
	return least
}
