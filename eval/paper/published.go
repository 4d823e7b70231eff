package paper

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/attack/ltattack"
)

// figure names a number of the paper: kind of model, norm, data set, method.
type figure struct{ kind, norm, set, method string }

// published are the mean distances in the tables of the paper and its appendix.
var published = readPublished()

//go:embed published.csv
var publishedFile string

// readPublished reads published.csv: a line for each kind of model, norm and data set, with a column
// for each method.
func readPublished() map[figure]float64 {
	r := csv.NewReader(strings.NewReader(publishedFile))
	r.Comment = '#'
	lines, err := r.ReadAll()
	if err != nil {
		panic(fmt.Sprint("published.csv: ", err)) // it is part of the program
	}
	all := map[figure]float64{}
	methods := lines[0][3:]
	for _, line := range lines[1:] {
		for m, text := range line[3:] {
			if text == "" {
				continue
			}
			v, err := strconv.ParseFloat(text, 64)
			if err != nil {
				panic(fmt.Sprint("published.csv: ", err))
			}
			all[figure{line[0], line[1], line[2], methods[m]}] = v
		}
	}
	return all
}

// speedups are the published speedups of LT-Attack over NaiveLeaf.
var speedups = map[string]float64{"MNIST": 22.6, "F-MNIST": 17.5, "HIGGS": 102.3}

// sizes is the table "dataset-stats".
var sizes = map[string]ltattack.Sizes{
	"breast-cancer": {Iterations: 2.1, Bound: 3.2, PerTree: 5.2, Neighbors: 9.2},
	"diabetes":      {Iterations: 6.3, Bound: 6.1, PerTree: 3.4, Neighbors: 10.6},
	"MNIST2-6":      {Iterations: 121.7, Bound: 374.2, PerTree: 14.9, Neighbors: 256.5},
	"ijcnn":         {Iterations: 26.5, Bound: 7.4, PerTree: 3.3, Neighbors: 17.8},
	"MNIST":         {Iterations: 159.4, Bound: 124.7, PerTree: 5.0, Neighbors: 367.9},
	"F-MNIST":       {Iterations: 236.8, Bound: 149.1, PerTree: 6.5, Neighbors: 717.4},
	"covtype":       {Iterations: 36.7, Bound: 30.8, PerTree: 10.6, Neighbors: 39.2},
	"HIGGS":         {Iterations: 107.1, Bound: 13.5, PerTree: 2.1, Neighbors: 24.0},
}

// forests is the test accuracy from the table "rf-stats".
var forests = map[string]float64{
	"breast-cancer": 0.974, "diabetes": 0.775, "MNIST2-6": 0.963, "ijcnn": 0.919,
	"MNIST": 0.907, "F-MNIST": 0.823, "covtype": 0.745, "HIGGS": 0.702,
}

// convergence is the table of that name: the largest and the median distance from the optimum's leaf
// tuple, initial and converged, first as the number of differing trees, then as the estimated size of
// the neighbourhood that reaches it.
var convergence = map[string][8]int{
	"breast-cancer": {2, 0, 0, 0, 2, 0, 0, 0},
	"diabetes":      {10, 3, 6, 0, 5, 1, 4, 0},
	"MNIST2-6":      {676, 490, 347, 172, 172, 46, 64, 36},
	"ijcnn":         {27, 10, 16, 3, 18, 2, 8, 2},
	"MNIST":         {266, 115, 96, 33, 173, 8, 12, 7},
	"F-MNIST":       {237, 174, 100, 56, 82, 12, 18, 10},
	"covtype":       {84, 23, 67, 9, 82, 7, 65, 6},
	"HIGGS":         {190, 62, 125, 23, 181, 12, 121, 8},
}
