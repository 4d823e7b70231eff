package loop

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"sync"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/eval/cluster/cache"
	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// mostRuns is the number of training runs whose rows and trees a worker keeps in memory.
const mostRuns = 4

// Worker answers the questions of training loops. It is safe for use by several
// goroutines.
type Worker struct {
	Queue  *queue.Queue
	Inputs *cache.Cache

	mu   sync.Mutex
	runs []*run // the most recently used one last
}

// run is a training run as a worker knows it.
type run struct {
	key string

	mu        sync.Mutex
	rows      []float64
	trees     []ensemble.Tree
	hashes    [][32]byte
	adversary *attack.Adversary
	of        [32]byte // hash of the trees that adversary is for
}

// Answer attacks the victims of a question.
func (w *Worker) Answer(ctx context.Context, text []byte) ([]byte, error) {
	var q question
	if err := decode(text, &q); err != nil {
		return nil, err
	}
	r, err := w.run(&q)
	if err != nil {
		return nil, err
	}
	adversary, err := r.prepare(ctx, w, &q)
	if errors.Is(err, queue.ErrNoFile) {
		return encode(&answer{Lost: true})
	}
	if err != nil {
		return nil, err
	}
	if adversary == nil {
		return encode(&answer{Unknown: true})
	}
	victims := make([]attack.Victim, len(q.Victims))
	for i := range q.Victims {
		v := &q.Victims[i]
		if v.Row < 0 || (v.Row+1)*q.Features > len(r.rows) {
			return nil, fmt.Errorf("the table has no row %d", v.Row)
		}
		x := r.rows[v.Row*q.Features : (v.Row+1)*q.Features]
		if len(v.X.Features) > 0 {
			x = v.X.unpack().Of(x)
		}
		victims[i] = attack.Victim{Row: v.Row, X: x, Label: v.Label, Warm: attack.Warm{Margins: v.Margins, Start: v.Start.unpack(), Fresh: v.Fresh}}
	}
	results, err := adversary.Run(ctx, victims, attack.RunOptions{Threads: 1})
	if err != nil {
		return nil, err
	}
	a := &answer{Results: make([]result, len(results))}
	for i := range results {
		a.Results[i].of(&results[i])
	}
	return encode(a)
}

// run returns the run that a question belongs to.
func (w *Worker) run(q *question) (*run, error) {
	setting, err := encode(&q.Setting)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	r := &run{key: sum(setting)}
	if i := slices.IndexFunc(w.runs, func(o *run) bool { return o.key == r.key }); i >= 0 {
		r = w.runs[i]
		w.runs = slices.Delete(w.runs, i, i+1)
	}
	w.runs = append(w.runs, r)
	w.runs = w.runs[max(0, len(w.runs)-mostRuns):]
	return r, nil
}

// prepare returns the attack on the model of a question, nil if its earlier trees are unknown here.
func (r *run) prepare(ctx context.Context, w *Worker, q *question) (*attack.Adversary, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.adversary != nil && r.of == q.Has {
		return r.adversary, nil
	}
	if q.From > 0 && (q.From >= len(r.hashes) || r.hashes[q.From] != q.Had) {
		return nil, nil
	}
	if r.rows == nil {
		if err := r.read(ctx, w, q.Rows); err != nil {
			return nil, err
		}
	}
	e, err := q.model(ctx, w)
	if err != nil {
		return nil, err
	}
	r.trees = append(r.trees[:q.From:q.From], e.Trees...)
	e.Trees, r.hashes, r.adversary = r.trees, chain(r.trees), nil
	if r.hashes[len(r.trees)] != q.Has {
		return nil, fmt.Errorf("the trees are not those that were meant")
	}
	problem, err := attack.NewProblem(e, q.Norm)
	if err != nil {
		return nil, err
	}
	problem.Constraints, problem.Seed = q.Constraints, q.Seed
	how, err := r.method(q)
	if err != nil {
		return nil, err
	}
	if r.adversary, err = advboost.PrepareAttack(problem, how, q.Reach); err != nil {
		return nil, err
	}
	r.of = q.Has
	return r.adversary, nil
}

// read reads the rows of the table.
func (r *run) read(ctx context.Context, w *Worker, rows string) error {
	path, err := w.Inputs.File(rows, func(to io.Writer) error { return w.Queue.Fetch(ctx, rows, to) })
	if err != nil {
		return err
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	about, err := f.Stat()
	if err != nil {
		return err
	}
	r.rows = make([]float64, about.Size()/8)
	in, number := bufio.NewReaderSize(f, 1<<16), [8]byte{}
	for i := range r.rows {
		if _, err := io.ReadFull(in, number[:]); err != nil {
			r.rows = nil
			return err
		}
		r.rows[i] = math.Float64frombits(binary.LittleEndian.Uint64(number[:]))
	}
	return nil
}

// model reads the trees of a question.
func (q *question) model(ctx context.Context, w *Worker) (*ensemble.Ensemble, error) {
	text := q.Model
	if q.Blob != "" {
		var b bytes.Buffer
		if err := w.Queue.Fetch(ctx, q.Blob, &b); err != nil {
			return nil, err
		}
		if text = b.Bytes(); sum(text) != q.Blob {
			return nil, fmt.Errorf("the trees were damaged on their way")
		}
	}
	return format.Read(bytes.NewReader(text))
}

// method returns the attack of the loop.
func (r *run) method(q *question) (attack.Attack, error) {
	if q.Loop == advboost.InBallAttack || q.Loop == advboost.WorstAttack { // of the latter, what is not done there
		return advboost.InBall{Eps: q.Eps}, nil
	}
	search := q.Search
	if method.ReadsRows(q.Loop) {
		for i := 0; i < len(r.rows); i += q.Features {
			search.Rows = append(search.Rows, r.rows[i:i+q.Features])
		}
	}
	return method.New(q.Loop, search)
}
