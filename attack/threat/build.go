package threat

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Constraints turns t into constraints for a norm and the features of a model, of which only
// Features, Classes, Columns and Schema count. Faults are of type [*Error] and name the line, if t
// was read from a file.
func (t *Threat) Constraints(e *ensemble.Ensemble, n attack.Norm) (*attack.Constraints, error) {
	switch {
	case e == nil:
		return nil, errors.New("no model is given")
	case t == nil:
		return nil, errors.New("no threat is given")
	}
	if err := t.check(); err != nil {
		return nil, &Error{err}
	}
	b, err := newBuilder(e, t, n)
	if err != nil {
		return nil, &Error{err}
	}
	for f := range e.Features {
		if err := b.feature(f); err != nil {
			return nil, &Error{fmt.Errorf("%s%s: %w", at(b.lineOf(f)), b.name(f), err)}
		}
	}
	for i := range t.Groups {
		if err := b.group(&t.Groups[i]); err != nil {
			return nil, &Error{fmt.Errorf("%sgroup %q: %w", at(t.Groups[i].at()), t.Groups[i].Name, err)}
		}
	}
	if err := b.attackers(t.Classes); err != nil {
		return nil, &Error{fmt.Errorf("%sclasses: %w", at(t.classesLine), err)}
	}
	if err := b.links(t.Links); err != nil {
		return nil, &Error{fmt.Errorf("%s%w", at(t.linksLine), err)}
	}
	if err := b.free(); err != nil {
		return nil, &Error{err}
	}
	if err := b.blanks(); err != nil {
		return nil, &Error{err}
	}
	if err := b.made.Check(e.Features); err != nil {
		return nil, &Error{err}
	}
	if _, err := t.Gain.Of(e); err != nil {
		return nil, err
	}
	return b.made, nil
}

// at names the line of a fault, if it has one.
func at(line int) string {
	if line == 0 {
		return ""
	}
	return fmt.Sprintf("line %d: ", line)
}

// builder makes constraints, feature by feature.
type builder struct {
	ensemble *ensemble.Ensemble
	norm     attack.Norm
	all      *Rule
	rules    []*Rule // by feature
	made     *attack.Constraints
}

func newBuilder(e *ensemble.Ensemble, t *Threat, norm attack.Norm) (*builder, error) {
	if a := &t.All; a.Prices != nil || a.Ordinal != nil || a.Price != nil && math.IsInf(a.Price.Up, 1) {
		return nil, fmt.Errorf("%sprices of levels are for single columns", at(a.line))
	}
	if a := &t.All; a.Price.free() || a.Weight.free() {
		return nil, fmt.Errorf("%sa weight or price of 0 is for a column that a link derives", at(a.line))
	}
	if a := &t.All; a.Dates != column.NoDates || a.Levels != nil {
		return nil, fmt.Errorf("%s%s for a single column", at(a.line), map[bool]string{true: "a date is", false: "levels are"}[a.Dates != column.NoDates])
	}
	n := e.Features
	b := &builder{ensemble: e, norm: norm, all: &t.All, rules: make([]*Rule, n)}
	places, sparse := placesOf(e.Schema.Features), fewOfMany(e.Schema.Features)
	for i := range t.Features {
		r := &t.Features[i]
		f, known := places[r.Feature]
		if !known && sparse && isNumbered(r.Feature) {
			continue // the model does not read it
		}
		var err error
		if !known {
			f, err = find(e, r.Feature)
		}
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s%w", at(r.at()), err)
		case b.rules[f] != nil:
			return nil, fmt.Errorf("%sthere is a table for this already%s", at(r.at()), inLine(b.rules[f].at()))
		}
		b.rules[f] = r
	}
	for f, r := range b.rules {
		if r == nil {
			b.rules[f] = &Rule{}
		}
	}
	b.made = &attack.Constraints{
		Weight: make([]float64, n), Lo: make([]float64, n), Hi: make([]float64, n),
		Min: make([]float64, n), Range: make([]float64, n),
		Frozen: make([]bool, n), Increase: make([]bool, n), Decrease: make([]bool, n), Integer: make([]bool, n),
	}
	return b, nil
}

func inLine(line int) string {
	if line == 0 {
		return ""
	}
	return fmt.Sprintf(", in line %d", line)
}

// placesOf returns the place of each name; of two alike, the first.
func placesOf(names []string) map[string]int {
	places := make(map[string]int, len(names))
	for f, name := range slices.Backward(names) {
		places[name] = f
	}
	return places
}

// fewOfMany reports whether names are numbers with gaps, such as f12 and f40: a model of sparse rows has
// only the columns that it splits on.
func fewOfMany(names []string) bool {
	return names != nil && !column.Numbered(names) && !slices.ContainsFunc(names, func(name string) bool { return !isNumbered(name) })
}

// isNumbered reports whether a name is that of a column without one, such as f12.
func isNumbered(name string) bool {
	digits, ok := strings.CutPrefix(name, "f")
	_, err := strconv.ParseUint(digits, 10, 63)
	return ok && err == nil
}

// find finds a feature by name or number.
func find(e *ensemble.Ensemble, name string) (int, error) {
	if f := slices.Index(e.Schema.Features, name); f >= 0 {
		return f, nil
	}
	f, err := strconv.Atoi(name)
	switch {
	case err != nil && e.Schema.Features == nil:
		return 0, fmt.Errorf("unknown feature %q: the model names no features, use their numbers from 0", name)
	case err != nil:
		return 0, nearest.Unknown("feature", name, e.Schema.Features)
	case f < 0 || f >= e.Features:
		return 0, fmt.Errorf("there is no feature %d: the model reads %d, from 0", f, e.Features)
	}
	return f, nil
}

// scaled turns a value in the data's units into the model's.
func (b *builder) scaled(f int, v float64) float64 {
	least, width := b.scaling(f)
	return (v - least) / width
}

// scaling returns the raw value that the model reads as 0, and how many raw
// units it reads as 1.
func (b *builder) scaling(f int) (least, width float64) {
	s := &b.ensemble.Schema
	switch {
	case s.Min == nil:
		return 0, 1
	case s.Max[f] == s.Min[f]: // a constant feature keeps its unit
		return s.Min[f], 1
	}
	return s.Min[f], s.Max[f] - s.Min[f]
}

// first returns the first value that is given.
func first[T any](otherwise T, given ...*T) T {
	for _, v := range given {
		if v != nil {
			return *v
		}
	}
	return otherwise
}

// lineOf returns the line of the table that applies to a feature.
func (b *builder) lineOf(f int) int {
	if line := b.rules[f].at(); line != 0 {
		return line
	}
	return b.all.line
}

// name is what a user calls a feature.
func (b *builder) name(f int) string {
	if names := b.ensemble.Schema.Features; names != nil {
		return fmt.Sprintf("feature %q", names[f])
	}
	return fmt.Sprintf("feature %d", f)
}
