package queue

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/hardwood-ml/hardwood/eval/cluster/part"
)

// putFiles stores the files that the queue does not have.
func (q *Queue) putFiles(ctx context.Context, files []File) error {
	for i := range files {
		if err := q.putFile(ctx, &files[i]); err != nil {
			return err
		}
	}
	return nil
}

func (q *Queue) putFile(ctx context.Context, f *File) error {
	_, err := q.files.GetInfo(ctx, f.SHA256)
	if !errors.Is(err, jetstream.ErrObjectNotFound) {
		return err
	}
	from, err := part.OpenSealed(f.Path, f.SHA256) // never store other bytes under this hash
	if err != nil {
		return err
	}
	defer from.Close()
	about := q.object(f.SHA256)
	about.Description = f.Name
	err = q.send(ctx, about, from)
	if err != nil && !errors.Is(err, part.ErrChanged) {
		err = fmt.Errorf("%s: %w", f.Path, err)
	}
	return err
}

// piece is the largest piece of an object in one message.
const piece = 128 << 10

// object describes an object with a name, in pieces that the server accepts.
func (q *Queue) object(name string) jetstream.ObjectMeta {
	return jetstream.ObjectMeta{Name: name, Opts: &jetstream.ObjectMetaOptions{ChunkSize: uint32(max(1, min(piece, q.Limit())))}}
}

// ErrNoFile reports that the queue does not have a file, or has lost it.
var ErrNoFile = errors.New("the queue does not have the file")

// lost reports whether the server lacks something, or has lost everything.
func lost(err error) bool {
	return errors.Is(err, jetstream.ErrObjectNotFound) || errors.Is(err, jetstream.ErrBucketNotFound) || errors.Is(err, jetstream.ErrStreamNotFound)
}

// Fetch writes the file with a hash to w.
func (q *Queue) Fetch(ctx context.Context, sum string, w io.Writer) error {
	err := q.receive(ctx, sum, w)
	switch {
	case err != nil && lost(err):
		return q.explain(fmt.Errorf("%w: %w", ErrNoFile, err))
	case away(err):
		return q.explain(err)
	}
	return err // perhaps that of w
}
