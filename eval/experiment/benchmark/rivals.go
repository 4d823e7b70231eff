package main

import (
	_ "embed"
	"encoding/csv"
	"strconv"
	"strings"
)

// rival is a published pair of accuracies of others on a data set.
type rival struct {
	set             string
	folds           bool // mean over five folds, not the published test rows
	method          string
	natural, robust float64
}

//go:embed rivals.csv
var rivalsFile string

// rivals returns the rows of rivals.csv, which is part of the program.
func rivals() []rival {
	r := csv.NewReader(strings.NewReader(rivalsFile))
	r.Comment = '#'
	records, err := r.ReadAll()
	if err != nil {
		panic(err)
	}
	var all []rival
	for _, record := range records[1:] {
		natural, err1 := strconv.ParseFloat(record[3], 64)
		robust, err2 := strconv.ParseFloat(record[4], 64)
		if err1 != nil || err2 != nil {
			panic("rivals.csv: " + strings.Join(record, ","))
		}
		all = append(all, rival{record[0], record[1] == "folds", record[2], natural, robust})
	}
	return all
}

// rivalsOn returns those on a set.
func rivalsOn(set string, folds bool) []rival {
	var some []rival
	for _, r := range rivals() {
		if r.set == set && r.folds == folds {
			some = append(some, r)
		}
	}
	return some
}
