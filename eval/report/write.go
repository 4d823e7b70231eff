package report

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/hardwood-ml/hardwood/internal/replace"
)

// Write writes metrics.json, comparison.csv, comparison.tex, the plots of an
// evaluation as SVG and PNG, and at last report.html into a directory.
func Write(dir string, in *Input) error {
	metrics, err := in.Report.MetricsJSON(in.Provenance)
	if err != nil {
		return err
	}
	if err := replace.With(filepath.Join(dir, "metrics.json"), func(w io.Writer) error { _, err := w.Write(metrics); return err }); err != nil {
		return err
	}
	comparison := Comparison(in)
	if err := replace.With(filepath.Join(dir, "comparison.csv"), comparison.CSV); err != nil {
		return err
	}
	if err := replace.With(filepath.Join(dir, "comparison.tex"), comparison.LaTeX); err != nil {
		return err
	}
	plots := Curves(in.Report)
	if in.Report.Scale != nil {
		plots = append(plots, scalePlot(in))
	}
	if err := WritePlots(dir, plots); err != nil {
		return err
	}
	return replace.With(filepath.Join(dir, "report.html"), Evaluation(in).HTML)
}

// WritePlots writes plots as SVG and PNG into a directory.
func WritePlots(dir string, plots []*Plot) error {
	for _, p := range plots {
		if err := replace.With(filepath.Join(dir, p.Name+".svg"), p.SVG); err != nil {
			return err
		}
		if err := replace.With(filepath.Join(dir, p.Name+".png"), p.PNG); err != nil {
			return err
		}
	}
	return nil
}

// MakeDir makes a directory for reports and checks that files can be written
// there, before any work is done for them.
func MakeDir(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("cannot write to %s: %w", dir, err)
	}
	probe, err := os.CreateTemp(dir, ".probe")
	if err != nil {
		return fmt.Errorf("cannot write to %s: %w", dir, err)
	}
	probe.Close()
	return os.Remove(probe.Name())
}
