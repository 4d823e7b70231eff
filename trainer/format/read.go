package format

import (
	"fmt"
	"io"

	"github.com/hardwood-ml/hardwood/internal/fault"
	"github.com/hardwood-ml/hardwood/internal/regular"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/xgboost"
)

// Reader reads models of every format. The zero value is ready to use; its fields give what some
// formats leave open.
type Reader struct {
	// Dump is for dumps of XGBoost, which name neither classes nor features.
	Dump xgboost.Dump

	// Warn is called with what the user should know about a model that is otherwise fine. It may be
	// nil.
	Warn func(message string)
}

// ReadFile reads a model of any format, plain, .gz or .zst, recognised by its content. Errors name the
// file and the place in it. They are an [errors.ErrUnsupported] if the file is of a kind that is not
// read, or uses a feature that is not supported; leavesbridge.Open may be able to load it.
func ReadFile(path string) (*ensemble.Ensemble, error) { return Reader{}.ReadFile(path) }

// Read is ReadFile for a stream.
func Read(r io.Reader) (*ensemble.Ensemble, error) { return Reader{}.Read(r) }

// ReadFile is [ReadFile] with the settings of r.
func (r Reader) ReadFile(path string) (*ensemble.Ensemble, error) {
	file, err := regular.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	warn := r.warn
	r.Warn = func(message string) { warn(path + ": " + message) }
	e, err := r.Read(fault.NewReader(file, path))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return e, nil
}

// Read is [Read] with the settings of r.
func (r Reader) Read(stream io.Reader) (*ensemble.Ensemble, error) {
	plain, end, err := decompress(stream)
	if err != nil {
		return nil, err
	}
	defer end()
	kind, err := detect(plain)
	if err != nil {
		return nil, err
	}
	e, err := kind.read(r, plain)
	if err != nil {
		return nil, err
	}
	// The checksum of a packed file comes last.
	if _, err := io.Copy(io.Discard, plain); err != nil {
		return nil, err
	}
	return e, nil
}

func (r Reader) warn(message string) {
	if r.Warn != nil {
		r.Warn(message)
	}
}
