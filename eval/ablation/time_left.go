package ablation

import (
	"crypto/sha256"
	"sync"
	"time"

	"github.com/hardwood-ml/hardwood/eval/store"
)

// left estimates how long the unfinished runs will take, from what runs of the same setting took.
type left struct {
	mu      sync.Mutex
	threads int
	cells   map[cell]*pace
	all     pace    // took and seconds of all cells; open of the cells without a finished run
	known   float64 // seconds that the open runs of the other cells will take
}

// cell identifies runs that differ in their seed only.
type cell [16]byte

// pace is how long runs take.
type pace struct {
	open    int     // runs that are not finished
	took    int     // runs that are finished
	seconds float64 // total time of these
}

// mean returns the seconds of a run.
func (p *pace) mean() float64 { return p.seconds / float64(max(p.took, 1)) }

func newLeft(threads int) *left { return &left{threads: threads, cells: map[cell]*pace{}} }

// know notes what a run took that had been done before.
func (l *left) know(r *store.Run) { l.change(cellOf(r.Data, r.Settings), 0, r.Seconds) }

func cellOf(data, settings string) cell {
	h := sha256.Sum256([]byte(data + "\n" + settings))
	return cell(h[:16])
}

// add notes that a run is to be done.
func (l *left) add(t *Task) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.change(cellOf(t.Data.Name, t.Settings.JSON()), 1, -1)
}

// finish notes that a run was done, and returns the time left, 0 if unknown.
func (l *left) finish(t *Task, seconds float64) time.Duration {
	l.mu.Lock()
	l.change(cellOf(t.Data.Name, t.Settings.JSON()), -1, seconds)
	l.mu.Unlock()
	return l.time()
}

// change changes the number of open runs of a cell, and notes the seconds that one took, unless
// negative.
func (l *left) change(of cell, open int, seconds float64) {
	p := l.cells[of]
	if p == nil {
		p = &pace{}
		l.cells[of] = p
	}
	if p.took > 0 {
		l.known -= float64(float64(p.open) * p.mean())
	} else {
		l.all.open -= p.open
	}
	p.open += open
	if seconds >= 0 {
		p.took, p.seconds = p.took+1, p.seconds+seconds
		l.all.took, l.all.seconds = l.all.took+1, l.all.seconds+seconds
	}
	if p.took > 0 {
		l.known += float64(float64(p.open) * p.mean())
	} else {
		l.all.open += p.open
	}
}

// time returns the time left.
func (l *left) time() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	seconds := max(l.known, 0) + float64(float64(l.all.open)*l.all.mean())
	return time.Duration(seconds / float64(max(l.threads, 1)) * float64(time.Second))
}
