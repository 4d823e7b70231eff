package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// number numbers the labels of rows as a model does that does not name its
// classes: labels that are numbers of classes stand for themselves, and others
// are numbered in their order, or that of --classes, if there is one for each.
func (d *dataFlags) number(t *data.Table, e *ensemble.Ensemble) error {
	if e.Schema.Classes != nil || t.Y == nil || d.keep != nil && len(t.Classes) == e.Classes {
		return nil
	}
	numbers := classNames(e, nil)
	number, all := make([]int, len(t.Classes)), true
	for c, name := range t.Classes {
		number[c] = slices.Index(numbers, name)
		all = all && number[c] >= 0
	}
	if !all {
		if len(t.Classes) == e.Classes {
			d.note(fmt.Sprintf("the model names no classes: %s are taken for %s; --classes gives them another order",
				few(t.Classes), few(numbers)))
			return nil
		}
		return fmt.Errorf("%s: the labels are %s, and the model has %d classes without names: name one for each, in the model's order, by --classes",
			d.source, strings.Join(t.Classes, ", "), e.Classes)
	}
	if !slices.Contains(number, 0) { // they may be counted from 1
		d.note(fmt.Sprintf("the model names no classes: labels are taken for their numbers, from 0, and no row of %s has that; --classes lists all labels in the order of the model", d.source))
	}
	for i, y := range t.Y {
		t.Y[i] = number[y]
	}
	t.Classes = numbers
	return nil
}

// doubtOrder notes that the classes clearly fit a model that names none better in another
// order: the one in which most rows of each class are right.
func (d *dataFlags) doubtOrder(t *data.Table, e *ensemble.Ensemble) {
	const most = 100 // classes that anybody lists
	if e.Schema.Classes != nil || t.Y == nil || len(t.Classes) != e.Classes || e.Classes > most || len(e.Trees) == 0 {
		return
	}
	taken := make([][]int, e.Classes) // of each class, how many rows the model takes for each
	for c := range taken {
		taken[c] = make([]int, e.Classes)
	}
	const enough = 1_000 // spread, as tables may be in the order of their classes
	p, margins := ensemble.NewPredictor(e), make([]float64, e.Outputs)
	rows := min(t.Rows, enough)
	for k := range rows {
		i := t.Rows / rows * k
		p.Margins(t.Row(i), margins, 1)
		taken[t.Y[i]][e.ClassOf(margins)]++
	}
	order := make([]string, e.Classes)
	right, other := 0, 0
	for c, as := range taken {
		mostly := slices.Index(as, slices.Max(as))
		if order[mostly] != "" || as[mostly] == 0 {
			return
		}
		order[mostly] = t.Classes[c]
		right, other = right+as[c], other+as[mostly]
	}
	if n := float64(rows); float64(other-right) > 2*math.Sqrt(n) { // and not by chance
		progressOf(d.command).warn(fmt.Sprintf("the model is right on %d of %d rows, and would be on %d if its classes were %s, in this order: --classes %s takes them so",
			right, rows, other, strings.Join(order, ", "), strings.Join(order, ",")))
	}
}
