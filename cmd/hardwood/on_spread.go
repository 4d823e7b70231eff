package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/eval/cluster/part"
	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// mostParts is the largest number of parts that work is cut into without --parts. It bounds
// the overhead of parts.
const mostParts = 1000

// spread lets workers do a command's parts, and returns the folder that holds them all. It
// is beside out, which the command writes.
func (o *onFlags) spread(ctx context.Context, c *cobra.Command, out string, rows int) (*part.Folder, error) {
	job := o.job
	of := max(1, min(rows, cmp.Or(o.parts, mostParts))) // further parts would be empty
	n := part.Note{Part: part.Part{Of: of}, Job: job.Job, Args: job.Args}
	dir := "."
	if out != "-" {
		dir = filepath.Dir(out)
	}
	folder, err := part.OpenFolder(filepath.Join(dir, fmt.Sprintf("hardwood-%s-%s", c.Name(), job.Key()[:12])), n, o.holds)
	if err != nil {
		return nil, err
	}
	missing := folder.Missing()
	if len(missing) == 0 {
		return folder, nil
	}
	if err := o.gather(ctx, c, job, folder, missing, n.Of); err != nil {
		folder.Close()
		return nil, err
	}
	return folder, nil
}

// gather has workers do the missing parts.
func (o *onFlags) gather(ctx context.Context, c *cobra.Command, job *queue.Job, folder *part.Folder, missing []part.Part, of int) error {
	q, err := o.dial(c)
	if err != nil {
		return err
	}
	defer q.Close()
	p := progressOf(c)
	p.start(fmt.Sprintf("%s by workers", c.Name()))
	done := of - len(missing)
	var failed givenUp
	keep := func(r *queue.Result) error {
		some, err := part.Parse(r.Body, nil)
		if err != nil {
			return err
		}
		if r.Err != "" {
			failed.note(p, "part "+some.String(), r.Err)
			return nil
		}
		contents, err := unpacked(r.Data)
		if err != nil {
			return fmt.Errorf("part %s: %w", some, err)
		}
		done++
		p.at(done, of, "")
		return folder.Keep(some, contents)
	}
	tasks := func(yield func(queue.Task) bool) {
		for _, some := range missing {
			if !yield(queue.Task{Name: fmt.Sprintf("%d-%d", some.Number, some.Of), Body: some.String()}) {
				return
			}
		}
	}
	err = q.Coordinate(ctx, job, of, done, tasks, keep)
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("interrupted after %d of %d parts; the same command continues from there: %w", done, of, err)
	case err != nil:
		return err
	case failed != nil:
		return failed.err(job, "parts", of, "the others are kept")
	}
	p.done(phrase.Count(of, "part"))
	return nil
}

// identify finds out what workers need to know about a command's job, before any work is
// done. Its parts are files of the kinds in holds.
func (o *onFlags) identify(c *cobra.Command, files map[string][]string, holds ...string) error {
	if !o.given() {
		return nil
	}
	of, err := newJob(c, files)
	if err != nil {
		return err
	}
	of.Settings["results"] = strings.Join(holds, " ") // with examples it is another job
	o.job, o.holds = &queue.Job{Job: of, Args: jobArgs(c)}, holds
	for _, flag := range sortedKeys(files, nil) {
		sums := strings.Fields(of.Inputs[flag])
		for i, path := range files[flag] {
			o.job.Files = append(o.job.Files, queue.File{Flag: flag, Name: filepath.Base(path), SHA256: sums[i], Path: path})
		}
	}
	o.job.Args = slices.DeleteFunc(o.job.Args, func(arg string) bool {
		name, _, _ := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
		_, file := files[name]
		return file // workers have it at another path
	})
	for _, file := range []string{part.Examples, part.Answers} {
		if slices.Contains(holds, file) {
			o.job.Args = append(o.job.Args, "--"+file+"="+file)
		}
	}
	return nil
}

// spread has workers attack, and writes what they found.
func (a *attackCommand) spread(ctx context.Context, c *cobra.Command, w *rowsWork) error {
	folder, err := a.on.spread(ctx, c, a.out, len(w.rows))
	if err != nil {
		return err
	}
	defer folder.Close()
	for holds, to := range map[string]string{part.Examples: a.examples, part.Answers: a.answers} {
		if to == "" {
			continue
		}
		if _, err := writeSet(c, folder, holds, to); err != nil {
			return err
		}
	}
	return finish(c, folder, a.out)
}

// spread has workers prove, and writes what they found.
func (v *verifyCommand) spread(ctx context.Context, c *cobra.Command, w *rowsWork, eps []float64) error {
	folder, err := v.on.spread(ctx, c, v.out, len(w.rows))
	if err != nil {
		return err
	}
	defer folder.Close()
	if err := finish(c, folder, v.out); err != nil {
		return err
	}
	printStill(wordsOut(c, v.out), w.problem, w.table, eps)
	return nil
}

// spread has workers decide the rows, and makes the report of what they found.
func (e *evalCommand) spread(ctx context.Context, c *cobra.Command, w *evalWork) error {
	folder, err := e.on.spread(ctx, c, e.out, w.table.Rows)
	if err != nil {
		return err
	}
	defer folder.Close()
	set, err := folder.Set(part.Decided)
	if err != nil {
		return err
	}
	w.options.Decided = decidedUnder(set)
	if err := e.report(ctx, c, w); err != nil {
		return err
	}
	return folder.Remove()
}

// finish writes the rows of a folder and the summary, and removes the folder. An
// empty name is no file.
func finish(c *cobra.Command, folder *part.Folder, out string) error {
	set, err := writeSet(c, folder, part.Rows, out)
	if err != nil {
		return err
	}
	if err := summarise(wordsOut(c, out), set); err != nil {
		return err
	}
	return folder.Remove()
}

// writeSet writes what the parts of a folder hold.
func writeSet(c *cobra.Command, folder *part.Folder, holds, out string) (*part.Set, error) {
	set, err := folder.Set(holds)
	if err != nil || out == "" {
		return set, err
	}
	return set, writeOut(c, out, set.WriteCSV)
}
