package loop

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data/moved"
	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// shares is the number of questions per round: many more than there are workers, as rows take
// different times, yet few enough to cost almost nothing.
const shares = 64

// Elsewhere returns a value for Elsewhere of [advboost.Strategy]: the attack, done by the workers
// that a asks.
func Elsewhere(a *queue.Asker) func(*advboost.Strategy) advboost.Runner {
	return func(how *advboost.Strategy) advboost.Runner {
		s := &session{asker: a, setting: Setting{Loop: how.Loop, Search: how.Search, Eps: how.Eps, Reach: how.Eps}}
		if how.AnyDistance || how.Eps == 0 {
			s.setting.Reach = math.Inf(1)
		}
		s.setting.Search.Rows, s.setting.Search.Failed = nil, nil // rows are sent once, by their hash
		return s.attack
	}
}

// session is the loop of one training run.
type session struct {
	asker   *queue.Asker
	setting Setting
	had     [][32]byte // hashes of the trees of the previous round, see chain
}

// attack attacks victims under the model so far.
func (s *session) attack(ctx context.Context, r *trainer.Round, p *attack.Problem, victims []attack.Victim) ([]attack.Result, error) {
	if s.had == nil || r.Number == 0 {
		if err := s.begin(r); err != nil {
			return nil, err
		}
	}
	s.setting.Norm, s.setting.Constraints, s.setting.Seed = p.Norm, p.Constraints, p.Seed
	now := chain(p.Ensemble.Trees)
	from := 0
	for from+1 < min(len(now), len(s.had)) && now[from+1] == s.had[from+1] {
		from++
	}
	trees := func(from int) (*question, error) {
		q, err := s.question(p.Ensemble, now, from)
		if err == nil {
			err = s.give(ctx, r.Rows, q)
		}
		return q, err
	}
	some, err := trees(from)
	if err != nil {
		return nil, err
	}
	all := sync.OnceValues(func() (*question, error) { return trees(0) })
	results := make([]attack.Result, len(victims))
	var asked errgroup.Group
	size := max(1, (len(victims)+shares-1)/shares)
	for from := 0; from < len(victims); from += size {
		to := min(from+size, len(victims))
		asked.Go(func() error { return s.ask(ctx, r, some, all, victims[from:to], results[from:to]) })
	}
	if err := asked.Wait(); err != nil {
		return nil, err
	}
	s.had = now
	return results, nil
}

// begin starts a session by hashing the rows of the table, which workers need as they were at first.
func (s *session) begin(r *trainer.Round) error {
	h := sha256.New()
	if err := writeRows(h, r.Rows); err != nil {
		return err
	}
	first, _ := r.Rows.Moved(0)
	s.had, s.setting.Rows, s.setting.Features = [][32]byte{}, hex.EncodeToString(h.Sum(nil)), len(first)
	return nil
}

// give puts what a question names by its hash into the queue, unless it is there.
func (s *session) give(ctx context.Context, rows trainer.Rows, q *question) error {
	err := s.asker.Put(ctx, q.Rows, func(w io.Writer) error { return writeRows(w, rows) })
	if err == nil && q.Blob != "" {
		err = s.asker.Put(ctx, q.Blob, func(w io.Writer) error { _, err := w.Write(q.blob); return err })
	}
	return err
}

// writeRows writes the rows of the table one by one, as no copy in this encoding is held.
func writeRows(w io.Writer, rows trainer.Rows) error {
	out := bufio.NewWriterSize(w, 1<<16)
	var number [8]byte
	for i := range rows.Table() {
		row, _ := rows.Moved(i)
		for _, v := range row {
			binary.LittleEndian.PutUint64(number[:], math.Float64bits(v))
			out.Write(number[:]) // Flush returns the error
		}
	}
	return out.Flush()
}

// mostTrees is the share of a message, as one in so many, that trees may take; more are a file of their own.
const mostTrees = 4

// question returns what all questions of a round share, with the trees from index from on.
func (s *session) question(e *ensemble.Ensemble, now [][32]byte, from int) (*question, error) {
	part := *e
	part.Trees = e.Trees[from:]
	var b bytes.Buffer
	if err := format.Write(&b, &part, format.Hardwood); err != nil {
		return nil, err
	}
	q := &question{Setting: s.setting, From: from, Had: now[from], Has: now[len(now)-1], Model: b.Bytes()}
	if len(q.Model) > s.asker.Limit()/mostTrees {
		q.Blob, q.blob, q.Model = sum(q.Model), q.Model, nil
	}
	return q, nil
}

// ask asks about a share of the victims: first with some trees and, if the worker lacks the earlier
// ones, with all. If the question does not fit into a message, with any of these trees, or its answer
// does not, ask asks about each half of the victims.
func (s *session) ask(ctx context.Context, r *trainer.Round, some *question, all func() (*question, error), victims []attack.Victim, results []attack.Result) error {
	q := *some
	q.Victims = make([]victim, len(victims))
	for i := range victims {
		v := &victims[i]
		row, _ := r.Rows.Moved(v.Row)
		q.Victims[i] = victim{v.Row, v.Label, pack(moved.Cells(nil).Diff(v.X, row)), v.Margins, pack(v.Start), v.Fresh}
	}
	text, err := encode(&q)
	half := len(victims) / 2
	halves := func() error {
		return cmp.Or(s.ask(ctx, r, some, all, victims[:half], results[:half]), s.ask(ctx, r, some, all, victims[half:], results[half:]))
	}
	if len(text)-len(some.Model) > s.asker.Limit()-s.asker.Limit()/mostTrees && half > 0 {
		return halves()
	}
	var a answer
	if err == nil {
		a, err = s.answer(ctx, text)
	}
	for err == nil && (a.Unknown || a.Lost) {
		a, err = s.askAgain(ctx, r, &q, a, all)
	}
	switch {
	case errors.Is(err, queue.ErrLargeAnswer) && half > 0:
		return halves()
	case err != nil:
		return err
	}
	if len(a.Results) != len(victims) {
		return fmt.Errorf("a worker answered for %d of %d rows", len(a.Results), len(victims))
	}
	for i := range a.Results {
		results[i] = a.Results[i].unpack(&victims[i])
	}
	return nil
}

// askAgain asks a question again for which a worker lacked something: earlier trees, because it
// joined later, or files that the queue has lost.
func (s *session) askAgain(ctx context.Context, r *trainer.Round, q *question, lacks answer, all func() (*question, error)) (a answer, err error) {
	if lacks.Unknown {
		whole, err := all()
		if err != nil {
			return a, err
		}
		victims := q.Victims
		*q = *whole
		q.Victims = victims
	} else if err := s.give(ctx, r.Rows, q); err != nil {
		return a, err
	}
	text, err := encode(q)
	if err != nil {
		return a, err
	}
	return s.answer(ctx, text)
}

// answer asks a question and decodes the answer.
func (s *session) answer(ctx context.Context, text []byte) (a answer, err error) {
	reply, err := s.asker.Ask(ctx, text)
	if err == nil {
		err = decode(reply, &a)
	}
	return a, err
}
