package ablation

import (
	"strings"

	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/eval/store"
)

// Live is a table that grows while an ablation runs, by a line per run.
type Live struct {
	axes  []string // those on which the runs differ
	lines *report.Lines
}

// NewLive returns the table for the runs of a grid.
func NewLive(tasks []Task) *Live {
	var all []Settings
	for i := range tasks {
		all = append(all, tasks[i].Settings)
	}
	l := &Live{axes: Varying(all)}
	columns := []report.Column{{Name: "data", Text: true}}
	for _, a := range l.axes {
		columns = append(columns, report.Column{Name: strings.TrimPrefix(a, trainPrefix), Text: true})
	}
	for _, name := range []string{"seed", "clean", "robust", "balanced robust", "mean distance", "seconds"} {
		columns = append(columns, report.Column{Name: name})
	}
	l.lines = report.NewLines(columns)
	for i := range tasks {
		l.lines.Fit(append(l.task(&tasks[i]), report.Percent(1), report.Percent(1), report.Percent(1), report.Number(0), report.Seconds(99)))
	}
	return l
}

// task returns the cells that say which run it is.
func (l *Live) task(t *Task) []report.Cell {
	row := []report.Cell{report.Word(t.Data.Name)}
	for _, a := range l.axes {
		row = append(row, report.Word(t.Settings.shown(a)))
	}
	return append(row, report.Count(int(t.Seed)))
}

// Head returns the line above the runs.
func (l *Live) Head() string { return l.lines.Head() }

// Row returns the line of a run that is finished.
func (l *Live) Row(t *Task, r *store.Run) (string, error) {
	result, err := ReadRun(r)
	if err != nil {
		return "", err
	}
	g := Group{Eps: t.Data.Eps}
	if err := g.add(&result); err != nil {
		return "", err
	}
	return l.lines.Row(append(l.task(t), spread(g.Clean), spread(g.Robust), spread(g.Balanced), distance(g.Mean), report.Seconds(r.Seconds))), nil
}
