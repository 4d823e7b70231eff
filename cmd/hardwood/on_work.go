package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/cluster/cache"
	"github.com/hardwood-ml/hardwood/eval/cluster/part"
	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
)

// worked is a command that has read everything that its tasks need. Each task takes one
// thread.
type worked interface {
	do(ctx context.Context, body string) ([]byte, error)
}

// work is a command that workers do.
type work interface {
	command() *cobra.Command                // with its flags, which set fields of the work
	ready(c *cobra.Command) (worked, error) // reads everything that its tasks need
}

// workable are the commands that workers do.
var workable = map[string]func() work{
	"attack": func() work { return &attackCommand{} },
	"verify": func() work { return &verifyCommand{} },
	"eval":   func() work { return &evalCommand{} },
}

// ready prepares a job on a worker.
func ready(ctx context.Context, j *queue.Job, q *queue.Queue, inputs *cache.Cache) (worked, error) {
	paths, err := fetch(ctx, j, q, inputs)
	if err != nil {
		return nil, err
	}
	if j.Command == "ablate" {
		return readyAblate(j, paths)
	}
	begin := workable[j.Command]
	if begin == nil {
		return nil, fmt.Errorf("workers cannot do hardwood %s", j.Command)
	}
	w := begin()
	c := w.command()
	c.SetContext(context.WithValue(ctx, progressKey{}, newProgress(io.Discard, false)))
	c.SetErr(io.Discard)
	c.SetOut(io.Discard)
	if err := parseJob(c, j.Args, paths); err != nil {
		return nil, err
	}
	work, err := w.ready(c)
	return work, cmp.Or(err, unchanged(j, paths))
}

// unchanged refuses inputs that were damaged between their check and their reading.
func unchanged(j *queue.Job, paths map[string][]string) error {
	read := map[string]int{}
	for i := range j.Files {
		f := &j.Files[i]
		path := paths[f.Flag][read[f.Flag]]
		read[f.Flag]++
		if sum, err := part.SumFile(path); err != nil || sum != f.SHA256 {
			return cmp.Or(err, fmt.Errorf("%s: %w", f.Name, part.ErrChanged))
		}
	}
	return nil
}

// fetch returns the paths of the inputs of a job, by the flags that name them. The files of
// a flag share a directory.
func fetch(ctx context.Context, j *queue.Job, q *queue.Queue, inputs *cache.Cache) (map[string][]string, error) {
	paths := map[string][]string{}
	for i := range j.Files {
		f := &j.Files[i]
		path, err := inputs.File(f.SHA256, func(w io.Writer) error { return q.Fetch(ctx, f.SHA256, w) })
		if err == nil {
			name := sha256.Sum256([]byte(f.Flag)) // it may name a data set, and so have any characters
			path, err = inputs.Named(path, filepath.Join(j.Key(), hex.EncodeToString(name[:4])), f.Name)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		paths[f.Flag] = append(paths[f.Flag], path)
	}
	return paths, nil
}

func (a *attackCommand) ready(c *cobra.Command) (worked, error) { return readyFor(c, a) }

func (v *verifyCommand) ready(c *cobra.Command) (worked, error) { return readyFor(c, v) }

// readyFor reads everything that an attack or a proof needs.
func readyFor(c *cobra.Command, of interface {
	method(*cobra.Command) (attack.Norm, attack.Attack, error)
	prepare(*cobra.Command, attack.Norm, attack.Attack) (*rowsWork, error)
	files() []rowsFile
}) (worked, error) {
	norm, method, err := of.method(c)
	if err != nil {
		return nil, err
	}
	w, err := of.prepare(c, norm, method)
	return &readyRows{w, of.files()}, err
}

// readyRows is an attack or a proof at a worker.
type readyRows struct {
	*rowsWork
	files []rowsFile
}

// do does the part that body names, and returns its files.
func (r *readyRows) do(ctx context.Context, body string) ([]byte, error) {
	some, err := part.Parse(body, nil)
	if err != nil {
		return nil, err
	}
	rows := part.Cut(some, r.rows)
	results, err := r.search(ctx, r.victims(rows), attack.RunOptions{Threads: 1})
	if err != nil {
		return nil, err
	}
	var contents []part.Content
	for _, f := range r.files {
		var b bytes.Buffer
		lines, err := f.begin(&b, r.rowsWork)
		if err != nil {
			return nil, err
		}
		for i := range results {
			if err := lines.add(rows[i], &results[i]); err != nil {
				return nil, err
			}
		}
		if err := lines.end(); err != nil {
			return nil, err
		}
		contents = append(contents, part.Content{Holds: f.holds, Data: b.Bytes()})
	}
	return packed(contents)
}

// ready reads everything that an evaluation needs.
func (e *evalCommand) ready(c *cobra.Command) (worked, error) {
	o, err := e.options()
	if err != nil {
		return nil, err
	}
	o.Threads = 1
	w, err := e.prepare(c, o)
	if err != nil {
		return nil, err
	}
	prepared, err := eval.Prepare(w.models, w.options)
	return &readyEval{e, prepared, w.table}, err
}

// readyEval is an evaluation at a worker.
type readyEval struct {
	*evalCommand
	models *eval.Prepared
	table  *data.Table
}

// do decides the rows of the part that body names.
func (r *readyEval) do(ctx context.Context, body string) ([]byte, error) {
	some, err := part.Parse(body, nil)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := r.writeDecided(ctx, &b, r.models, rowsOfPart(some, r.table)); err != nil {
		return nil, err
	}
	return packed([]part.Content{{Holds: part.Decided, Data: b.Bytes()}})
}

// packed encodes the files of a part for the queue.
func packed(contents []part.Content) ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(contents)
	return b.Bytes(), err
}

// unpacked decodes what packed returns.
func unpacked(packed []byte) ([]part.Content, error) {
	var contents []part.Content
	err := gob.NewDecoder(bytes.NewReader(packed)).Decode(&contents)
	return contents, err
}
