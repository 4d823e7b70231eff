package main

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/eval/ablation"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// ablateProgress shows the runs of an ablation as they end.
type ablateProgress struct {
	*progress
	live    *ablation.Live
	runs    int
	runTime time.Duration

	outside sync.Map // names of data sets whose rows outside the bounds have been noted

	finished, before, late atomic.Int64
}

// follow begins to show the runs of a grid.
func (a *ablateCommand) follow(c *cobra.Command, spec *ablation.Spec, grid *ablation.Grid) *ablateProgress {
	p := &ablateProgress{progress: progressOf(c), live: ablation.NewLive(grid), runs: grid.Len(), runTime: a.runTime}
	p.start(phrase.Count(p.runs, "run") + " of " + spec.Name)
	if head := p.live.Head(); head != "" {
		p.keep(head)
	}
	return p
}

// add shows a run. Several goroutines call it.
func (p *ablateProgress) add(d ablation.Done) {
	switch {
	case d.Kept:
		p.before.Add(1)
	case d.Run == nil:
		p.late.Add(1)
		p.warn(fmt.Sprintf("%s: not done in %v, so it is left out", p.live.Name(d.Task), p.runTime))
	default:
		p.tellOutside(d)
		lines, _ := p.live.Add(d.Task, d.Run) // the table at the end reports what is wrong
		for _, line := range lines {
			p.keep(line)
		}
	}
	p.withLeft(int(p.finished.Add(1)), p.runs, d.Left)
}

// tellOutside notes, at the first run of a data set, which test rows are not judged.
func (p *ablateProgress) tellOutside(d ablation.Done) {
	r, err := ablation.ReadRun(d.Run)
	if err != nil {
		return // the table at the end reports it
	}
	if note := d.Task.Data.OutsideNote(&r); note != "" {
		if _, told := p.outside.LoadOrStore(d.Task.Data.Name, true); !told {
			p.warn(note)
		}
	}
}

// end says where the runs are kept.
func (p *ablateProgress) end(store string) {
	result := "kept in " + store
	if n := p.before.Load(); n > 0 {
		result += fmt.Sprintf(", %d of them from earlier", n)
	}
	if n := p.late.Load(); n > 0 {
		result += fmt.Sprintf(", %d of them left out because of their time", n)
	}
	p.done(result)
}
