package queue

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A worker may be unable to do a job that others can do: its memory is too small for the rows, or a
// program is missing there. If its errors counted, it would spoil the job: it fails quickly, and so
// gets most of the tasks.

// Unable is the error of a worker that cannot do a job, whereas another one might. Its tasks and
// questions go to others, however often that happens.
type Unable struct {
	Err    error
	OfTask bool // it may be able to do other tasks of the job
}

// Error says what the worker lacks.
func (u Unable) Error() string { return u.Err.Error() }

// Unwrap returns what the worker lacks.
func (u Unable) Unwrap() error { return u.Err }

const (
	unableFor   = 30 * time.Second       // until a worker tries again a job that it could not do
	passEvery   = 100 * time.Millisecond // pause of a worker that has passed on a task
	unableCode  = "503"                  // of the answer to a question that another worker should get
	unableToken = "unable"               // .WORKER: in errorsBucket after the job, where tasks have one token
)

// inability is what a worker lacks for a job.
type inability struct {
	Unable
	until time.Time // when it tries again
}

// cannot tells others that a worker lacks something, in words for all who read it.
func (q *Queue) cannot(u Unable) string {
	what := "this job"
	if u.OfTask {
		what = "parts of this job"
	}
	return fmt.Sprintf("%s: cannot do %s, and leaves that to workers that can, if there are any: %.*s", q.Name, what, mostText, u.Error())
}

// lacks returns what the worker lacked for a task of a job when it tried last, nil if it should try.
func (w *worker) lacks(job, task string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, of := range []string{job, job + "." + task} {
		if u, known := w.unable[of]; known && time.Now().Before(u.until) {
			return u.Unable
		}
	}
	return nil
}

// pass lets another worker do a task, or this one after a time. It queues the task anew, behind all
// others, as redeliveries are counted; if that fails, the coordinator finds it missing.
func (w *worker) pass(ctx context.Context, m jetstream.Msg, job, task string, u Unable, after time.Duration) error {
	if w.lacks(job, task) == nil {
		of := job
		if u.OfTask {
			of += "." + task
		}
		w.mu.Lock()
		w.unable[of] = inability{u, time.Now().Add(after)}
		w.mu.Unlock()
		w.tell(ctx, job, u)
	}
	if err := m.DoubleAck(ctx); err != nil {
		return err
	}
	again := &nats.Msg{Subject: m.Subject(), Data: m.Data()}
	if _, err := w.js.PublishMsg(ctx, again); err != nil && !taken(err) {
		return err
	}
	wait(ctx, passEvery)
	return nil
}

// tell says what the worker lacks for a job: here, unless that was said, and to the coordinator.
func (w *worker) tell(ctx context.Context, job string, u Unable) {
	w.mu.Lock()
	told := w.told[job]
	w.told[job] = true
	w.mu.Unlock()
	if !told {
		w.Note(fmt.Sprintf("refused for job %.12s, which another worker may do: %v", job, u))
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	w.errors.PutString(ctx, fmt.Sprintf("%s.%s.%s", job, unableToken, token(w.Name)), w.cannot(u)) // if it fails, only words are lost
}

// Unables returns what workers lack for a job, a text for each.
func (q *Queue) Unables(ctx context.Context, s *State) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var all []string
	err := q.eachError(ctx, s.Key()+"."+unableToken+".*", func(e jetstream.KeyValueEntry) { all = append(all, string(e.Value())) })
	return all, err
}

// noteUnable notes, once each, the workers that cannot do the job.
func (c *coordinator) noteUnable(ctx context.Context) {
	all, err := c.Unables(ctx, &c.state)
	if err != nil {
		return
	}
	for _, text := range all {
		if !c.unable[text] {
			c.unable[text] = true
			c.Note(text)
		}
	}
}
