// Package fault lets tests make operations on files fail as disks do: a write that is cut short, a
// rename that is refused, a read that ends in an error or returns other bytes. Code that reads and
// writes files asks here first; outside tests nothing fails.
package fault

import (
	"io"
	"sync/atomic"
)

// Hook is called before an operation on a file, or after a read, whose bytes it may change. The
// error that it returns becomes that of the operation.
type Hook func(operation, path string, read []byte) error

var hook atomic.Pointer[Hook]

// Inject installs a hook; undo removes it.
func Inject(h Hook) (undo func()) {
	hook.Store(&h)
	return func() { hook.Store(nil) }
}

// At asks the hook about an operation.
func At(operation, path string) error { return ask(operation, path, nil) }

func ask(operation, path string, read []byte) error {
	if h := hook.Load(); h != nil {
		return (*h)(operation, path, read)
	}
	return nil
}

// NewWriter returns a writer of a file whose faults cut writes short.
func NewWriter(w io.Writer, path string) io.Writer { return writer{w, path} }

type writer struct {
	io.Writer
	path string
}

// Write implements [io.Writer].
func (w writer) Write(p []byte) (int, error) {
	if err := At("write", w.path); err != nil {
		n, _ := w.Writer.Write(p[:len(p)/2])
		return n, err
	}
	return w.Writer.Write(p)
}

// NewReader returns a reader of a file.
func NewReader(r io.Reader, path string) io.Reader { return reader{r, path} }

type reader struct {
	io.Reader
	path string
}

// Read implements [io.Reader].
func (r reader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	return Read(r.path, p, n, err)
}

// Read returns the result of a read of n bytes into p.
func Read(path string, p []byte, n int, err error) (int, error) {
	if bad := ask("read", path, p[:n]); bad != nil {
		return 0, bad
	}
	return n, err
}
