package data

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/hardwood-ml/hardwood/internal/fault"
	"github.com/hardwood-ml/hardwood/internal/regular"
)

// Input is a source that can be opened any number of times.
type Input struct {
	Name string // as the user gave it
	Size int64  // bytes as stored, before decompression

	open   func() (fs.File, error)
	ctx    context.Context // ends reading
	packed bool            // compressed, known after Open

	encoding string // of the text, see Options.Encoding
}

// File is a source as it is stored.
type File struct {
	fs.File
	name string
	ctx  context.Context
}

// Read fails once reading is cancelled.
func (f *File) Read(p []byte) (int, error) {
	if err := f.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := f.File.Read(p)
	return fault.Read(f.name, p, n, err)
}

// ReadAt fails once reading is cancelled.
func (f *File) ReadAt(p []byte, at int64) (int, error) {
	if err := f.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := f.File.(io.ReaderAt).ReadAt(p, at) // files and built-in ones can
	return fault.Read(f.name, p, n, err)
}

// find returns the input of a file path, of builtin:NAME or of standard input.
func find(ctx context.Context, source string) (*Input, error) {
	in := &Input{Name: source, ctx: ctx}
	if name, ok := strings.CutPrefix(source, builtinPrefix); ok {
		b, err := builtin(name)
		if err != nil {
			return nil, err
		}
		in.open = func() (fs.File, error) { return builtinFiles.Open(path.Join("builtin", b.file)) }
	} else if source == Stdin {
		in.open = func() (fs.File, error) { return openStdin(ctx) }
	} else {
		if regular.Check(source) != nil {
			return nil, fmt.Errorf("%s: is not a regular file; data is read more than once", source)
		}
		in.open = func() (fs.File, error) { return regular.Open(source) }
	}
	f, err := in.open()
	if err != nil {
		if pe, ok := err.(*fs.PathError); ok {
			err = pe.Err
		}
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s: is a directory, not a file", source)
	}
	in.Size = info.Size()
	return in, nil
}

// Raw returns the bytes as stored.
func (in *Input) Raw() (*File, error) {
	f, err := in.open()
	if err != nil {
		return nil, err
	}
	return &File{f, in.Name, in.ctx}, nil
}

// Open returns the content, decompressed if its first bytes are those of a packing,
// and a text of another encoding as UTF-8.
func (in *Input) Open() (io.ReadCloser, error) {
	content, err := in.unpack()
	if err != nil || in.encoding == "" {
		return content, err
	}
	return struct {
		io.Reader
		io.Closer
	}{decoded(content, in.encoding), content}, nil
}

// unpack returns the content, decompressed but in its encoding.
func (in *Input) unpack() (io.ReadCloser, error) {
	f, err := in.Raw()
	if err != nil {
		return nil, err
	}
	stored := bufio.NewReaderSize(f, 1<<16)
	start, _ := stored.Peek(longestMagic) // an error comes again on reading
	packed := packingOf(start)
	in.packed = packed != nil
	if packed == nil {
		return &opened{in: in, content: stored, close: func() { f.Close() }, limit: -1}, nil
	}
	content, err := packed.open(f, stored, in.Size)
	if err != nil {
		f.Close()
		return nil, &Error{Source: in.Name, Err: fmt.Errorf("cannot be decompressed: %w", err)}
	}
	closeBoth := func() { content.Close(); f.Close() }
	return &opened{in: in, content: content, close: closeBoth, limit: in.Limit()}, nil
}

// Limit returns the number of bytes that the content of a compressed file may
// have. It bounds the memory that a hostile file can take; real tables stay below.
func (in *Input) Limit() int64 { return 1<<20 + 200*in.Size }

// unpacked returns the size of the content, a guess if it is compressed.
func (in *Input) unpacked() int64 {
	if in.packed {
		return 3 * in.Size
	}
	return in.Size
}

// opened is the content of an input, with its limit and its name in errors.
type opened struct {
	in      *Input
	content io.Reader
	close   func()
	limit   int64 // bytes left, below 0 for none
}

func (o *opened) Read(p []byte) (int, error) {
	n, err := o.content.Read(p)
	if o.limit >= 0 {
		if o.limit -= int64(n); o.limit < 0 {
			return 0, &Error{Source: o.in.Name, Err: fmt.Errorf("unpacks to more than %d times its size; unpack it first if that is meant", o.in.Limit()/max(o.in.Size, 1))}
		}
	}
	if err != nil && err != io.EOF {
		err = &Error{Source: o.in.Name, Err: fmt.Errorf("cannot be read: %w", err)}
	}
	return n, err
}

func (o *opened) Close() error {
	o.close()
	return nil
}
