package main

import (
	"testing"
	"time"

	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
)

// A job runs while its command says something; where that says that it stops, or nothing
// any more, the job waits for it.
func TestStateOfJobs(t *testing.T) {
	now := time.Now()
	for want, s := range map[string]queue.State{
		"runs":                  {Seen: now.Add(-5 * time.Second)},
		"waits for its command": {Seen: now.Add(-5 * time.Second), Stopped: true},
		"finished":              {Seen: now.Add(-time.Hour), Ended: queue.Finished},
		"cancelled":             {Seen: now, Ended: queue.Cancelled, Stopped: true},
	} {
		if got := stateOf(&s, now); got != want {
			t.Errorf("%+v: %q, want %q", s, got, want)
		}
	}
	if got := stateOf(&queue.State{Seen: now.Add(-2 * time.Minute)}, now); got != "waits for its command" {
		t.Errorf("silent for long: %q", got)
	}
}
