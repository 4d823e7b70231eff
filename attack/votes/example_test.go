package votes_test

import (
	"context"
	"fmt"
	"log"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/votes"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// majority is a model of three trees: class 1 if two of three columns are 1.
func majority() *ensemble.Ensemble {
	e := &ensemble.Ensemble{Features: 3, Classes: 2, Outputs: 1, Base: []float64{0}}
	for f := range 3 {
		e.Trees = append(e.Trees, ensemble.Tree{
			Splits: []ensemble.Split{{Feature: ensemble.Feature(f), Left: ^0, Right: ^1, Threshold: 0.5}},
			Leaves: []float64{-1, 1},
		})
	}
	return e
}

// The trees of a model vote, and two of them have to change their votes.
func Example() {
	problem, err := attack.NewProblem(majority(), attack.L0)
	if err != nil {
		log.Fatal(err)
	}
	victims := []attack.Victim{{X: []float64{0, 0, 0}, Label: 0}}
	results, err := attack.Run(context.Background(), problem, votes.Attack{}, victims, attack.RunOptions{})
	if err != nil {
		log.Fatal(err)
	}
	r := results[0]
	fmt.Println(r.Status, r.Class, r.Distance)
	// Output: found 1 2
}
