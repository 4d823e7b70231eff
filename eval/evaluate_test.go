package eval

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// randomTable labels random rows with the model's class, every sixth wrongly.
func randomTable(r *rand.Rand, e *ensemble.Ensemble, rows int) *data.Table {
	t := &data.Table{Rows: rows, Cols: e.Features, Source: "random"}
	for f := range e.Features {
		t.Features = append(t.Features, string(rune('a'+f)))
	}
	for c := range e.Classes {
		t.Classes = append(t.Classes, string(rune('A'+c)))
	}
	for i := range rows {
		x := ensembletest.Row(r, e)
		y := e.Class(x)
		if i%6 == 5 {
			y = (y + 1) % e.Classes
		}
		t.X, t.Y = append(t.X, x...), append(t.Y, y)
	}
	return t
}

// bruteForce is the attack that tries every cell.
type bruteForce struct{}

func (bruteForce) Name() string                                       { return "brute force" }
func (bruteForce) Prepare(p *attack.Problem) (attack.Prepared, error) { return preparedForce{p}, nil }

type preparedForce struct{ p *attack.Problem }

func (f preparedForce) Searcher() attack.Searcher {
	return &forceSearcher{f.p, attacktest.NewOracle(f.p), attack.NewSpace(f.p)}
}

type forceSearcher struct {
	p      *attack.Problem
	oracle *attacktest.Oracle
	space  *attack.Space
}

func (s *forceSearcher) Search(_ context.Context, v attack.Victim) attack.Result {
	cost, cells := s.oracle.Optimum(v)
	if cells == nil {
		return attack.Result{Status: attack.None, Class: -1, Distance: math.Inf(1), LowerBound: math.Inf(1)}
	}
	s.space.Reset(v.X)
	x := s.space.Example(cells)
	d := s.p.Norm.Distance(cost)
	return attack.Result{Status: attack.Optimal, Example: x, Class: s.p.Ensemble.Class(x), Distance: d, LowerBound: d}
}

// TestEvaluateBruteForce computes every number again from the definition.
func TestEvaluateBruteForce(t *testing.T) {
	for name, shape := range ensembletest.Shapes {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(7, 7))
			e := ensembletest.Random(r, shape)
			table := randomTable(r, e, 40)
			eps := []float64{0.05, 0.2}
			report, err := Evaluate(context.Background(), []Model{{Name: "m", Ensemble: e}}, table,
				Options{Attack: bruteForce{}, Eps: eps, Resamples: 20})
			if err != nil {
				t.Fatal(err)
			}
			m := report.Models[0].Metrics
			problem, _ := attack.NewProblem(e, attack.LInf)
			oracle := attacktest.NewOracle(problem)
			right, robust, sum, found := 0, make([]int, len(eps)), 0.0, 0
			for i := range table.Rows {
				if e.Class(table.Row(i)) != table.Y[i] {
					continue
				}
				right++
				d, cells := oracle.Optimum(attack.Victim{X: table.Row(i), Label: table.Y[i]})
				if cells != nil {
					sum += d
					found++
				}
				for k := range eps {
					if d > eps[k] {
						robust[k]++
					}
				}
			}
			if want := float64(right) / 40; m.CleanAccuracy != want {
				t.Errorf("clean accuracy %v, want %v", m.CleanAccuracy, want)
			}
			for k := range eps {
				if want := float64(robust[k]) / 40; m.At[k].Robust != want || m.At[k].Certified != want || m.At[k].Undecided != 0 {
					t.Errorf("eps %v: got %+v, want %v robust and certified", eps[k], m.At[k], want)
				}
			}
			for k := range eps {
				if l := report.Ceilings[k+1]; l.Eps != eps[k] || l.Robust < m.At[k].Certified || l.Balanced < m.At[k].BalancedRobust-1e-9 {
					t.Errorf("eps %v: %+v is proved, the ceiling is %+v", eps[k], m.At[k], l)
				}
			}
			if want := sum / float64(found); found > 0 && math.Abs(m.MeanDistance-want) > 1e-12 {
				t.Errorf("mean distance %v, want %v", m.MeanDistance, want)
			}
			if m.WithoutExample != right-found {
				t.Errorf("%d rows without example, want %d", m.WithoutExample, right-found)
			}
		})
	}
}

