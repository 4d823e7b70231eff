package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// trainRows are the rows of a train command: a table, or a stream that is read again
// whenever it is needed.
type trainRows struct {
	table  *experiment.Data // nil for a stream
	stream *data.Stream
	test   *data.Table // nil if there is none
	reader *ensemble.Ensemble

	margins []float64 // of the training rows, once there is a model; nil if unknown
}

// read reads the training and test rows.
func (t *trainCommand) read(seed uint64) (*trainRows, error) {
	if t.stream {
		return t.open(seed)
	}
	table, err := readTrainTest(&t.rows, t.test, experiment.Scale(t.scale), seed)
	if err != nil {
		return nil, err
	}
	return &trainRows{table: table, test: table.Test, reader: table.Reader()}, nil
}

// open reads the training rows once to check them, and the test rows.
func (t *trainCommand) open(seed uint64) (*trainRows, error) {
	switch scale := experiment.Scale(t.scale); {
	case scale != experiment.Auto && scale != experiment.Never:
		return nil, usage(fmt.Errorf("--stream takes rows as they are, but --scale %s does not: scale them beforehand, or leave one of the two out", scale))
	case t.rows.rows > 0:
		return nil, usage(fmt.Errorf("--stream takes all rows, but --rows does not: leave one of the two out"))
	}
	if err := t.rows.need(); err != nil {
		return nil, err
	}
	o, err := t.rows.options()
	if err != nil {
		return nil, err
	}
	stream, head, err := t.rows.openStream(o)
	if t.rows.likeModel(head, err) {
		stream, head, err = t.rows.openStream(trainer.Like(t.rows.as, o))
	}
	if err != nil {
		return nil, err
	}
	tell(t.rows.command, head)
	if err := cmp.Or(head.Trainable(), t.rows.kept(head)); err != nil {
		return nil, err
	}
	test, err := t.rows.readTest(t.test, head, seed)
	if err != nil {
		return nil, err
	}
	reader := &ensemble.Ensemble{Features: head.Cols, Schema: ensemble.Schema{Features: head.Features}}
	return &trainRows{stream: stream, test: test, reader: reader}, nil
}

// openStream reads the training rows once, to check them.
func (d *dataFlags) openStream(o data.Options) (s *data.Stream, head *data.Table, err error) {
	err = progressOf(d.command).during("read "+d.source, func() error {
		s, err = data.Open(d.command.Context(), d.source, o)
		return err
	})
	if err == nil {
		head = s.Head()
	}
	return s, head, err
}

// shape returns the numbers of features and classes.
func (r *trainRows) shape() (features, classes int) {
	if r.table != nil {
		return r.table.Train.Cols, len(r.table.Train.Classes)
	}
	head := r.stream.Head()
	return head.Cols, len(head.Classes)
}

// fit trains a model.
func (r *trainRows) fit(ctx context.Context, name string, p trainer.Params) (*ensemble.Ensemble, error) {
	p.Fitted = func(margins []float64) { r.margins = margins }
	if r.table != nil {
		e, _, err := r.table.Fit(ctx, p, advboost.Strategy{Booster: name})
		return e, err
	}
	b, err := booster.New(name, p)
	if err != nil {
		return nil, err
	}
	return b.Train(ctx, r.stream)
}

// score says how good a model is on the training rows and, if there are any, on
// the test rows.
func (r *trainRows) score(ctx context.Context, e *ensemble.Ensemble, threads int) (string, error) {
	if r.table != nil {
		return r.table.Describe(ctx, e, r.margins, threads)
	}
	t := experiment.NewTally(e)
	t.Threads = threads
	if r.margins != nil {
		t.AddMargins(r.stream.Head(), r.margins)
		return t.Sentence(ctx, r.test)
	}
	for block, err := range r.stream.Blocks(1 << 14) {
		if err != nil {
			return "", err
		}
		if err := t.Add(ctx, block); err != nil {
			return "", err
		}
	}
	return t.Sentence(ctx, r.test)
}
