package queue

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/hardwood-ml/hardwood/eval/cluster/part"
)

// putFiles gives the queue the files that it does not have.
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
	from, err := part.OpenSealed(f.Path, f.SHA256) // for whoever asks for this hash would get other bytes
	if err != nil {
		return err
	}
	defer from.Close()
	about := q.object(f.SHA256)
	about.Description = f.Name
	_, err = q.files.Put(ctx, about, from)
	if err != nil && !errors.Is(err, part.ErrChanged) {
		err = fmt.Errorf("%s: %w", f.Path, err)
	}
	return err
}

// piece is how much of an object a message has at most.
const piece = 128 << 10

// object describes an object of a name, in pieces that the server takes.
func (q *Queue) object(name string) jetstream.ObjectMeta {
	return jetstream.ObjectMeta{Name: name, Opts: &jetstream.ObjectMetaOptions{ChunkSize: uint32(max(1, min(piece, q.Limit())))}}
}

// ErrNoFile is the error of a file that the queue does not have, or has lost.
var ErrNoFile = errors.New("the queue does not have the file")

// lost reports whether the server does not have something, or has lost all.
func lost(err error) bool {
	return errors.Is(err, jetstream.ErrObjectNotFound) || errors.Is(err, jetstream.ErrBucketNotFound) || errors.Is(err, jetstream.ErrStreamNotFound)
}

// Fetch writes the file of a hash to w.
func (q *Queue) Fetch(ctx context.Context, sum string, w io.Writer) error {
	from, err := q.files.Get(ctx, sum)
	if err != nil && lost(err) {
		err = fmt.Errorf("%w: %w", ErrNoFile, err)
	}
	if err != nil {
		return q.explain(err)
	}
	defer from.Close()
	_, err = io.Copy(w, from)
	return err
}
