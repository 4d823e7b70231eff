package advboost_test

import (
	"context"
	"fmt"
	"log"
	"math"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/forest"
	"github.com/hardwood-ml/hardwood/trainer/gbdt"
)

// wdbc returns training and test rows scaled to [0,1].
func wdbc() (train, test *data.Table) {
	all, err := data.Read(context.Background(), "builtin:wdbc", data.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if train, test, err = all.Split(0.25, 1); err != nil {
		log.Fatal(err)
	}
	if err := data.FitScaling(train).Apply(train, test); err != nil {
		log.Fatal(err)
	}
	return train, test
}

func fit(p trainer.Params, t *data.Table, hooks ...trainer.Hook) *ensemble.Ensemble {
	b, err := gbdt.New(p)
	if err != nil {
		log.Fatal(err)
	}
	e, err := b.Train(context.Background(), t, hooks...)
	if err != nil {
		log.Fatal(err)
	}
	return e
}

// robust returns the share of rows that a model gets right within eps, decided
// exactly.
func robust(e *ensemble.Ensemble, t *data.Table, eps float64) float64 {
	problem, err := attack.NewProblem(e, attack.LInf)
	if err != nil {
		log.Fatal(err)
	}
	adversary, err := attack.Prepare(problem, exact.Attack{})
	if err != nil {
		log.Fatal(err)
	}
	decisions, err := adversary.Decide(context.Background(), eval.Victims(t, 0, t.Rows), eps, attack.RunOptions{})
	if err != nil {
		log.Fatal(err)
	}
	n := 0
	for _, d := range decisions {
		if d.Verdict == attack.Certified {
			n++
		}
	}
	return float64(n) / float64(t.Rows)
}

// Robust splits and gradients at the worst-case margins: the strategy to
// start with.
func Example() {
	train, test := wdbc()
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.MaxDepth = 30, 4
	natural := fit(p, train)

	ball := advboost.Ball{Norm: attack.LInf, Eps: 0.1}
	p.Attacker = ball.Robust(train.Cols, 1)
	bound, err := advboost.NewBound(advboost.BoundOptions{
		Ball:  ball,
		Refit: advboost.Refit{Steps: 5, Lambda: p.Lambda, LearningRate: p.LearningRate},
	})
	if err != nil {
		log.Fatal(err)
	}
	hardened := fit(p, train, bound)
	fmt.Println("robust accuracy rises:", robust(hardened, test, 0.1) > robust(natural, test, 0.1)+0.05)
	// Output: robust accuracy rises: true
}

// Adversarial boosting as Kantchelian et al. have it: natural splits, and
// minimal examples of LT-Attack in every round.
func ExampleNewExamples() {
	train, _ := wdbc()
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.MaxDepth = 10, 4
	last := advboost.Progress{}
	hook, err := advboost.NewExamples(advboost.ExamplesOptions{
		Attack: ltattack.Attack{}, Norm: attack.LInf, Share: 0.1,
		Progress: func(p advboost.Progress) { last = p },
	})
	if err != nil {
		log.Fatal(err)
	}
	fit(p, train, hook)
	fmt.Printf("%d rows attacked before the last of %d rounds\n", last.Attacked, last.Of)
	// Output: 42 rows attacked before the last of 10 rounds
}

// A forest: robust splits, and leaves that rows under attack vote on.
func ExampleNewRelabel() {
	train, test := wdbc()
	p := trainer.Defaults(trainer.Forest)
	p.Rounds, p.MinSamplesLeaf = 30, 5
	grow := func(p trainer.Params, hooks ...trainer.Hook) *ensemble.Ensemble {
		f, err := forest.New(p)
		if err != nil {
			log.Fatal(err)
		}
		e, err := f.Train(context.Background(), train, hooks...)
		if err != nil {
			log.Fatal(err)
		}
		return e
	}
	natural := grow(p)

	ball := advboost.Ball{Norm: attack.LInf, Eps: 0.1}
	p.Attacker = ball.Robust(train.Cols, 1)
	relabel, err := advboost.NewRelabel(advboost.RelabelOptions{Ball: ball, Moved: 0.3})
	if err != nil {
		log.Fatal(err)
	}
	hardened := grow(p, relabel)
	fmt.Println("robust accuracy rises:", robust(hardened, test, 0.1) > robust(natural, test, 0.1)+0.05)
	// Output: robust accuracy rises: true
}

// monotone hardens against an attacker who makes malignant rows (class 1 in
// this table) pass for benign ones, and can only lower one of their features,
// by 0.2 at most: for each such row the lowering that helps it most is
// trained on in the next round.
func monotone(_ context.Context, r *trainer.Round) error {
	if r.Number == 0 {
		return nil
	}
	r.Rows.Truncate(r.Rows.Table())
	for i := range r.Rows.Table() {
		if r.Rows.Class(i) != 1 {
			continue
		}
		r.Rows.Append(lowered(r.Ensemble, r.Rows.X(i)), 1, 1)
	}
	return nil
}

// lowered returns the row after the attacker's best move.
func lowered(e *ensemble.Ensemble, x []float64) []float64 {
	best, margin, least := x, make([]float64, 1), math.Inf(1)
	for f := range x {
		z := append([]float64(nil), x...)
		z[f] -= 0.2
		if e.Margins(z, margin); margin[0] < least {
			best, least = z, margin[0]
		}
	}
	return best
}

// Your own hook: harden against a monotone attacker.
func Example_hook() {
	train, test := wdbc()
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.MaxDepth = 30, 3
	caught := func(e *ensemble.Ensemble) (n int) {
		for i, y := range test.Y {
			if y == 1 && e.Class(lowered(e, test.Row(i))) == 1 {
				n++
			}
		}
		return n
	}
	natural, hardened := fit(p, train), fit(p, train, trainer.HookFunc(monotone))
	fmt.Println("many more malignant rows are caught:", caught(hardened) > caught(natural)+5)
	// Output: many more malignant rows are caught: true
}
