package format

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/refusal"
	"github.com/hardwood-ml/hardwood/trainer/format/catboost"
	"github.com/hardwood-ml/hardwood/trainer/format/native"
	"github.com/hardwood-ml/hardwood/trainer/format/onnx"
	"github.com/hardwood-ml/hardwood/trainer/format/sklearn"
)

// source is a kind of file that is read.
type source uint8

const (
	ownJSON source = iota + 1
	xgboostJSON
	xgboostUBJSON
	xgboostDump
	lightgbmText
	sklearnJSON
	onnxFile
	catboostJSON
)

// beginnings are what files begin with, after white space.
var beginnings = []struct {
	text string
	kind source
	help string // what to do about a kind that is not read
}{
	{text: "{L", kind: xgboostUBJSON}, // the type of the length of the first key
	{text: "{l", kind: xgboostUBJSON},
	{text: "{I", kind: xgboostUBJSON},
	{text: "{U", kind: xgboostUBJSON},
	{text: "{i", kind: xgboostUBJSON},
	{text: "{$", kind: xgboostUBJSON},
	{text: "{#", kind: xgboostUBJSON},
	{text: onnx.Start, kind: onnxFile},
	{text: "tree\n", kind: lightgbmText},
	{text: "tree\r\n", kind: lightgbmText},
	{text: "[", kind: xgboostDump},
	{text: `{"` + native.Key + `"`, kind: ownJSON},
	{text: `{"` + sklearn.Key + `"`, kind: sklearnJSON},
	{text: `{"learner"`, kind: xgboostJSON},
	{text: `{"version"`, kind: xgboostJSON},
	{text: `{"Config"`, kind: xgboostJSON}, // refused there, with advice
	{text: `{"name"`, help: "a JSON dump of LightGBM, perhaps: save_model writes the text that hardwood reads"},
	{text: "booster[", help: "a text dump of XGBoost: save_model writes a model, and dump_model(dump_format=\"json\") a dump that hardwood reads"},
	{text: "binf", help: "XGBoost binary, its old format: load it with XGBoost before 3.1 and save it again as .json or .ubj"},
	{text: "\x80", help: "a pickle, which only Python can read: save_model writes models of XGBoost and LightGBM; for scikit-learn see the documentation of trainer/format/sklearn"},
}

// detect tells what a file is by its first bytes.
func detect(r *bufio.Reader) (source, error) {
	start, err := r.Peek(512)
	if len(start) == 0 && err != io.EOF {
		return 0, err
	}
	start = bytes.TrimLeft(start, " \t\r\n")
	if len(start) == 0 {
		return 0, errors.New("empty file")
	}
	if start[0] == '{' { // white space may follow
		start = append([]byte{'{'}, bytes.TrimLeft(start[1:], " \t\r\n")...)
	}
	if text, isObject := bytes.CutPrefix(start, []byte(`{"`)); isObject {
		key, _, _ := bytes.Cut(text, []byte(`"`))
		if slices.Contains(catboost.Keys, string(key)) {
			return catboostJSON, nil
		}
	}
	for _, b := range beginnings {
		if !bytes.HasPrefix(start, []byte(b.text)) {
			continue
		}
		if b.help != "" {
			return 0, refusal.Unsupported(b.help)
		}
		return b.kind, nil
	}
	return 0, refusal.Unsupported("not a model that hardwood knows: neither hardwood, XGBoost JSON or UBJSON, a JSON dump of XGBoost, LightGBM text, CatBoost JSON, ONNX nor scikit-learn JSON")
}
