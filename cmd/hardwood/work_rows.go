package main

import (
	"context"
	"fmt"
	"sync"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/cluster/part"
	"github.com/hardwood-ml/hardwood/internal/memory"
)

// rowsWork is an attack or a proof that has read everything it needs, and can begin with any
// of its rows.
type rowsWork struct {
	phase   string // its name in the progress line
	problem *attack.Problem
	table   *data.Table
	rows    []int // their places in the table
	search  func(context.Context, []attack.Victim, attack.RunOptions) ([]attack.Result, error)
}

// newRowsWork returns the work of a method.
func newRowsWork(phase string, problem *attack.Problem, method attack.Attack, table *data.Table, rows []int) *rowsWork {
	adversary := sync.OnceValues(func() (*attack.Adversary, error) { return attack.Prepare(problem, method) })
	return &rowsWork{phase: phase, problem: problem, table: table, rows: rows,
		search: func(ctx context.Context, some []attack.Victim, o attack.RunOptions) ([]attack.Result, error) {
			a, err := adversary()
			if err != nil {
				return nil, err
			}
			return a.Run(ctx, some, o)
		}}
}

// allRows returns the places of all rows of a table.
func allRows(table *data.Table) []int {
	rows := make([]int, table.Rows)
	for i := range rows {
		rows[i] = i
	}
	return rows
}

// victims returns rows as victims, named by their places in the source of the table.
func (w *rowsWork) victims(rows []int) []attack.Victim {
	victims := make([]attack.Victim, len(rows))
	for k, i := range rows {
		victims[k] = attack.Victim{Row: w.table.Position(i), X: w.table.Row(i), Label: w.table.Y[i]}
	}
	return victims
}

// run does a part of the work block by block, so that memory does not grow with the rows. It
// passes each finished row to found and writes it to files. It returns how many of how many
// rows are finished. If the context is cancelled, finished rows are kept, and its error is
// returned; after any other error, none are kept.
func (w *rowsWork) run(ctx context.Context, c *cobra.Command, some *partFlags, threads int, files []rowsFile, found func(*attack.Result)) (done, of int, err error) {
	cut := part.Cut(some.Part, w.rows)
	out := &rowsWriter{work: w, files: files}
	defer out.abandon()
	defer memory.Settle()()
	p := progressOf(c)
	p.start(w.phase)
	var results []attack.Result
	for from, size := 0, w.block(); from < len(cut) && err == nil; from += size {
		block := cut[from:min(from+size, len(cut))]
		results, err = w.search(ctx, w.victims(block), attack.RunOptions{
			Threads: threads, Reuse: results, Done: func(n int) { p.at(from+n, len(cut), "") },
		})
		if results == nil && err != nil {
			return 0, 0, err
		}
		for i := range results {
			if results[i].Stop == attack.Cancelled {
				continue
			}
			done++
			found(&results[i])
			if err := out.add(c, block[i], &results[i]); err != nil {
				return 0, 0, err
			}
		}
	}
	if done == 0 && err != nil {
		return 0, 0, err
	}
	p.done(fmt.Sprintf("%d of %d rows", done, len(cut)))
	if err := some.unsealRows(files); err != nil { // there may be fewer rows than an earlier run wrote
		return 0, 0, err
	}
	if err := out.commit(c); err != nil {
		return 0, 0, err
	}
	return done, len(cut), err
}

// Rows of a block: enough that threads seldom wait for its last one, and fewer if examples
// would be large.
const (
	leastBlock, mostBlock = 512, 8192
	mostCells             = 1 << 22
)

func (w *rowsWork) block() int {
	return max(leastBlock, min(mostBlock, mostCells/max(w.table.Cols, 1)))
}
