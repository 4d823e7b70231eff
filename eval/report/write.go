package report

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Write writes report.html, metrics.json, comparison.csv, comparison.tex and
// the plots of an evaluation as SVG and PNG into a directory.
func Write(dir string, in *Input) error {
	metrics, err := in.Report.MetricsJSON(in.Provenance)
	if err != nil {
		return err
	}
	comparison := Comparison(in)
	for name, write := range map[string]func(io.Writer) error{
		"report.html":    Evaluation(in).HTML,
		"metrics.json":   func(w io.Writer) error { _, err := w.Write(metrics); return err },
		"comparison.csv": comparison.CSV,
		"comparison.tex": comparison.LaTeX,
	} {
		if err := ReplaceFile(filepath.Join(dir, name), write); err != nil {
			return err
		}
	}
	plots := Curves(in.Report)
	if in.Report.Scale != nil {
		plots = append(plots, scalePlot(in))
	}
	return WritePlots(dir, plots)
}

// WritePlots writes plots as SVG and PNG into a directory.
func WritePlots(dir string, plots []*Plot) error {
	for _, p := range plots {
		if err := ReplaceFile(filepath.Join(dir, p.Name+".svg"), p.SVG); err != nil {
			return err
		}
		if err := ReplaceFile(filepath.Join(dir, p.Name+".png"), p.PNG); err != nil {
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
