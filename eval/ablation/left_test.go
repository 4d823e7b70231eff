package ablation

import (
	"testing"
	"time"

	"github.com/hardwood-ml/hardwood/eval/store"
)

// Runs that are in the store count as finished, and what is left takes as long
// as others of its setting did.
func TestLeft(t *testing.T) {
	s, err := Parse([]byte("seeds = [0, 1, 2, 3]\nloop = [\"none\", \"lt\"]\n" + wdbc))
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := s.Grid()
	if err != nil || len(tasks) != 8 {
		t.Fatal(len(tasks), err)
	}
	var known []store.Run
	for _, task := range tasks[:5] { // all without a loop of 1 s, and one with of 100 s
		r := store.Run{Data: task.Data.Name, Settings: task.Settings.JSON(), Seed: task.Seed, Version: "v", Seconds: 1}
		if task.Settings["loop"] == "lt" {
			r.Seconds = 100
		}
		known = append(known, r)
	}
	l := newLeft(tasks, known, "v", 2)
	if got := l.time(); got != 150*time.Second {
		t.Errorf("%v left, want 3 runs of 100 s on 2 threads", got)
	}
	if got := l.finish(&tasks[5], 400); got != 250*time.Second {
		t.Errorf("%v left, want 2 runs of 250 s on 2 threads", got)
	}
	// what another version kept says how long it takes, but is to be done again
	if got := newLeft(tasks, known, "w", 1).time(); got != 404*time.Second {
		t.Errorf("%v left, want 404 s", got)
	}
	if got := newLeft(tasks, nil, "v", 1).time(); got != 0 {
		t.Errorf("%v left before anything is known", got)
	}
}