// TestThreads: the same numbers for any number of threads and any batch.
func TestThreads(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	e := ensembletest.Random(r, ensembletest.Shape{Features: 4, Trees: 20, Depth: 3, Classes: 3})
	other := ensembletest.Random(r, ensembletest.Shape{Features: 4, Trees: 5, Depth: 2, Classes: 3})
	table := randomTable(r, e, 2*batch+10)
	var docs [][]byte
	for _, threads := range []int{1, 2, 3} {
		report, err := Evaluate(context.Background(), []Model{{Name: "natural", Ensemble: e}, {Name: "hardened", Ensemble: other}}, table,
			Options{Attack: ltattack.Attack{}, Norm: attack.L2, Seed: 5, Threads: threads, Resamples: 50, Show: 3})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range report.Models {
			m.Metrics.Seconds = 0
		}
		doc, err := report.MetricsJSON(Provenance{})
		if err != nil || !json.Valid(doc) {
			t.Fatalf("metrics.json: %v", err)
		}
		docs = append(docs, doc)
	}
	for _, doc := range docs[1:] {
		if !bytes.Equal(doc, docs[0]) {
			t.Error(cmp.Diff(string(docs[0]), string(doc)))
		}
	}
}

func TestEvaluateRefuses(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	e := ensembletest.Random(r, ensembletest.Shapes["plain"])
	table := randomTable(r, e, 10)
	narrow := randomTable(r, ensembletest.Random(r, ensembletest.Shapes["one axis"]), 10)
	models := []Model{{Name: "m", Ensemble: e}}
	for want, run := range map[string]func() error{
		"random: row 1: Options.Gain is +Inf, must be within ±1e300, or NaN": func() error {
			rows := 0
			_, err := Evaluate(context.Background(), models, table, Options{Attack: bruteForce{}, Gain: func([]float64) float64 {
				rows++
				return []float64{math.NaN(), math.Inf(1)}[min(rows, 2)-1]
			}})
			return err
		},
		"eps must ascend, got [0.2 0.1]": func() error {
			_, err := Evaluate(context.Background(), models, table, Options{Attack: bruteForce{}, Eps: []float64{0.2, 0.1}})
			return err
		},
		"eps must be at least 0 and finite, got -1": func() error {
			_, err := Evaluate(context.Background(), models, table, Options{Attack: bruteForce{}, Eps: []float64{-1}})
			return err
		},
		"Options.Resamples is 0, Fragile -1 and Show 0, must be at least 0": func() error {
			_, err := Evaluate(context.Background(), models, table, Options{Attack: bruteForce{}, Fragile: -1})
			return err
		},
		`two models are called "m": reports tell them apart by their names`: func() error {
			_, err := Evaluate(context.Background(), append(models, models...), table, Options{Attack: bruteForce{}})
			return err
		},
		"model m reads 3 features, random has 1": func() error {
			_, err := Evaluate(context.Background(), models, narrow, Options{Attack: bruteForce{}})
			return err
		},
		"random: has no labels, so that nothing can be evaluated": func() error {
			unlabelled := *table
			unlabelled.Y = nil
			_, err := NewStartsCurve(context.Background(), models[0], &unlabelled, Options{}, func(int) (attack.Attack, error) { return bruteForce{}, nil }, []int{1})
			return err
		},
	} {
		if err := run(); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestCancelled(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	e := ensembletest.Random(r, ensembletest.Shapes["plain"])
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Evaluate(ctx, []Model{{Name: "m", Ensemble: e}}, randomTable(r, e, 10), Options{Attack: bruteForce{}})
	if err != context.Canceled {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}
