package ablation

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/eval/store"
)

// Live is a table that grows while an ablation runs: by a line per run or, if there are too many to
// read, a table by axis that is shown repeatedly. It is safe for use by several goroutines.
type Live struct {
	axes  []string      // those on which the runs differ
	lines *report.Lines // by run, nil if there are too many

	mu     sync.Mutex
	byAxis map[axisValue]*means
	runs   int
	next   int // number of runs at which the table by axis is shown again
}

// mostLines is the number of runs that have a line each.
const mostLines = 200

// axisValue is a value of an axis, or the name of a data set.
type axisValue struct{ axis, value string }

// means are the means over the runs with a value so far.
type means struct{ runs, clean, robust, balanced float64 }

// NewLive returns the table for the runs of a grid.
func NewLive(g *Grid) *Live {
	l := &Live{axes: varyingWithin(g.Settings()), next: 1}
	if g.Len() > mostLines {
		l.byAxis = map[axisValue]*means{}
		return l
	}
	columns := []report.Column{{Name: "data", Text: true}}
	for _, a := range l.axes {
		columns = append(columns, ColumnOf(strings.TrimPrefix(a, trainPrefix)))
	}
	for _, name := range []string{"seed", "clean", "robust", "balanced robust", "mean distance", "seconds"} {
		columns = append(columns, report.Column{Name: name})
	}
	l.lines = report.NewLines(columns)
	for _, t := range g.Tasks() {
		l.lines.Fit(append(l.task(t), report.Percent(1), report.Percent(1), report.Percent(1), report.Number(0), report.Seconds(99)))
	}
	return l
}

// Name names a run by what distinguishes it from others.
func (l *Live) Name(t *Task) string {
	name := fmt.Sprintf("%s, seed %d", t.Data.Name, t.Seed)
	if label := t.Settings.label(l.axes); label != "" {
		name += ", " + label
	}
	return name
}

// task returns the cells that identify a run.
func (l *Live) task(t *Task) []report.Cell {
	row := []report.Cell{report.Word(t.Data.Name)}
	for _, a := range l.axes {
		row = append(row, report.Word(t.Settings.shown(a)))
	}
	return append(row, report.Count(int(t.Seed)))
}

// Head returns the line above the runs, "" if there is no line per run.
func (l *Live) Head() string {
	if l.lines == nil {
		return ""
	}
	return l.lines.Head()
}

// Add adds a run that is finished, and returns the lines to show.
func (l *Live) Add(t *Task, r *store.Run) ([]string, error) {
	result, err := ReadRun(r)
	if err != nil {
		return nil, err
	}
	s, err := standingOf(&result, t.Data.Eps, nil)
	if err != nil {
		return nil, err
	}
	g := Group{Eps: t.Data.Eps}
	g.add(s)
	if l.lines == nil {
		return l.addByAxis(t, &g), nil
	}
	row := append(l.task(t), spread(g.Clean), spread(g.Robust), spread(g.Balanced), distance(g.Mean), report.Seconds(r.Seconds))
	return []string{l.lines.Row(row)}, nil
}

// addByAxis adds a run to the table by axis, and returns the table when it is due.
func (l *Live) addByAxis(t *Task, g *Group) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.runs++
	l.mean("data", t.Data.Name).add(g)
	for _, a := range l.axes {
		if v := t.Settings[a]; v != "" {
			l.mean(a, v).add(g)
		}
	}
	if l.runs < l.next {
		return nil
	}
	l.next = l.runs + max(l.runs/4, mostLines/4) // the more runs, the less one changes
	return l.table()
}

func (l *Live) mean(axis, value string) *means {
	at := axisValue{axis, value}
	if l.byAxis[at] == nil {
		l.byAxis[at] = &means{}
	}
	return l.byAxis[at]
}

func (m *means) add(g *Group) {
	m.runs++
	m.clean += (g.Clean[0] - m.clean) / m.runs
	m.robust += (g.Robust[0] - m.robust) / m.runs
	m.balanced += (g.Balanced[0] - m.balanced) / m.runs
}

// table returns the lines of the table by axis, the most robust value of each first.
func (l *Live) table() []string {
	lines := report.NewLines([]report.Column{
		{Name: "axis", Text: true}, {Name: "value", Text: true}, {Name: "runs so far"}, {Name: "clean"}, {Name: "robust"}, {Name: "balanced robust"},
	})
	var rows [][]report.Cell
	for _, axis := range append([]string{"data"}, l.axes...) {
		var of []axisValue
		for at := range l.byAxis {
			if at.axis == axis {
				of = append(of, at)
			}
		}
		slices.SortFunc(of, func(a, b axisValue) int {
			return cmp.Or(cmp.Compare(l.byAxis[b].robust, l.byAxis[a].robust), cmp.Compare(a.value, b.value))
		})
		for _, at := range of {
			m := l.byAxis[at]
			row := []report.Cell{report.Word(strings.TrimPrefix(axis, trainPrefix)), report.Word(at.value), report.Count(int(m.runs)),
				report.Percent(m.clean), report.Percent(m.robust), report.Percent(m.balanced)}
			lines.Fit(row)
			rows = append(rows, row)
		}
	}
	shown := []string{"", lines.Head()}
	for _, row := range rows {
		shown = append(shown, lines.Row(row))
	}
	return append(shown, "")
}
