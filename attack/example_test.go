package attack_test

import (
	"context"
	"fmt"
	"log"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// The nearest examples of two rows.
func ExampleRun() {
	problem, err := attack.NewProblem(ensembletest.Stumps(), attack.LInf)
	if err != nil {
		log.Fatal(err)
	}
	victims := []attack.Victim{
		{Row: 0, X: []float64{0.75, 0.75}, Label: 1},
		{Row: 1, X: []float64{0.25, 0.75}, Label: 1}, // which the model gets wrong
	}
	results, err := attack.Run(context.Background(), problem, ltattack.Attack{}, victims, attack.RunOptions{})
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range results {
		fmt.Printf("row %d: %v, class %d at %v, distance %v\n", r.Row, r.Status, r.Class, r.Example, r.Distance)
	}
	// Output:
	// row 0: optimal, class 0 at [0.5 0.75], distance 0.25
	// row 1: misclassified, class -1 at [], distance 0
}

// Is a row safe within eps? Deciding is cheaper than looking for the nearest example.
func ExampleAdversary_Decide() {
	problem, err := attack.NewProblem(ensembletest.Stumps(), attack.LInf)
	if err != nil {
		log.Fatal(err)
	}
	adversary, err := attack.Prepare(problem, exact.Attack{})
	if err != nil {
		log.Fatal(err)
	}
	victims := []attack.Victim{{X: []float64{0.75, 0.75}, Label: 1}}
	for _, eps := range []float64{0.2, 0.3} {
		decisions, err := adversary.Decide(context.Background(), victims, eps, attack.RunOptions{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("within %v: %v %v\n", eps, decisions[0].Verdict, decisions[0].Example)
	}
	// Output:
	// within 0.2: certified []
	// within 0.3: broken [0.5 0.75]
}

// What an attacker can do is part of the problem: here feature 0 is out of reach.
func ExampleConstraints() {
	problem, err := attack.NewProblem(ensembletest.Stumps(), attack.LInf)
	if err != nil {
		log.Fatal(err)
	}
	problem.Constraints = &attack.Constraints{Frozen: []bool{true, false}}
	victims := []attack.Victim{{X: []float64{0.75, 0.75}, Label: 1}}
	results, err := attack.Run(context.Background(), problem, exact.Attack{}, victims, attack.RunOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(results[0].Example, "at distance", results[0].Distance)
	// Output: [0.75 0.25] at distance 0.5
}

// oneMove is a custom attack: it moves a single feature, to each of its cells.
type oneMove struct{}

func (oneMove) Name() string { return "one-move" }

func (oneMove) Prepare(p *attack.Problem) (attack.Prepared, error) {
	return oneMoveIn{p}, p.OfNumbers("one-move") // levels have an order of their own: Space.Order
}

type oneMoveIn struct{ problem *attack.Problem }

func (a oneMoveIn) Searcher() attack.Searcher {
	return &oneMover{problem: a.problem, space: attack.NewSpace(a.problem)}
}

// oneMover has scratch memory: each worker has one.
type oneMover struct {
	problem *attack.Problem
	space   *attack.Space
}

func (s *oneMover) Search(_ context.Context, v attack.Victim) attack.Result {
	s.space.Reset(v.X)
	best := attack.Result{Status: attack.None, Distance: math.Inf(1)}
	cells := slices.Clone(s.space.Home)
	for f, home := range s.space.Home {
		for c := s.space.Lo[f]; c <= s.space.Hi[f]; c++ {
			if c == home || math.IsInf(s.space.Cost[s.problem.Grid.ID(f, c)], 1) {
				continue // the constraints forbid it
			}
			cells[f] = c
			example := s.space.Example(cells)
			class := s.problem.Ensemble.Class(example)
			wanted := class != v.Label && (s.problem.Target == attack.Untargeted || class == s.problem.Target)
			if distance := s.space.Distance(example); wanted && distance < best.Distance {
				best = attack.Result{Status: attack.Found, Example: example, Class: class, Distance: distance}
			}
		}
		cells[f] = home
	}
	return best
}

// A custom method: it runs, is checked and is trained on like the others.
func Example_method() {
	problem, err := attack.NewProblem(ensembletest.Stumps(), attack.LInf)
	if err != nil {
		log.Fatal(err)
	}
	victims := []attack.Victim{{X: []float64{0.75, 0.75}, Label: 1}}
	results, err := attack.Run(context.Background(), problem, oneMove{}, victims, attack.RunOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(results[0].Status, results[0].Example, results[0].Distance)
	// Output: found [0.5 0.75] 0.25
}
