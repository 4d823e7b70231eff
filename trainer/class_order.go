package trainer

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// NumberClasses numbers the labels of a table as a model does that does not name its classes:
// labels that are numbers of classes stand for themselves, and if none has to, others are
// numbered in the order of the table. The note, "" for none, says what is taken for what, as
// nothing tells of an order that is wrong. It is an error if there is not one label for each
// class. A table whose options had a Keep that lists all classes in the model's order needs no
// numbering, and nor do the rows of a model that names its classes.
func NumberClasses(e *ensemble.Ensemble, t *data.Table) (note string, err error) {
	if e.Schema.Classes != nil || t.Y == nil {
		return "", nil
	}
	numbers := make([]string, e.Classes)
	for c := range numbers {
		numbers[c] = strconv.Itoa(c)
	}
	number, all := make([]int, len(t.Classes)), true
	for c, name := range t.Classes {
		number[c] = slices.Index(numbers, name)
		all = all && number[c] >= 0
	}
	switch {
	case !all && len(t.Classes) == e.Classes:
		return fmt.Sprintf("the model names no classes: %s are taken for %s; Options.Keep gives them another order",
			phrase.Names(t.Classes), phrase.Names(numbers)), nil
	case !all:
		return "", fmt.Errorf("%s: the labels are %s, and the model has %d classes without names: name one for each, in the model's order, by Options.Keep",
			t.Source, strings.Join(t.Classes, ", "), e.Classes)
	case !slices.Contains(number, 0): // they may be counted from 1
		note = fmt.Sprintf("the model names no classes: labels are taken for their numbers, from 0, and no row of %s has that; Options.Keep lists all labels in the order of the model", t.Name())
	}
	for i, y := range t.Y {
		t.Y[i] = number[y]
	}
	t.Classes = numbers
	return note, nil
}

// DoubtClasses says that the classes of a table clearly fit a model that names none better in
// another order, that in which most rows of each class are right; "" if they do not. The rows
// are as the model reads them.
func DoubtClasses(e *ensemble.Ensemble, t *data.Table) string {
	const most = 100 // classes that anybody lists
	if e.Schema.Classes != nil || t.Y == nil || len(t.Classes) != e.Classes || e.Classes > most || len(e.Trees) == 0 {
		return ""
	}
	taken := make([][]int, e.Classes) // of each class, how many rows the model takes for each
	for c := range taken {
		taken[c] = make([]int, e.Classes)
	}
	const enough = 1_000 // spread, as tables may be in the order of their classes
	const together = 32  // rows: quicker than one by one
	spread := make([]int, min(t.Rows, enough))
	for k := range spread {
		spread[k] = int(int64(k) * int64(t.Rows) / int64(len(spread)))
	}
	narrow, few := Narrow(e, t)
	p, margins := ensemble.NewPredictor(narrow), make([]float64, together*e.Outputs)
	var x []float64
	for rows := range slices.Chunk(spread, together) {
		x = x[:0]
		for _, i := range rows {
			x = append(x, few.Row(i)...)
		}
		p.Margins(x, margins[:len(rows)*e.Outputs], 1)
		for k, i := range rows {
			taken[t.Y[i]][e.ClassOf(margins[k*e.Outputs:(k+1)*e.Outputs])]++
		}
	}
	order := make([]string, e.Classes)
	right, other := 0, 0
	for c, as := range taken {
		mostly := slices.Index(as, slices.Max(as))
		if order[mostly] != "" || as[mostly] == 0 {
			return ""
		}
		order[mostly] = t.Classes[c]
		right, other = right+as[c], other+as[mostly]
	}
	if n := float64(len(spread)); float64(other-right) <= 2*math.Sqrt(n) { // it may be chance
		return ""
	}
	return fmt.Sprintf("the model is right on %d of %d rows, and would be on %d if its classes were %s, in this order: Options.Keep %s takes them so",
		right, len(spread), other, strings.Join(order, ", "), strings.Join(order, ","))
}
