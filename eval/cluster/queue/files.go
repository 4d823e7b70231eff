package queue

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

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
	about := q.object(f.SHA256)
	about.Description = f.Name
	err := q.offer(ctx, about, func() (io.ReadCloser, error) {
		return part.OpenSealed(f.Path, f.SHA256) // never store other bytes under this hash
	})
	var named *fs.PathError
	if err != nil && !errors.Is(err, part.ErrChanged) && !errors.As(err, &named) {
		err = fmt.Errorf("%s: %w", f.Path, err)
	}
	return err
}

// offer sends an object that the queue does not have. If the server has taken it, but does not have
// it, its files are damaged: offer drops them all and sends this one again.
func (q *Queue) offer(ctx context.Context, about jetstream.ObjectMeta, open func() (io.ReadCloser, error)) error {
	for sent := 0; ; sent++ {
		_, err := q.files.GetInfo(ctx, about.Name)
		if !errors.Is(err, jetstream.ErrObjectNotFound) || sent > 1 {
			return err
		}
		if sent > 0 {
			q.Note(fmt.Sprintf("the files that the server at %s had are damaged: they are dropped, and sent again", plain(q.URL)))
			if err := q.js.DeleteObjectStore(ctx, filesBucket); err != nil {
				return err
			}
			if _, err := q.open(ctx); err != nil {
				return err
			}
		}
		from, err := open()
		if err != nil {
			return err
		}
		err = q.send(ctx, about, from)
		from.Close()
		if err != nil {
			return err
		}
	}
}

// piece is the largest piece of an object in one message.
const piece = 128 << 10

// object describes an object with a name, in pieces that the server accepts.
func (q *Queue) object(name string) jetstream.ObjectMeta {
	return jetstream.ObjectMeta{Name: name, Opts: &jetstream.ObjectMetaOptions{ChunkSize: uint32(max(1, min(piece, q.Limit())))}}
}

// ErrNoFile reports that the queue does not give a file: it has lost it, or nothing comes.
var ErrNoFile = errors.New("the queue does not give the file")

// errDamaged reports that what the server had of an object was damaged. It is removed.
var errDamaged = errors.New("its copy is damaged: it is removed, and the command sends it again")

// lost reports whether the server lacks something, or has lost everything.
func lost(err error) bool {
	return errors.Is(err, errDamaged) || errors.Is(err, jetstream.ErrObjectNotFound) ||
		errors.Is(err, jetstream.ErrBucketNotFound) || errors.Is(err, jetstream.ErrStreamNotFound)
}

// Fetch writes the file with a hash to w.
func (q *Queue) Fetch(ctx context.Context, sum string, w io.Writer) error {
	err := q.receive(ctx, sum, w)
	if err != nil && (lost(err) || away(err)) {
		return q.explain(fmt.Errorf("%w: %w", ErrNoFile, err))
	}
	return err // perhaps that of w
}
