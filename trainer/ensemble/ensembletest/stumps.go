package ensembletest

import "github.com/hardwood-ml/hardwood/trainer/ensemble"

// Stumps returns the model of most examples in the documentation: two stumps that vote on two classes.
// Feature 0 counts 1 above 0.5 and -2 otherwise, feature 1 counts 1.5 above 0.25 and -1 otherwise;
// class 1 wins if the sum is above 0.
func Stumps() *ensemble.Ensemble {
	stump := func(f ensemble.Feature, threshold, left, right float64) ensemble.Tree {
		return ensemble.Tree{
			Splits: []ensemble.Split{{Feature: f, Threshold: threshold, Left: ^0, Right: ^1}},
			Leaves: []float64{left, right},
		}
	}
	return &ensemble.Ensemble{
		Features: 2, Classes: 2, Outputs: 1, Base: []float64{0},
		Trees: []ensemble.Tree{stump(0, 0.5, -2, 1), stump(1, 0.25, -1, 1.5)},
	}
}
