package eval

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Alike makes two models read the same rows: it returns the second with its columns and classes in
// the order of the first, if their names agree. A model with an open number of features is widened
// to match the other. The notes say what was matched by name, and which columns are matched by
// position although their names differ. Models with different columns or classes are an error.
func Alike(first, second Model) (matched Model, notes []string, err error) {
	a, b := first.Ensemble, second.Ensemble
	widenAlike(a, b)
	if moved := inOrderOf(a, b); moved != b {
		notes = append(notes, fmt.Sprintf("the model %s has the columns of %s in another order: they are matched by their names", second.Name, first.Name))
		b = moved
	}
	x, y := a.Schema.Classes, b.Schema.Classes
	if swapped, same := b.Swap(); same && x != nil && y != nil && !slices.Equal(x, y) && slices.Equal(x, swapped.Schema.Classes) {
		notes = append(notes, fmt.Sprintf("the model %s has the classes of %s in another order: they are matched by their names", second.Name, first.Name))
		b = swapped
	}
	if err := sameRows(a, b); err != nil {
		return second, notes, err
	}
	if others := otherNames(a, b); others != nil {
		notes = append(notes, fmt.Sprintf("the model %s names columns otherwise (%s): they are taken in the order of %s", second.Name, phrase.Names(others), first.Name))
	}
	second.Ensemble = b
	return second, notes, nil
}

// ScaledAlike reports whether a distance means the same to two models: both scale their features
// by the same values, or neither scales them.
func ScaledAlike(a, b *ensemble.Ensemble) bool {
	return slices.Equal(a.Schema.Min, b.Schema.Min) && slices.Equal(a.Schema.Max, b.Schema.Max)
}

// widenAlike makes a model with an open number of features read as many as the other, and leaves
// it open if both are.
func widenAlike(a, b *ensemble.Ensemble) {
	open, most := a.Schema.Open && b.Schema.Open, max(a.Features, b.Features)
	for _, e := range [2]*ensemble.Ensemble{a, b} {
		if e.Schema.Open {
			e.Widen(most)
			e.Schema.Open = open
		}
	}
}

// inOrderOf returns model b with its columns in the order of a if both name the same columns, each
// once; otherwise it returns b unchanged.
func inOrderOf(a, b *ensemble.Ensemble) *ensemble.Ensemble {
	place := placesOf(b.Schema.Features)
	names := a.Schema.Features
	order := make([]int, len(names))
	for k, name := range names {
		f, known := place[name]
		if !known {
			return b
		}
		delete(place, name)
		order[k] = f
	}
	if len(order) != b.Features || slices.IsSorted(order) {
		return b
	}
	return b.Select(order)
}

func placesOf(names []string) map[string]int {
	place := map[string]int{}
	for f, name := range names {
		place[name] = f
	}
	return place
}

// sameRows refuses two models that do not read the same rows in the same way.
func sameRows(a, b *ensemble.Ensemble) error {
	switch x, y := a.Schema.Classes, b.Schema.Classes; {
	case a.Classes != b.Classes:
		return fmt.Errorf("the models know %d and %d classes: they cannot be compared on the same rows", a.Classes, b.Classes)
	case x != nil && y != nil && !slices.Equal(x, y):
		return fmt.Errorf("the models call their classes %s and %s: they cannot be compared on the same rows", strings.Join(x, ", "), strings.Join(y, ", "))
	case a.Features != b.Features:
		return fmt.Errorf("the models read %d and %d features: they cannot be compared on the same rows", a.Features, b.Features)
	}
	place := placesOf(b.Schema.Features)
	for f, name := range a.Schema.Features {
		if other, known := place[name]; known && other != f {
			return fmt.Errorf("column %q is feature %d of one model and %d of the other: they cannot be compared on the same rows", name, f, other)
		}
	}
	return nil
}

// otherNames returns the columns that the two models name differently.
func otherNames(a, b *ensemble.Ensemble) (columns []string) {
	for f, name := range a.Schema.Features {
		if f < len(b.Schema.Features) && b.Schema.Features[f] != name {
			columns = append(columns, fmt.Sprintf("%q for %q", b.Schema.Features[f], name))
		}
	}
	return columns
}
