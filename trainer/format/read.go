package format

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
	"github.com/hardwood-ml/hardwood/trainer/format/lightgbm"
	"github.com/hardwood-ml/hardwood/trainer/format/native"
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
// content. Errors name the file and the place in it.
func ReadFile(path string) (*ensemble.Ensemble, error) { return Reader{}.ReadFile(path) }

// Read is ReadFile for a stream.
func Read(r io.Reader) (*ensemble.Ensemble, error) { return Reader{}.Read(r) }

// ReadFile is [ReadFile] with the settings of r.
func (r Reader) ReadFile(path string) (*ensemble.Ensemble, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	warn := r.warn
	r.Warn = func(message string) { warn(path + ": " + message) }
	e, err := r.Read(file)
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
	switch kind(plain) {
	case "hardwood":
		return native.Read(document.NewJSON(plain))
	case "scikit-learn":
		return sklearn.Read(document.NewJSON(plain))
	case "lightgbm":
		return lightgbm.Read(plain)
	case "xgboost":
		return xgboost.Read(document.NewJSON(plain), r.warn)
	case "xgboost ubjson":
		return xgboost.Read(document.NewUBJSON(plain), r.warn)
	case "xgboost dump":
		r.warn("a dump leaves out the base score and the number of classes, and old versions of XGBoost round its numbers: what holds for it may not hold for the model; use save_model")
		return xgboost.ReadDump(document.NewJSON(plain), r.Dump)
	case "xgboost binary":
		return nil, errors.New("XGBoost binary, its old format: load it with XGBoost before 3.1 and save it again as .json or .ubj")
	case "pickle":
		return nil, errors.New("a pickle, which only Python can read: save_model writes models of XGBoost and LightGBM; for scikit-learn see the documentation of trainer/format/sklearn")
	case "":
		return nil, errors.New("empty file")
	}
	return nil, errors.New("not a model that hardwood knows: neither hardwood, XGBoost JSON or UBJSON, a JSON dump of XGBoost, LightGBM text nor scikit-learn JSON")
}

func (r Reader) warn(message string) {
	if r.Warn != nil {
		r.Warn(message)
	}
}

// kind names the format of a file by its first bytes.
func kind(r *bufio.Reader) string {
	start, _ := r.Peek(512)
	if len(start) > 1 && start[0] == '{' && bytes.IndexByte([]byte("iUIlL$#"), start[1]) >= 0 {
		return "xgboost ubjson"
	}
	switch {
	case bytes.HasPrefix(start, []byte("binf")):
		return "xgboost binary"
	case bytes.HasPrefix(start, []byte{0x80}):
		return "pickle"
	}
	start = bytes.TrimLeft(start, " \t\r\n")
	switch {
	case len(start) == 0:
		return ""
	case bytes.HasPrefix(start, []byte("tree\n")), bytes.HasPrefix(start, []byte("tree\r\n")):
		return "lightgbm"
	case start[0] == '[':
		return "xgboost dump"
	case start[0] != '{':
		return "unknown"
	}
	key := bytes.TrimLeft(start[1:], " \t\r\n")
	for _, k := range []struct{ key, kind string }{
		{native.Key, "hardwood"}, {sklearn.Key, "scikit-learn"}, {"learner", "xgboost"}, {"version", "xgboost"},
	} {
		if bytes.HasPrefix(key, []byte(`"`+k.key+`"`)) {
			return k.kind
		}
	}
	return "unknown"
}
