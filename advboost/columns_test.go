package advboost

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// columnsOf returns what is known of the columns of a row in a boosted model, nil for
// a forest.
func columnsOf(r *rand.Rand, e *ensemble.Ensemble, b *Ball, x []float64) (*columnMargins, int) {
	if e.Average {
		return nil, 0
	}
	table := newRows(0)
	table.of(x)
	table.class[0] = r.IntN(e.Classes)
	c := &columnMargins{ball: b, threads: 1}
	c.update(&trainer.Round{Rows: table, Ensemble: e})
	return c, table.class[0]
}

// No move of a single column changes the margins of a row more than is noted for that column,
// and some of these changes are reached.
func TestColumnsBoundTheirMoves(t *testing.T) {
	noted, reached := 0, 0
	everyBall(t, func(t *testing.T, r *rand.Rand, e *ensemble.Ensemble, b *Ball, x []float64) {
		c, class := columnsOf(r, e, b, x)
		if c == nil {
			return
		}
		got := make([]float64, e.Outputs)
		for f, change := range c.change {
			if change == nil {
				continue
			}
			closest := math.Inf(1)
			for range 10 {
				z := slices.Clone(x)
				z[f] = move(r, b, x)[f]
				e.Margins(z, got)
				for o, v := range got {
					slack := v - c.own[o] - change[o]
					if !pushedDown(class, o, e.Outputs) {
						slack = -slack
					}
					if slack < -1e-5 {
						t.Fatalf("feature %d moves output %d by %v, noted is %v", f, o, v-c.own[o], change[o])
					}
					closest = min(closest, slack)
				}
			}
			if slices.ContainsFunc(change, func(v float64) bool { return v != 0 }) {
				noted++
				if closest < 1e-5 {
					reached++
				}
			}
		}
	})
	if noted < 200 || reached < noted/4 {
		t.Errorf("of %d changes %d come true", noted, reached)
	}
}

// Columns are taken as far as the radius pays for them, those that gain the attacker most
// first.
func TestColumnsAreThoseThatPayMost(t *testing.T) {
	several := 0
	for name, shape := range ensembletest.SetShapes {
		for i := range 60 {
			r := seed.At(7, i)
			e := ensembletest.Random(r, shape)
			price := make([]float64, e.Features)
			for f := range price {
				price[f] = []float64{0.1, 0.2, 0.4}[r.IntN(3)]
			}
			b := &Ball{Norm: attack.L1, Eps: 0.4, Columns: e.Columns, Constraints: &attack.Constraints{Weight: price}}
			x := e.Rounded(ensembletest.Row(r, e))
			c, class := columnsOf(r, e, b, x)
			if c == nil {
				continue
			}
			lead := func(margins []float64) float64 { return slices.Min(leads(margins, class)) }
			spent, worst, most := 0.0, slices.Clone(c.own), 0.0
			with := func(f ensemble.Feature) []float64 {
				moved := slices.Clone(c.own)
				for o, v := range c.change[f] {
					moved[o] += v
				}
				return moved
			}
			for _, f := range c.moved[0] {
				spent += b.share(int(f))
				most = max(most, lead(c.own)-lead(with(f)))
				for o, v := range c.change[f] {
					worst[o] += v
				}
			}
			if spent > 1+1e-6 || !slices.Equal(worst, c.worst) {
				t.Fatalf("%s: columns %v cost %v of the radius, margins %v, noted %v", name, c.moved[0], spent, worst, c.worst)
			}
			for f, change := range c.change {
				if change != nil && lead(c.own)-lead(with(ensemble.Feature(f))) > most+1e-12 {
					t.Fatalf("%s: column %d pays more than any of %v", name, f, c.moved[0])
				}
			}
			if len(c.moved[0]) > 1 {
				several++
			}
		}
	}
	if several < 20 {
		t.Errorf("only %d rows have several columns moved", several)
	}
}

// agreeing returns rows of levels: the first column tells the class of nearly all,
// each of six others that of three in four.
func agreeing(t *testing.T, rows int) *data.Table {
	t.Helper()
	r := seed.At(8, 0)
	text := "a,b,c,d,e,f,g,class\n"
	for range rows {
		class := r.IntN(2)
		for f := range 7 {
			level, right := class, 0.77
			if f == 0 {
				right = 0.98
			}
			if r.Float64() > right {
				level = 1 - class
			}
			text += []string{"no,", "yes,"}[level]
		}
		text += []string{"bad\n", "good\n"}[class]
	}
	path := filepath.Join(t.TempDir(), "rows.csv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	table, err := data.Read(t.Context(), path, data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// Against an attacker who can change one level, training leans on no single column.
func TestNoColumnDecidesAlone(t *testing.T) {
	table := agreeing(t, 600)
	price := slices.Repeat([]float64{0.5}, table.Cols)
	c := &attack.Constraints{Weight: price}
	held := func(s Strategy, p trainer.Params) int {
		e, err := Harden(t.Context(), table, p, s)
		if err != nil {
			t.Fatal(err)
		}
		right := 0
		x := make([]float64, table.Cols)
		for i := range table.Rows {
			held := e.Class(table.Row(i)) == table.Y[i]
			for f := range x {
				copy(x, table.Row(i))
				x[f] = 1 - x[f]
				held = held && e.Class(x) == table.Y[i]
			}
			if held {
				right++
			}
		}
		return right
	}
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.MaxDepth, p.ColsampleByTree = 40, 3, 0.5
	s := Default(trainer.GBDT, attack.L1, table)
	if s.Gradient != ColumnBound {
		t.Fatalf("levels are hardened by %s", s.Gradient)
	}
	s.Eps, s.Constraints = 0.5, c
	natural, hardened := held(Strategy{}, p), held(s, p)
	if hardened < natural+table.Rows/10 {
		t.Errorf("%d of %d rows hold against one change, of the natural model %d", hardened, table.Rows, natural)
	}
}
