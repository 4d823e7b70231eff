package dive

import (
	"slices"
	"sync"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// plans are the plans of the labels that were asked for last: one for each rival. It is safe for use by
// several goroutines.
type plans struct {
	shared
	most int // number of labels that are kept

	lock   sync.Mutex
	recent []planned // the last one asked for comes last
}

// planned is a label with its plans, which are made when they are first needed.
type planned struct {
	label int
	plans func() []*plan
}

// Plans are large if leaves have a value for each class: each lays out all trees. Others only list
// trees.
const (
	mostPairs  = 256
	mostLabels = 64
)

func newPlans(g *ensemble.Grid, first []int32) *plans {
	p := &plans{shared: shared{grid: g, first: first}, most: mostLabels}
	if classes := g.Ensemble.Classes; classes > 2 && g.Contrast(0, 1).Units() == nil {
		p.most = max(1, mostPairs/classes)
	}
	return p
}

// of returns the plans of a label.
func (p *plans) of(label int) []*plan {
	p.lock.Lock()
	at := slices.IndexFunc(p.recent, func(of planned) bool { return of.label == label })
	if at < 0 {
		p.recent = append(p.recent, planned{label, sync.OnceValue(func() []*plan { return p.against(label) })})
		at = len(p.recent) - 1
	}
	found := p.recent[at]
	p.recent = append(slices.Delete(p.recent, at, at+1), found)
	p.recent = slices.Delete(p.recent, 0, max(0, len(p.recent)-p.most))
	p.lock.Unlock()
	return found.plans()
}

// against makes a plan for each rival of a label.
func (p *plans) against(label int) []*plan {
	var all []*plan
	for rival := range p.grid.Ensemble.Classes {
		if rival != label {
			all = append(all, p.newPlan(label, rival))
		}
	}
	return all
}
