package ablation

import (
	"testing"
	"time"

	"github.com/hardwood-ml/hardwood/eval/store"
)

// What is left takes as long as others of its setting did, and those of a setting of
// which there are none as long as all others.
func TestLeft(t *testing.T) {
	s := specOf(t, "seeds = [0, 1, 2, 3]\nloop = [\"none\", \"lt\"]\n"+wdbc)
	tasks, err := s.Grid()
	if err != nil || tasks.Len() != 8 {
		t.Fatal(tasks.Len(), err)
	}
	var known []store.Run
	for _, task := range tasks.Slice(0, 5).Tasks() { // all without a loop of 1 s, and one with of 100 s
		r := store.Run{Data: task.Data.Name, Settings: task.Settings.JSON(), Seed: task.Seed, Version: "v", Seconds: 1}
		if task.Settings["loop"] == "lt" {
			r.Seconds = 100
		}
		known = append(known, r)
	}
	left := func(known []store.Run, threads int, open *Grid) *left {
		l := newLeft(threads)
		for i := range known {
			l.know(&known[i])
		}
		for _, task := range open.Tasks() {
			l.add(task)
		}
		return l
	}
	l := left(known, 2, tasks.Slice(5, 8))
	if got := l.time(); got != 150*time.Second {
		t.Errorf("%v left, want 3 runs of 100 s on 2 threads", got)
	}
	if got := l.finish(tasks.Task(5), 400); got != 250*time.Second {
		t.Errorf("%v left, want 2 runs of 250 s on 2 threads", got)
	}
	// what another version kept says how long it takes, but is to be done again
	if got := left(known, 1, tasks).time(); got != 404*time.Second {
		t.Errorf("%v left, want 404 s", got)
	}
	if got := left(nil, 1, tasks).time(); got != 0 {
		t.Errorf("%v left before anything is known", got)
	}
}
