package data

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// labels numbers the labels of a source. Labels are names: 01 and 1 are two classes. Only a
// number that is written in full or in short, such as 1.0 and 1, is one class. Where the
// classes are those of a model, a label that is none of them is the one that is the same number.
type labels struct {
	classes  []string       // by class number
	number   map[string]int // of a label as written; dropped if the rows are to be left out
	fixed    bool           // no other classes may come
	byNumber bool           // a label may be a class of the same number that is written otherwise
	lenient  bool           // rows of other classes are unlabelled, as labels are optional
	keep     map[string]bool
	missing  []string // further words for none
}

// What becomes of a row instead of the number of its class.
const (
	dropped    = -1 // of a class that is not kept
	unlabelled = -2
)

func newLabels(o *Options, declared []string) *labels {
	l := &labels{number: map[string]int{}, lenient: o.LabelOptional}
	known := declared
	switch {
	case len(o.Classes) > 0:
		known = o.Classes
	case len(o.Keep) > 0:
		known = o.Keep
	}
	l.fixed, l.byNumber = len(known) > 0, len(o.Classes) > 0 || len(o.Keep) == 0
	for _, name := range known {
		l.classes = append(l.classes, notation.Class(name))
	}
	for _, word := range o.words() {
		if !notation.IsNumber(word) { // 0 may be none in features beside a class 0
			l.missing = append(l.missing, word)
		}
	}
	if o.Keep != nil {
		l.keep = map[string]bool{}
		for _, name := range o.Keep {
			if n := l.find(name); n >= 0 {
				name = l.classes[n]
			}
			l.keep[name] = true
		}
	}
	for n, name := range known { // two that are the same number, such as 10 and 10.0, are told apart as written
		if _, twice := l.number[name]; !twice && (l.keep == nil || l.keep[l.classes[n]]) {
			l.number[name] = n
		}
	}
	return l
}

// class returns the number of a label, or dropped or unlabelled.
func (l *labels) class(label string) (int, error) {
	if n, ok := l.number[label]; ok {
		return n, nil
	}
	if !utf8.ValidString(label) {
		return 0, errNotUTF8(label)
	}
	name, n := notation.Class(label), l.find(label)
	if n >= 0 {
		name = l.classes[n]
	}
	switch {
	case n < 0 && (notation.IsMissing(name) || slices.Contains(l.missing, name)):
		n = unlabelled
	case l.keep != nil && !l.keep[name]:
		n = dropped
	case n < 0 && l.fixed && l.lenient:
		n = unlabelled
	case n < 0 && l.fixed:
		return 0, fmt.Errorf("unknown label %q, the classes are %s (Options.Keep leaves other rows out)", phrase.Clip(name), list(l.classes))
	case n < 0:
		if len(l.classes) == maxClasses {
			return 0, &LabelError{fmt.Errorf("more than %d classes: Options.Label names another column, Options.Regression reads numbers to predict", maxClasses)}
		}
		if len(name) > maxWord {
			return 0, &LabelError{fmt.Errorf("a text of %d bytes is no class: Options.Label names another column", len(name))}
		}
		n = len(l.classes)
		l.classes = append(l.classes, strings.Clone(name))
	}
	l.number[strings.Clone(label)] = n
	return n, nil
}

// find returns the number of the class that a label is, -1 for none.
func (l *labels) find(label string) int {
	name := notation.Class(label)
	n := slices.Index(l.classes, name)
	if n >= 0 || !l.fixed {
		return n
	}
	if n = l.truth(name); n >= 0 {
		return n
	}
	if bare, ends := strings.CutSuffix(name, "."); ends { // as in test rows of C4.5
		if n = slices.Index(l.classes, bare); n >= 0 {
			return n
		}
	}
	if bare, quoted := notation.Unquoted(name); quoted {
		return slices.Index(l.classes, notation.Class(bare))
	}
	if !l.byNumber {
		return -1
	}
	value := notation.Canonical(name)
	return slices.IndexFunc(l.classes, func(class string) bool { return notation.Canonical(class) == value })
}

// truth returns the class that is a label true or false in another case, -1 for none:
// pandas writes True to CSV and true to Parquet, and R TRUE.
func (l *labels) truth(name string) int {
	if !strings.EqualFold(name, "true") && !strings.EqualFold(name, "false") {
		return -1
	}
	return slices.IndexFunc(l.classes, func(class string) bool { return strings.EqualFold(class, name) })
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
	notation.Sort(sorted)
	place := make(map[string]int, len(sorted))
	for k, name := range sorted {
		place[name] = k
	}
	final := make([]int, len(sorted))
	for n, name := range l.classes {
		final[n] = place[name]
	}
	for i, n := range y {
		y[i] = final[n]
	}
	l.classes = sorted
}

// sameNumber says that two labels are the same number, whether they are two classes, as 01 and
// 1, or one, as 1 and 1.0; "" for none.
func (l *labels) sameNumber() string {
	first := map[string]string{}
	for _, label := range slices.Sorted(maps.Keys(l.number)) {
		bare := strings.TrimSpace(label)
		if l.number[label] < 0 || !notation.IsNumber(bare) {
			continue
		}
		other, twice := first[notation.Canonical(bare)]
		switch {
		case !twice:
			first[notation.Canonical(bare)] = label
		case l.number[other] != l.number[label]:
			return fmt.Sprintf("the labels %q and %q are two classes, though they are the same number", phrase.Clip(other), phrase.Clip(label))
		case strings.TrimSpace(other) != bare:
			return fmt.Sprintf("the labels %q and %q are the same number, and one class", phrase.Clip(other), phrase.Clip(label))
		}
	}
	return ""
}

// blanksOnly says that two labels are one class, though one has blanks that the other has not; ""
// for none.
func (l *labels) blanksOnly() string {
	first := map[string]string{}
	for _, label := range slices.Sorted(maps.Keys(l.number)) {
		bare := strings.TrimSpace(label)
		if other, twice := first[bare]; twice && l.number[label] >= 0 {
			return fmt.Sprintf("the labels %q and %q are one class, as they differ in blanks around them only", phrase.Clip(other), phrase.Clip(label))
		}
		first[bare] = label
	}
	return ""
}
