package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// List returns the jobs that the queue knows, the most recently seen first.
func (q *Queue) List(ctx context.Context) ([]*State, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	keys, err := q.jobs.Keys(ctx)
	if err != nil && !errors.Is(err, jetstream.ErrNoKeysFound) {
		return nil, q.explain(err)
	}
	var states []*State
	for _, key := range keys {
		s, _, err := q.state(ctx, key)
		if err != nil {
			return nil, q.explain(err)
		}
		if s == nil { // gone meanwhile
			continue
		}
		states = append(states, s)
	}
	slices.SortFunc(states, func(a, b *State) int { return b.Seen.Compare(a.Seen) })
	return states, nil
}

// Find returns the job whose key starts with a prefix.
func (q *Queue) Find(ctx context.Context, prefix string) (*State, error) {
	states, err := q.List(ctx)
	if err != nil {
		return nil, err
	}
	states = slices.DeleteFunc(states, func(s *State) bool { return !strings.HasPrefix(s.Key(), prefix) })
	switch len(states) {
	case 0:
		return nil, fmt.Errorf("the queue knows no job %q", prefix)
	case 1:
		return states[0], nil
	}
	return nil, fmt.Errorf("more than one job starts with %q", prefix)
}

// Errors returns, by task, the last errors of a job since its command began: of tasks that were given
// up, and of those that were tried again.
func (q *Queue) Errors(ctx context.Context, s *State) (map[string][]string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	found := map[string][]string{}
	err := q.eachError(ctx, s.Key()+".*", func(e jetstream.KeyValueEntry) {
		task := lastToken(e.Key())
		found[task] = append(found[task], string(e.Value()))
	}, jetstream.IncludeHistory())
	return found, err
}

// eachError calls do with all that workers noted under keys.
func (q *Queue) eachError(ctx context.Context, keys string, do func(jetstream.KeyValueEntry), o ...jetstream.WatchOpt) error {
	watch, err := q.errors.Watch(ctx, keys, append(o, jetstream.IgnoreDeletes())...)
	if err != nil {
		return q.explain(err)
	}
	defer watch.Stop()
	for e := range watch.Updates() {
		if e == nil { // there are no more
			return nil
		}
		do(e)
	}
	return ctx.Err()
}

// Waiting returns the number of results of a job that wait for its coordinator, including those of
// tasks given up.
func (q *Queue) Waiting(ctx context.Context, s *State) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	about, err := q.results.Info(ctx, jetstream.WithSubjectFilter(resultSubject(s.Key(), "*")))
	if err != nil {
		return 0, q.explain(err)
	}
	return len(about.State.Subjects), nil
}

// forgetErrors deletes the errors of the tasks of a job that begins again.
func (q *Queue) forgetErrors(ctx context.Context, s *State) error {
	of, err := q.js.Stream(ctx, "KV_"+errorsBucket) // in one go, whereas the bucket purges key by key
	if err != nil {
		return err
	}
	return of.Purge(ctx, jetstream.WithPurgeSubject("$KV."+errorsBucket+"."+s.Key()+".>"))
}

// Cancel ends a job: its tasks leave the queue, workers stop at the next beat, and its coordinator
// ends with [ErrCancelled]. Cancelling a finished job is an error.
func (q *Queue) Cancel(ctx context.Context, s *State) error {
	if s.Ended == Finished {
		return fmt.Errorf("job %.12s is finished: there is nothing to cancel", s.Key())
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	s.Ended = Cancelled
	if err := q.begin(ctx, s); err != nil {
		return q.explain(err)
	}
	if err := q.tasks.Purge(ctx, jetstream.WithPurgeSubject(taskSubject("*", s.Key(), "*"))); err != nil {
		return q.explain(err)
	}
	return q.explain(q.results.Purge(ctx, jetstream.WithPurgeSubject(resultSubject(s.Key(), "*"))))
}
