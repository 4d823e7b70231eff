package format

import (
	"bufio"
	"fmt"
	"io"

	"github.com/hardwood-ml/hardwood/internal/fault"
	"github.com/hardwood-ml/hardwood/internal/regular"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/catboost"
	"github.com/hardwood-ml/hardwood/trainer/format/lightgbm"
	"github.com/hardwood-ml/hardwood/trainer/format/native"
	"github.com/hardwood-ml/hardwood/trainer/format/onnx"
	"github.com/hardwood-ml/hardwood/trainer/format/sklearn"
	"github.com/hardwood-ml/hardwood/trainer/format/xgboost"
)

// Reader reads models of every format. The zero value serves; its fields say
// what some formats leave open.
type Reader struct {
	// Dump is for dumps of XGBoost, which name neither classes nor features.
	Dump xgboost.Dump

	// Warn is called with what the user should know about a model that is
	// fine otherwise. It may be nil.
	Warn func(message string)
}

// ReadFile reads a model of any format, plain, .gz or .zst, known by its
// content. Errors name the file and the place in it. They are an
// [errors.ErrUnsupported] where the file is of a kind that is not read, or holds
// what is not; perhaps leavesbridge.Open loads it.
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
	e, err := r.read(plain)
	if err != nil {
		return nil, err
	}
	// the checksum of a packed file comes last
	if _, err := io.Copy(io.Discard, plain); err != nil {
		return nil, err
	}
	return e, nil
}

func (r Reader) read(plain *bufio.Reader) (*ensemble.Ensemble, error) {
	kind, err := detect(plain)
	if err != nil {
		return nil, err
	}
	switch kind {
	case ownJSON:
		return native.Read(plain)
	case sklearnJSON:
		return sklearn.Read(plain)
	case catboostJSON:
		return catboost.Read(plain)
	case onnxFile:
		return onnx.Read(plain)
	case lightgbmText:
		return lightgbm.Read(plain)
	case xgboostUBJSON:
		return xgboost.ReadUBJSON(plain, r.warn)
	case xgboostDump:
		r.warn("a dump leaves out the base score and the numbers of classes and features (Reader.Dump tells them), and old versions of XGBoost round its numbers: what holds for it may not hold for the model; use save_model")
		return xgboost.ReadDump(plain, r.Dump)
	}
	return xgboost.Read(plain, r.warn)
}

func (r Reader) warn(message string) {
	if r.Warn != nil {
		r.Warn(message)
	}
}
