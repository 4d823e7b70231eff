package format

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/internal/replace"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/words"
	"github.com/hardwood-ml/hardwood/trainer/format/lightgbm"
	"github.com/hardwood-ml/hardwood/trainer/format/native"
	"github.com/hardwood-ml/hardwood/trainer/format/onnx"
	"github.com/hardwood-ml/hardwood/trainer/format/xgboost"
)

// Kind is a format that models are written in.
type Kind string

// The formats that models are written in.
const (
	Hardwood Kind = "hardwood" // our own, which keeps everything
	XGBoost  Kind = "xgboost"  // JSON that XGBoost 1.7 and later load
	LightGBM Kind = "lightgbm" // text of version 3, which leaves loads too
	ONNX     Kind = "onnx"     // TreeEnsemble of operator set 5, with doubles
)

// Kinds lists the formats that models are written in.
var Kinds = []Kind{Hardwood, XGBoost, LightGBM, ONNX}

// Losses says what a file of a format would not keep of a model: scores, and classes within rounding of
// the boundary, may then differ. It is empty if the other library predicts exactly what e does, apart
// from three exceptions: values of a category that are not levels, such as -0.5 or 1.5, because each
// library has its own rule for them; and in LightGBM values other than 0, up to 1e-35 in size, that it
// takes for 0, and sums of trees that only rounding distinguishes from a tie, see [lightgbm.Losses].
func Losses(e *ensemble.Ensemble, kind Kind) []string {
	var moved []string
	c, loss := centred(e, kind)
	if loss != "" {
		moved = append(moved, loss)
	}
	switch kind {
	case XGBoost:
		return slices.Concat(xgboost.Losses(c), moved, finerLeaves(e))
	case LightGBM:
		return append(lightgbm.Losses(c), moved...)
	case ONNX:
		return append(onnx.Losses(e), finerLeaves(e)...)
	}
	return nil
}

// finerLeaves is the loss of leaf values that are finer than float32 in a model that adds in float32.
func finerLeaves(e *ensemble.Ensemble) []string {
	if e.Sum == ensemble.Float32 && slices.ContainsFunc(e.Trees, func(t ensemble.Tree) bool {
		return slices.ContainsFunc(t.Leaves, func(v float64) bool { return float64(float32(v)) != v })
	}) {
		return []string{"the model adds in float32 leaf values that are finer than that"}
	}
	return nil
}

// Write writes a model. If the format of another library cannot hold a model that predicts the same, it
// returns an error that says why, unless rounding is allowed, see [Writer].
func Write(w io.Writer, e *ensemble.Ensemble, kind Kind) error { return Writer{}.Write(w, e, kind) }

// WriteFile writes a model to a file, packed if path ends in .gz or .zst. The
// file appears under its name only when it is complete.
func WriteFile(path string, e *ensemble.Ensemble, kind Kind) error {
	return Writer{}.WriteFile(path, e, kind)
}

// Writer writes models. The zero value is ready to use.
type Writer struct {
	// Round also writes models that the format cannot keep exactly, and warns of what is lost.
	Round bool

	// Warn is called with each loss, and with other cautions. It may be nil.
	Warn func(message string)
}

// Write is [Write] with the settings of w.
func (w Writer) Write(out io.Writer, e *ensemble.Ensemble, kind Kind) error {
	if e == nil {
		return errors.New("no model is given")
	}
	if err := e.Validate(); err != nil {
		return err // before Losses, which takes a model that is whole
	}
	losses := Losses(e, kind)
	if len(losses) > 0 && !w.Round {
		return fmt.Errorf("a file for %s would not predict exactly the same unless rounding is allowed: %s", kind, strings.Join(losses, "; "))
	}
	for _, message := range slices.Concat(losses, cautions(e, kind)) {
		if w.Warn != nil {
			w.Warn(message)
		}
	}
	c, _ := centred(e, kind)
	switch kind {
	case Hardwood:
		return native.Write(out, e)
	case XGBoost:
		return xgboost.Write(out, c)
	case LightGBM:
		return lightgbm.Write(out, c)
	case ONNX:
		return onnx.Write(out, e)
	}
	return fmt.Errorf("unknown model format %q: use one of %v", kind, Kinds)
}

// cautions say what to beware of with a file that keeps everything of a model.
func cautions(e *ensemble.Ensemble, kind Kind) (cautions []string) {
	if caution := words.Caution(e); (kind == XGBoost || kind == ONNX) && caution != "" {
		cautions = append(cautions, caution)
	}
	if dates := words.Dates(e); kind != Hardwood && dates != "" {
		cautions = append(cautions, dates)
	}
	if caution := classNumbers(e); (kind == XGBoost || kind == LightGBM) && caution != "" {
		cautions = append(cautions, caution)
	}
	unknown := map[Kind][]column.Kind{LightGBM: {column.Integer, column.Boolean}, ONNX: {column.Integer}}
	if caution := words.Whole(e, unknown[kind]...); caution != "" {
		cautions = append(cautions, caution)
	}
	if kind == XGBoost {
		cautions = append(cautions, xgboost.Cautions(e)...)
	}
	if kind == LightGBM {
		cautions = append(cautions, lightgbm.Cautions(e)...)
	}
	return cautions
}

// classNumbers says which number stands for which class in a file that has no names of classes, "" if
// the names are these numbers.
func classNumbers(e *ensemble.Ensemble) string {
	var pairs []string
	named := false
	for number, name := range e.Schema.Classes {
		named = named || name != strconv.Itoa(number)
		pairs = append(pairs, fmt.Sprintf("%d is %q", number, phrase.Clip(name)))
	}
	if !named {
		return ""
	}
	const most = 10
	return "the file numbers the classes, whose names it cannot hold: " + phrase.Few(pairs, most, ", ")
}

// Replaceable reports a path that [WriteFile] refuses: a directory, a device such as a pipe, or the file
// that the program prints to.
func Replaceable(path string) error {
	if info, err := os.Stat(path); err == nil && (!info.Mode().IsRegular() || replace.Printed(path)) {
		return fmt.Errorf("cannot write %s: it is no file that can be replaced", path)
	}
	return nil
}

// Misnamed reports a path that [WriteFile] refuses for a format, because the other library would take
// the file for one of another format.
func Misnamed(path string, kind Kind) error {
	if kind == XGBoost && strings.EqualFold(filepath.Ext(path), ".ubj") {
		return fmt.Errorf("cannot write %s: XGBoost takes a file of that name for UBJSON, and JSON is written: let it end in .json", path)
	}
	return nil
}

// WriteFile is [WriteFile] with the settings of w.
func (w Writer) WriteFile(path string, e *ensemble.Ensemble, kind Kind) error {
	if err := Replaceable(path); err != nil {
		return err
	}
	if err := Misnamed(path, kind); err != nil {
		return err
	}
	return replace.With(path, func(out io.Writer) error { return w.writePacked(out, filepath.Ext(path), e, kind) })
}

func (w Writer) writePacked(out io.Writer, ext string, e *ensemble.Ensemble, kind Kind) error {
	var packed io.WriteCloser
	var err error
	switch strings.ToLower(ext) {
	case ".gz":
		packed = gzip.NewWriter(out)
	case ".zst":
		if packed, err = zstd.NewWriter(out); err != nil {
			return err
		}
	default:
		return w.Write(out, e, kind)
	}
	if err := w.Write(packed, e, kind); err != nil {
		return err
	}
	return packed.Close()
}
