package format

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/native"
)

// Kind is a format that models are written in.
type Kind string

// The formats that models are written in.
const (
	Hardwood Kind = "hardwood" // our own, which keeps everything
	XGBoost  Kind = "xgboost"  // JSON that XGBoost 1.7 and later load
	LightGBM Kind = "lightgbm" // text of version 3, which leaves loads too
)

// Kinds lists the formats that models are written in.
var Kinds = []Kind{Hardwood, XGBoost, LightGBM}

// Write writes a model. The formats of other libraries are refused with the
// reason where they cannot hold a model that predicts the same.
func Write(w io.Writer, e *ensemble.Ensemble, kind Kind) error {
	switch kind {
	case Hardwood:
		return native.Write(w, e)
	}
	return fmt.Errorf("unknown model format %q: use one of %v", kind, Kinds)
}

// WriteFile writes a model to a file, packed if path ends in .gz or .zst. The
// file appears under its name only when it is complete.
func WriteFile(path string, e *ensemble.Ensemble, kind Kind) (err error) {
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			file.Close()
			os.Remove(file.Name())
			err = fmt.Errorf("cannot write %s: %w", path, err)
		}
	}()
	if err := writePacked(file, filepath.Ext(path), e, kind); err != nil {
		return err
	}
	if err := file.Chmod(0o644); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

func writePacked(w io.Writer, ext string, e *ensemble.Ensemble, kind Kind) error {
	var packed io.WriteCloser
	var err error
	switch strings.ToLower(ext) {
	case ".gz":
		packed = gzip.NewWriter(w)
	case ".zst":
		if packed, err = zstd.NewWriter(w); err != nil {
			return err
		}
	default:
		return Write(w, e, kind)
	}
	if err := Write(packed, e, kind); err != nil {
		return err
	}
	return packed.Close()
}
