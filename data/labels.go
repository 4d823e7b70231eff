package data

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// labels numbers the labels of a source. Labels that are the same number are
// the same class, however they are written.
type labels struct {
	classes []string       // by class number
	number  map[string]int // of a label as written; dropped if the rows are to be left out
	fixed   bool           // no other classes may come
	keep    map[string]bool
}

// What becomes of a row instead of the number of its class.
const (
	dropped    = -1 // of a class that is not kept
	unlabelled = -2
)

func newLabels(o *Options, declared []string) *labels {
	l := &labels{number: map[string]int{}}
	for _, classes := range [][]string{o.Classes, o.Keep, declared} {
		if len(classes) > 0 {
			l.fixed = true
			for _, name := range classes {
				l.classes = append(l.classes, canonical(name))
			}
			break
		}
	}
	if o.Keep != nil {
		l.keep = map[string]bool{}
		for _, name := range o.Keep {
			l.keep[canonical(name)] = true
		}
	}
	return l
}

// class returns the number of a label, or dropped or unlabelled.
func (l *labels) class(label string) (int, error) {
	if n, ok := l.number[label]; ok {
		return n, nil
	}
	name := canonical(label)
	n := slices.Index(l.classes, name)
	switch {
	case n < 0 && isMissing(name):
		n = unlabelled
	case l.keep != nil && !l.keep[name]:
		n = dropped
	case n < 0 && l.fixed:
		return 0, fmt.Errorf("unknown label %q, the classes are %s (Options.Keep leaves other rows out)", clip(name), list(l.classes))
	case n < 0:
		if len(l.classes) == maxClasses {
			return 0, fmt.Errorf("more than %d classes: Options.Label names another column, Options.Regression reads numbers to predict", maxClasses)
		}
		n = len(l.classes)
		l.classes = append(l.classes, strings.Clone(name))
	}
	l.number[strings.Clone(label)] = n
	return n, nil
}

// maxClasses is far above what a classifier can learn, and below what makes
// a column of measurements pass for labels.
const maxClasses = 10_000

// settle puts classes that were numbered as they came into their final order
// and renumbers y.
func (l *labels) settle(y []int) {
	if l.fixed {
		return
	}
	sorted := slices.Clone(l.classes)
	slices.SortFunc(sorted, compareLabels)
	final := make([]int, len(sorted))
	for n, name := range l.classes {
		final[n], _ = slices.BinarySearchFunc(sorted, name, compareLabels)
	}
	for i, n := range y {
		y[i] = final[n]
	}
	l.classes = sorted
}

// canonical returns the name of a label: the shortest form of a number, and a
// text as it is.
func canonical(label string) string {
	label = strings.TrimSpace(label)
	if v, err := strconv.ParseFloat(label, 64); err == nil && math.Abs(v) < 1<<53 {
		return strconv.FormatFloat(v+0, 'f', -1, 64)
	}
	return label
}

// compareLabels orders numbers by value, and before texts.
func compareLabels(a, b string) int {
	x, xErr := strconv.ParseFloat(a, 64)
	y, yErr := strconv.ParseFloat(b, 64)
	switch {
	case xErr == nil && yErr == nil:
		return cmp.Or(cmp.Compare(x, y), strings.Compare(a, b))
	case xErr == nil:
		return -1
	case yErr == nil:
		return 1
	}
	return strings.Compare(a, b)
}
