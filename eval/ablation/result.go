package ablation

import (
	"encoding/json"
	"fmt"
	"runtime"

	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/store"
	"github.com/hardwood-ml/hardwood/internal/parallel"
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
	var err error
	if result.Metrics, err = eval.ReadDocument([]byte(r.Metrics)); err != nil {
		return result, fmt.Errorf("run %s: metrics: %w; hardwood runs drop removes it", r.ID, err)
	}
	if err := result.Rows.read(r.Metrics); err != nil {
		return result, fmt.Errorf("run %s: %w; hardwood runs drop removes it", r.ID, err)
	}
	if result.Model = result.Metrics.Models[ModelName]; result.Model == nil {
		return result, fmt.Errorf("run %s: metrics: no %q among the models; hardwood runs drop removes it", r.ID, ModelName)
	}
	return result, nil
}

// readRuns reads runs on all processors.
func readRuns(runs []store.Run) ([]Result, error) {
	results, errs := make([]Result, len(runs)), make([]error, len(runs))
	parallel.For(runtime.GOMAXPROCS(0), len(runs), func(i int) { results[i], errs[i] = ReadRun(&runs[i]) })
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return results, nil
}
