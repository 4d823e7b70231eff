package ablation

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/store"
)

// Result is a finished run as it is read from a store.
type Result struct {
	*store.Run
	Settings Settings
	Metrics  *eval.Document
	Model    *eval.DocumentModel // the one in Metrics
	Rows
}

// proves reports whether the method of a run proves robustness.
func (r *Result) proves() bool { return slices.Contains(method.Names(method.Prove), r.Metrics.Method) }

// Robust returns the share of rows that count as robust at an eps, as [eval.EpsName] writes it: with
// a proving method the proved ones, as in verdicts of hardwood harden, with others those not broken.
func (r *Result) Robust(eps string) (share float64, known bool) {
	robust, known := robustOf(&r.Model.DocumentMetrics, r.proves())[eps]
	return float64(robust), known
}

// robustOf returns what counts as robust, by eps.
func robustOf(m *eval.DocumentMetrics, proves bool) eval.ByNumber[eval.Number] {
	if proves && m.Certified != nil { // runs of earlier versions have none
		return m.Certified
	}
	return m.Robust
}

// ErrUnreadable reports that what a store keeps of a run cannot be read.
var ErrUnreadable = errors.New("cannot be read")

// ReadRun reads what a store keeps of a run, including those of earlier versions. Errors match
// [ErrUnreadable].
func ReadRun(r *store.Run) (Result, error) {
	result := Result{Run: r}
	refuse := func(what string, err error) (Result, error) {
		return result, fmt.Errorf("run %s: %s %w: %w", r.ID, what, ErrUnreadable, err)
	}
	if r.Damaged {
		return refuse("record", errors.New("it is not what was kept"))
	}
	if err := json.Unmarshal([]byte(r.Settings), &result.Settings); err != nil {
		return refuse("settings", err)
	}
	d := document{Document: new(eval.Document)}
	if err := json.Unmarshal([]byte(r.Metrics), &d); err != nil || !d.Current() { // of another version, or wrong
		if d.Document, err = eval.ReadDocument([]byte(r.Metrics)); err != nil {
			return refuse("metrics", err)
		}
		if err := d.Rows.read(r.Metrics); err != nil {
			return refuse("rows", err)
		}
	}
	if err := d.Rows.check(); err != nil {
		return refuse("rows", err)
	}
	if _, err := eval.ParseAim(string(d.Aim)); err != nil {
		return refuse("aim", err)
	}
	result.Metrics, result.Rows = d.Document, d.Rows
	if result.Model = result.Metrics.Models[ModelName]; result.Model == nil {
		return refuse("metrics", fmt.Errorf("no %q among the models", ModelName))
	}
	return result, nil
}
