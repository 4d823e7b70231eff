package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/hardwood-ml/hardwood/eval/cluster/part"
)

// Job is what workers have to know about a job to do its tasks.
type Job struct {
	*part.Job
	Args  []string `json:"args"`  // flags of the command that name no files
	Files []File   `json:"files"` // files that the other flags name
}

// File is an input of a job.
type File struct {
	Flag   string `json:"flag"` // the flag that names it, or the first of several files
	Name   string `json:"name"` // without its directory
	SHA256 string `json:"sha256"`

	Path string `json:"-"` // where this machine has it
}

// Key returns the identity of a job for use in subjects: 128 bits of its ID.
func (j *Job) Key() string { return j.ID()[:32] }

// Task is one of the tasks of a job.
type Task struct {
	Name string // unique in the job; of letters, digits and -
	Body string // what to do, as the job's command reads it
}

// Result is the result of a task.
type Result struct {
	Task
	Data []byte
	Err  string // why it was given up, "" if it was not
}

// State is how far a job is, as its coordinator last reported.
type State struct {
	Job
	Of     int    `json:"of"`     // number of tasks
	Done   int    `json:"done"`   // tasks done, including failed ones
	Failed int    `json:"failed"` // tasks given up
	Ended  string `json:"ended"`  // how the job ended, "" while it runs

	// Stopped says that the coordinator ended before the job; the same call continues it. It is not
	// set if the coordinator was killed.
	Stopped bool `json:"stopped,omitempty"`

	Seen time.Time `json:"-"` // when the coordinator last reported
}

// The ways in which a job ends.
const (
	Finished  = "finished"
	Cancelled = "cancelled"
)

// ErrCancelled is the error of a job that [Queue.Cancel] cancelled.
var ErrCancelled = errors.New("the job was cancelled")

// state reads the state of a job and its revision. It is nil if the queue knows no such job.
func (q *Queue) state(ctx context.Context, key string) (*State, uint64, error) {
	e, err := q.jobs.Get(ctx, key)
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound):
		return nil, 0, nil
	case err != nil:
		return nil, 0, err
	}
	s := &State{Seen: e.Created()}
	if err := json.Unmarshal(e.Value(), s); err != nil || s.Job.Job == nil {
		return nil, 0, fmt.Errorf("what the queue knows of job %s is damaged: %w", key, err)
	}
	return s, e.Revision(), nil
}

// say publishes how far a job is, unless it was cancelled.
func (q *Queue) say(ctx context.Context, s *State) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	known, revision, err := q.state(ctx, s.Key())
	switch {
	case err != nil:
		return err
	case known == nil:
		_, err = q.jobs.Create(ctx, s.Key(), text)
	case known.Ended == Cancelled:
		return ErrCancelled
	default:
		_, err = q.jobs.Update(ctx, s.Key(), text, revision)
	}
	return err
}

// begin publishes that a job begins, possibly again.
func (q *Queue) begin(ctx context.Context, s *State) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	_, err = q.jobs.Put(ctx, s.Key(), text)
	return err
}
