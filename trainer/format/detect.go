package format

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/hardwood-ml/hardwood/internal/refusal"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/catboost"
	"github.com/hardwood-ml/hardwood/trainer/format/lightgbm"
	"github.com/hardwood-ml/hardwood/trainer/format/native"
	"github.com/hardwood-ml/hardwood/trainer/format/onnx"
	"github.com/hardwood-ml/hardwood/trainer/format/sklearn"
	"github.com/hardwood-ml/hardwood/trainer/format/xgboost"
)

// beginning is what files of a kind begin with, after white space.
type beginning struct {
	text string
	read func(r Reader, in *bufio.Reader) (*ensemble.Ensemble, error)
	help string // what to do about a file of a kind that is not read
}

const pickle = "a pickle, which only Python can read: save_model writes models of XGBoost and LightGBM; for scikit-learn, hardwood export sklearn-exporter writes a program that does"

const oldXGBoost = "XGBoost binary, its old format: load it with XGBoost before 3.1 and save it again as .json or .ubj"

// beginnings are those of the kinds of files that are read, and of some that are not. To add a format,
// add a line.
var beginnings = append([]beginning{
	{text: "{L", read: readUBJSON}, // the letter is the type of the length of the first key
	{text: "{l", read: readUBJSON},
	{text: "{I", read: readUBJSON},
	{text: "{U", read: readUBJSON},
	{text: "{i", read: readUBJSON},
	{text: "{$", read: readUBJSON},
	{text: "{#", read: readUBJSON},
	{text: onnx.Start, read: by(onnx.Read)},
	{text: "tree\n", read: by(lightgbm.Read)},
	{text: "tree\r\n", read: by(lightgbm.Read)},
	{text: `{"` + native.Key + `"`, read: by(native.Read)},
	{text: `{"` + sklearn.Key + `"`, read: by(sklearn.Read)},
	{text: `{"learner"`, read: readXGBoost},
	{text: `{"version"`, read: readXGBoost},
	{text: `{"Config"`, read: readXGBoost}, // refused there, with advice
	{text: `{"name"`, help: "a JSON dump of LightGBM, perhaps: save_model writes the text that hardwood reads"},
	{text: "booster[", help: "a text dump of XGBoost: save_model writes a model, and dump_model(dump_format=\"json\") a dump that hardwood reads"},
	{text: "binf", help: oldXGBoost},
	{text: "CBM1", help: "CatBoost binary: save_model(path, format=\"json\") writes the JSON that hardwood reads"},
	{text: "X\n", help: "an R object, which only R can read: xgb.save and lgb.save write models"},
	{text: "RDX", help: "an R object, which only R can read: xgb.save and lgb.save write models"},
	{text: "x\x9c", help: pickle}, // compressed by joblib
	{text: "x^", help: pickle},
	{text: "\x80", help: pickle},
	{text: "ccopy_reg\n", help: pickle}, // from Python 2
}, keyed()...)

// keyed are the beginnings of files that have keys of their own, in any order.
func keyed() (all []beginning) {
	for _, key := range catboost.Keys {
		all = append(all, beginning{text: `{"` + key + `"`, read: readCatBoost})
	}
	for _, key := range xgboost.DumpKeys { // other lists, such as one of feature names, are no dumps
		all = append(all, beginning{text: `[{"` + key + `"`, read: readDump})
	}
	return all
}

// by adapts a reader that has no settings.
func by(read func(io.Reader) (*ensemble.Ensemble, error)) func(Reader, *bufio.Reader) (*ensemble.Ensemble, error) {
	return func(_ Reader, in *bufio.Reader) (*ensemble.Ensemble, error) { return read(in) }
}

func readCatBoost(r Reader, in *bufio.Reader) (*ensemble.Ensemble, error) {
	return catboost.Read(in, r.warn)
}

func readXGBoost(r Reader, in *bufio.Reader) (*ensemble.Ensemble, error) {
	return xgboost.Read(in, r.warn)
}

func readUBJSON(r Reader, in *bufio.Reader) (*ensemble.Ensemble, error) {
	return xgboost.ReadUBJSON(in, r.warn)
}

func readDump(r Reader, in *bufio.Reader) (*ensemble.Ensemble, error) {
	r.warn("a dump leaves out the base score, the weights of dart and the numbers of classes and features (Reader.Dump tells them), and old versions of XGBoost round its numbers: what holds for it may not hold for the model; use save_model")
	return xgboost.ReadDump(in, r.Dump)
}

// detect finds out what kind a file is from its first bytes. It fails for kinds that are not read.
func detect(in *bufio.Reader) (*beginning, error) {
	start, err := in.Peek(512)
	if len(start) == 0 && err != io.EOF {
		return nil, err
	}
	if mark := "\uFEFF"; bytes.HasPrefix(start, []byte(mark)) { // editors and languages of Windows begin a text with it
		in.Discard(len(mark))
		start, _ = in.Peek(512 - len(mark))
	}
	start = bytes.TrimLeft(start, " \t\r\n")
	if len(start) == 0 {
		return nil, errors.New("empty file")
	}
	var open []byte
	for len(start) > 0 && (start[0] == '{' || start[0] == '[') { // white space may follow
		open = append(open, start[0])
		start = bytes.TrimLeft(start[1:], " \t\r\n")
	}
	start = append(open, start...)
	for i := range beginnings {
		b := &beginnings[i]
		if !bytes.HasPrefix(start, []byte(b.text)) {
			continue
		}
		if b.help != "" {
			return nil, refusal.Unsupported(b.help)
		}
		return b, nil
	}
	for _, booster := range []string{"gbtree", "dart", "gblinear"} { // these follow numbers in files from before XGBoost 0.6
		if bytes.Contains(start, []byte("\x00"+booster)) {
			return nil, refusal.Unsupported(oldXGBoost)
		}
	}
	return nil, refusal.Unsupported("not a model that hardwood knows: neither hardwood, XGBoost JSON or UBJSON, a JSON dump of XGBoost, LightGBM text, CatBoost JSON, ONNX nor scikit-learn JSON")
}
