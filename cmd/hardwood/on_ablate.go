package main

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/eval/ablation"
	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
	"github.com/hardwood-ml/hardwood/eval/store"
)

// elsewhere returns a function that lets workers do the runs of a spec, nil without --on.
func (a *ablateCommand) elsewhere(c *cobra.Command, path string, spec *ablation.Spec) func(context.Context, *ablation.Missing, func(ablation.Asked, *store.Run) error) error {
	if !a.on.given() {
		return nil
	}
	return func(ctx context.Context, missing *ablation.Missing, keep func(ablation.Asked, *store.Run) error) error {
		if err := a.on.identify(c, specFiles(path, spec)); err != nil {
			return err
		}
		job := a.on.job
		text, err := json.Marshal(spec)
		if err != nil {
			return err
		}
		job.Args = []string{string(text), a.models} // workers have the spec's files at other paths
		q, err := a.on.dial(c)
		if err != nil {
			return err
		}
		defer q.Close()
		asked, failed := map[string]ablation.Asked{}, givenUp(nil)
		var unreadable error
		tasks := func(yield func(queue.Task) bool) {
			for m, err := range missing.All() {
				if err != nil {
					unreadable = err
					return
				}
				asked[m.ID] = m
				if !yield(queue.Task{Name: m.ID, Body: spec.Text(m.Task)}) {
					return
				}
			}
		}
		err = q.Coordinate(ctx, job, missing.Len(), 0, tasks, func(r *queue.Result) error {
			m := asked[r.Name]
			delete(asked, r.Name)
			if r.Err != "" {
				failed.note(progressOf(c), fmt.Sprintf("run %.12s, %s with seed %d", r.Name, m.Data.Name, m.Seed), r.Err)
				return nil
			}
			run := &store.Run{}
			if err := gob.NewDecoder(bytes.NewReader(r.Data)).Decode(run); err != nil {
				return fmt.Errorf("run %s: %w", r.Name, err)
			}
			return keep(m, run)
		})
		if err == nil {
			err = unreadable
		}
		if err == nil {
			err = failed.err(job, "runs", missing.Len(), "the others are in "+a.store)
		}
		return err
	}
}

// readySpec is an ablation at a worker.
type readySpec struct {
	*ablation.Spec
	*ablation.Runner
	models string // which models are kept
}

// readyAblate prepares the spec of a job. paths are its files, by the names of [specFiles].
func readyAblate(j *queue.Job, paths map[string][]string) (worked, error) {
	if len(j.Args) != 2 {
		return nil, fmt.Errorf("this is not a job of hardwood ablate")
	}
	spec := &ablation.Spec{}
	if err := json.Unmarshal([]byte(j.Args[0]), spec); err != nil {
		return nil, err
	}
	if err := placeFiles(spec, paths); err != nil {
		return nil, err
	}
	return &readySpec{spec, ablation.NewRunner(spec, version(), nil), j.Args[1]}, nil
}

// do does the run that body names.
func (r *readySpec) do(ctx context.Context, body string) ([]byte, error) {
	task, err := r.Task(body)
	if err != nil {
		return nil, err
	}
	run, err := r.Do(ctx, task)
	if err != nil {
		return nil, err
	}
	if r.models == ablation.NoModels { // it need not travel
		run.Model = nil
	}
	var b bytes.Buffer
	err = gob.NewEncoder(&b).Encode(run)
	return b.Bytes(), err
}
