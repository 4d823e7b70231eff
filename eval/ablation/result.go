package ablation

import (
	"encoding/json"
	"fmt"

	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/store"
)

// Result is a finished run as it is read from a store.
type Result struct {
	*store.Run
	Settings Settings
	Metrics  *eval.Document
	Model    *eval.DocumentModel // that of Metrics
	Rows
}

// ReadRun reads what a store keeps of a run, also one of an earlier version.
func ReadRun(r *store.Run) (Result, error) {
	result := Result{Run: r}
	if err := json.Unmarshal([]byte(r.Settings), &result.Settings); err != nil {
		return result, fmt.Errorf("run %s: settings: %w; hardwood runs drop removes it", r.ID, err)
	}
	d := document{Document: new(eval.Document)}
	if err := json.Unmarshal([]byte(r.Metrics), &d); err != nil || !d.Current() { // of another version, or wrong
		if d.Document, err = eval.ReadDocument([]byte(r.Metrics)); err != nil {
			return result, fmt.Errorf("run %s: metrics: %w; hardwood runs drop removes it", r.ID, err)
		}
		if err := d.Rows.read(r.Metrics); err != nil {
			return result, fmt.Errorf("run %s: %w; hardwood runs drop removes it", r.ID, err)
		}
	}
	if err := d.Rows.check(); err != nil {
		return result, fmt.Errorf("run %s: %w; hardwood runs drop removes it", r.ID, err)
	}
	result.Metrics, result.Rows = d.Document, d.Rows
	if result.Model = result.Metrics.Models[ModelName]; result.Model == nil {
		return result, fmt.Errorf("run %s: metrics: no %q among the models; hardwood runs drop removes it", r.ID, ModelName)
	}
	return result, nil
}
