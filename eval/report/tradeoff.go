package report

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/eval"
)

// tradeOffName is the name of the plot's files.
const tradeOffName = "trade-off"

// certifiedName names the accuracy that a trade-off compares with clean accuracy.
func certifiedName(t *eval.TradeOff) string {
	if t.Aim == eval.AimRobust {
		return "certified robust accuracy"
	}
	return "balanced certified robust accuracy"
}

// tradeOffPlot shows certified robust over clean accuracy, with a point per model.
func tradeOffPlot(t *eval.TradeOff) *Plot {
	p := &Plot{Name: tradeOffName, Title: "What robustness costs at eps " + eval.EpsText(t.Eps, nil),
		X: "clean accuracy", Y: certifiedName(t), Share: true, Both: true}
	points := func(name string, color int, marks bool, which ...int) {
		s := Series{Name: name, Color: color, Marks: marks}
		for _, k := range which {
			s.X, s.Y = append(s.X, t.Points[k].Clean), append(s.Y, t.Points[k].Robust)
		}
		if len(which) > 0 {
			p.Series = append(p.Series, s)
		}
	}
	var others []int
	for k := 1; k < len(t.Points); k++ {
		if k != t.Taken {
			others = append(others, k)
		}
	}
	if front := t.Front(); len(front) > 1 {
		points("not beaten in both", 4, false, front...)
		last := &p.Series[len(p.Series)-1]
		sortPoints(last)
	}
	points("natural", 0, true, 0)
	points("hardened, tried", 2, true, others...)
	points("hardened, taken", 1, true, t.Taken)
	least, most := t.Points[0].Clean, t.Points[0].Clean
	for _, point := range t.Points {
		least, most = min(least, point.Clean), max(most, point.Clean)
	}
	if least == most {
		least, most = least-0.01, most+0.01
	}
	level := func(name string, y float64, color int) {
		p.Series = append(p.Series, Series{Name: name, X: []float64{least, most}, Y: []float64{y, y}, Dashed: true, Color: color})
	}
	level("constant", t.Constant, grey)
	level("ceiling", t.Ceiling, 3)
	return p
}

// sortPoints sorts the points of a line by x.
func sortPoints(s *Series) {
	for i := range s.X {
		for j := i; j > 0 && s.X[j] < s.X[j-1]; j-- {
			s.X[j], s.X[j-1] = s.X[j-1], s.X[j]
			s.Y[j], s.Y[j-1] = s.Y[j-1], s.Y[j]
		}
	}
}

// TradeOff returns the table of a trade-off, a row per model.
func TradeOff(t *eval.TradeOff) *Table {
	table := &Table{
		Caption: fmt.Sprintf("Models from natural to hardened, decided exactly at eps %s on %d training rows held out", eval.EpsText(t.Eps, nil), t.Rows),
		Columns: []Column{{Name: "model", Text: true}, {Name: "share of eps", Help: "that is hardened against"},
			{Name: "mixing weight", Help: "of the natural margins, or votes (clean)"}, {Name: "clean accuracy"},
			{Name: "clean change", Help: "to the natural model on the same rows, with the 95 % interval"}, {Name: certifiedName(t)}},
	}
	for k, p := range t.Points {
		name, loss := "tried", noted(Points(0-t.Loss(k)), interval(eval.Interval{Lo: -p.Loss.Hi, Hi: -p.Loss.Lo}, true))
		switch k {
		case 0:
			name, loss = "natural", Word(noNumber)
		case t.Taken:
			name = "taken"
		}
		table.Rows = append(table.Rows, []Cell{Word(name), Number(p.Share), Number(p.Mix), Percent(p.Clean), loss, Percent(p.Robust)})
	}
	for _, level := range []struct {
		name  string
		value float64
	}{{"constant", t.Constant}, {"ceiling", t.Ceiling}} {
		table.Rows = append(table.Rows, []Cell{Word(level.name), Word(noNumber), Word(noNumber), Word(noNumber), Word(noNumber), Percent(level.value)})
	}
	return table
}
