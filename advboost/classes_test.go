package advboost

import (
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
)

// Rows of classes that are not attacked keep their margins in the worst case; those of other
// classes are bounded as without them.
func TestMarginsOfClassesThatAttack(t *testing.T) {
	attacked, calm := 0, 0
	for number := range 300 {
		r := seed.At(uint64(number), 11)
		p, victims := attacktest.Draw(r)
		e := *p.Ensemble
		if e.Average {
			continue // of which margins are shares
		}
		s := Strategy{Norm: p.Norm, Eps: 1.5 * r.Float64(), Constraints: p.Constraints}
		of := func(s Strategy, v attack.Victim, class int) []float64 {
			ball := s.Ball(e.Features)
			ball.Columns = e.Columns
			table := newRows(0)
			table.of(v.X)
			table.class[0] = class
			m := margins{ball: &ball, threads: 1}
			m.update(&trainer.Round{Rows: table, Ensemble: &e}, false)
			return m.worst
		}
		for _, v := range victims {
			only := s
			only.Constraints = attacktest.OnlyAttacks(p, 0)
			attacked++
			if got, want := of(only, v, 0), of(s, v, 0); !slices.Equal(got, want) {
				t.Errorf("%d: worst margins %v, without other classes %v", number, got, want)
			}
			calm++
			if got, want := of(only, v, 1), of(Strategy{Norm: p.Norm}, v, 1); !slices.Equal(got, want) {
				t.Errorf("%d: worst margins %v of a row that nobody attacks, its own are %v", number, got, want)
			}
		}
	}
	if attacked < 100 || calm < 100 {
		t.Errorf("%d rows attacked and %d not", attacked, calm)
	}
}

// The loop attacks no row of a class that is not attacked, and a model that is hardened with
// that in mind holds at least as well as one that expects all classes to be attacked.
func TestHardenAgainstSomeClasses(t *testing.T) {
	for _, booster := range []string{trainer.GBDT, trainer.Forest} {
		table, only := overlapping(), &attack.Constraints{Attackers: []bool{true, false}}
		p := trainer.Defaults(booster)
		p.Rounds, p.MaxDepth, p.RobustBoth, p.BatchTrees, p.Threads = 8, 3, true, 2, 2
		s := Default(booster, attack.LInf, table)
		s.Eps, s.Loop, s.Split, s.Constraints = 0.1, InBallAttack, 1, only
		rounds := 0
		s.Progress = func(at Progress) {
			rounds++
			if calm := table.Counts()[1]; at.Attacked > table.Rows-calm || at.Safe < calm {
				t.Errorf("%s: attacked %d rows and passed %d over, nobody attacks %d of %d", booster, at.Attacked, at.Safe, calm, table.Rows)
			}
		}
		knowing := held(t, table, p, s, only)
		if rounds == 0 {
			t.Errorf("%s: nothing was attacked", booster)
		}
		s.Constraints, s.Progress = nil, nil
		if all := held(t, table, p, s, only); knowing < all {
			t.Errorf("%s: %d rows hold, %d of a model hardened for all classes", booster, knowing, all)
		}
	}
}

// held hardens a model and returns how many rows are right whatever an attacker under c
// does within its radius.
func held(t *testing.T, rows *data.Table, p trainer.Params, s Strategy, c *attack.Constraints) (n int) {
	e, err := Harden(t.Context(), rows, p, s)
	if err != nil {
		t.Fatal(err)
	}
	problem := attacktest.NewProblem(t, e, s.Norm)
	problem.Constraints = c
	var victims []attack.Victim
	for i, y := range rows.Y {
		victims = append(victims, attack.Victim{Row: i, X: rows.Row(i), Label: y})
	}
	results := attacktest.Run(t, problem, exact.Attack{}, victims, attack.RunOptions{})
	for i := range results {
		if results[i].Distance > s.Eps {
			n++
		}
	}
	return n
}

// overlapping returns rows of two classes that lie near each other.
func overlapping() *data.Table {
	r := seed.At(3)
	t := &data.Table{Rows: 200, Cols: 2, Features: []string{"a", "b"}, Classes: []string{"attack", "calm"}}
	for i := range t.Rows {
		y := i % 2
		t.Y = append(t.Y, y)
		t.X = append(t.X, 0.35+0.3*float64(y)+0.15*r.NormFloat64(), r.Float64())
	}
	return t
}
