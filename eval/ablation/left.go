package ablation

import (
	"sync"
	"time"

	"github.com/hardwood-ml/hardwood/eval/store"
)

// left tells how long runs will take that are not finished, by what others of
// their setting took.
type left struct {
	mu      sync.Mutex
	threads int
	open    map[string]int       // runs that are not finished, per cell
	took    map[string][]float64 // seconds of runs that are
}

// newLeft returns what is left of a grid if runs of a version are known.
func newLeft(tasks []Task, known []store.Run, version string, threads int) *left {
	l := &left{threads: threads, open: map[string]int{}, took: map[string][]float64{}}
	kept := map[string]map[uint64]bool{}
	for i := range known {
		r := &known[i]
		cell := r.Data + "\n" + r.Settings
		l.took[cell] = append(l.took[cell], r.Seconds)
		if kept[cell] == nil {
			kept[cell] = map[uint64]bool{}
		}
		kept[cell][r.Seed] = kept[cell][r.Seed] || r.Version == version
	}
	for i := range tasks {
		if t := &tasks[i]; !kept[t.cell()][t.Seed] {
			l.open[t.cell()]++
		}
	}
	return l
}

// cell names the runs that differ in their seeds only.
func (t *Task) cell() string { return t.Data.Name + "\n" + t.Settings.JSON() }

// finish notes that a run was done, and returns the time left: 0 where nothing
// is known.
func (l *left) finish(t *Task, seconds float64) time.Duration {
	l.mu.Lock()
	l.open[t.cell()]--
	l.took[t.cell()] = append(l.took[t.cell()], seconds)
	l.mu.Unlock()
	return l.time()
}

// time returns the time left.
func (l *left) time() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	sum, n := 0.0, 0
	for _, took := range l.took {
		for _, s := range took {
			sum += s
			n++
		}
	}
	if n == 0 {
		return 0
	}
	seconds := 0.0
	for cell, open := range l.open {
		mean := sum / float64(n)
		if took := l.took[cell]; took != nil {
			mean = 0
			for _, s := range took {
				mean += s / float64(len(took))
			}
		}
		seconds += float64(max(open, 0)) * mean
	}
	return time.Duration(seconds / float64(max(l.threads, 1)) * float64(time.Second))
}
