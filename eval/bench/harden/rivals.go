package harden

import (
	_ "embed"
	"encoding/csv"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"
)

// rival is what another trainer reached on a data set.
type rival struct {
	set, method     string
	natural, robust float64
	rows            []float64 // for each test row of rivalFolds folds, the share of seeds with which it is robust; nil for the published split
}

// rivalFolds is the number of folds that rivals were run on.
const rivalFolds = 5

// The files are part of the program.
var (
	//go:embed rivals.csv
	publishedFile string
	//go:embed rivals-folds.csv
	foldsFile string
)

// rivals returns the rivals of both files.
func rivals() []rival {
	var all []rival
	for _, r := range records("rivals.csv", publishedFile) {
		all = append(all, rival{set: r[0], method: r[1], natural: number(r[2]), robust: number(r[3])})
	}
	for _, r := range records("rivals-folds.csv", foldsFile) {
		rows := make([]float64, len(r[4]))
		for i, count := range r[4] {
			rows[i] = number(string(count)) / number(r[2])
		}
		all = append(all, rival{r[0], r[1], number(r[3]), stat.Mean(rows, nil), rows})
	}
	return all
}

// records returns the lines of a CSV text below its header.
func records(name, text string) [][]string {
	r := csv.NewReader(strings.NewReader(text))
	r.Comment = '#'
	all, err := r.ReadAll()
	if err != nil {
		panic(name + ": " + err.Error())
	}
	return all[1:]
}

func number(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(err)
	}
	return v
}

// rivalsOn returns the rivals on a set with a number of folds, 0 for the published split.
func rivalsOn(set string, folds int) []rival {
	var some []rival
	for _, r := range rivals() {
		if r.set == set && (folds == 0 && r.rows == nil || folds == rivalFolds && r.rows != nil) {
			some = append(some, r)
		}
	}
	return some
}
