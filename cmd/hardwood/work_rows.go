package main

import (
	"context"
	"fmt"
	"sync"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/cluster/part"
)

// rowsWork is an attack or a proof that has read all it needs and can begin with
// any of its rows.
type rowsWork struct {
	phase   string // what it is called while it runs
	problem *attack.Problem
	table   *data.Table
	victims []attack.Victim
	search  func(context.Context, []attack.Victim, attack.RunOptions) ([]attack.Result, error)

	places func() map[int]int // where in the table rows are, by their numbers
}

// newRowsWork returns the work of a method.
func newRowsWork(phase string, problem *attack.Problem, method attack.Attack, table *data.Table, victims []attack.Victim) *rowsWork {
	adversary := sync.OnceValues(func() (*attack.Adversary, error) { return attack.Prepare(problem, method) })
	return &rowsWork{phase: phase, problem: problem, table: table, victims: victims, places: placesIn(table),
		search: func(ctx context.Context, some []attack.Victim, o attack.RunOptions) ([]attack.Result, error) {
			a, err := adversary()
			if err != nil {
				return nil, err
			}
			return a.Run(ctx, some, o)
		}}
}

// placesIn returns where in a table rows are, once it is asked.
func placesIn(table *data.Table) func() map[int]int {
	return sync.OnceValue(func() map[int]int {
		place := make(map[int]int, table.Rows)
		for i := range table.Rows {
			place[table.Position(i)] = i
		}
		return place
	})
}

// run does a part of the work, and returns what is finished of it and of how many
// rows it is.
func (w *rowsWork) run(ctx context.Context, c *cobra.Command, some part.Part, threads int) (results []attack.Result, victims int, err error) {
	cut := part.Cut(some, w.victims)
	p := progressOf(c)
	p.start(w.phase)
	results, err = w.search(ctx, cut, attack.RunOptions{Threads: threads, Done: func(n int) { p.at(n, len(cut), "") }})
	if results == nil && err != nil {
		return nil, 0, err
	}
	results = finished(results)
	p.done(fmt.Sprintf("%d of %d rows", len(results), len(cut)))
	return results, len(cut), err
}

// finished drops the results of searches that were cancelled.
func finished(results []attack.Result) []attack.Result {
	var done []attack.Result
	for _, r := range results {
		if r.Stop != attack.Cancelled {
			done = append(done, r)
		}
	}
	return done
}
