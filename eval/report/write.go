package report

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/replace"
)

// Directory is a directory with the files of a report. They appear when all are complete, report.html
// last: if it exists, it belongs to the files beside it.
type Directory struct {
	path string
	set  replace.Set
}

// The names of files of an evaluation, besides those of its plots.
const (
	metricsFile    = "metrics.json"
	examplesFile   = "examples.csv"
	comparisonFile = "comparison" // without extension: CSV and LaTeX
)

// NewDirectory returns the directory at a path, which must exist, see [MakeDir].
func NewDirectory(path string) *Directory {
	return &Directory{path, replace.Set{Seal: filepath.Join(path, "report.html")}}
}

// create opens a file of the directory.
func (d *Directory) create(name string) (io.Writer, error) {
	return d.set.Create(filepath.Join(d.path, name))
}

// File writes a file of the directory with a function.
func (d *Directory) File(name string, write func(io.Writer) error) error {
	if d.path == "" { // would be the directory that the program runs in
		return errors.New("no directory is given to write to")
	}
	return d.set.With(filepath.Join(d.path, name), write)
}

// Plots writes plots as SVG and PNG.
func (d *Directory) Plots(plots []*Plot) error {
	for _, p := range plots {
		if err := d.File(p.Name+".svg", p.SVG); err != nil {
			return err
		}
		if err := d.File(p.Name+".png", p.PNG); err != nil {
			return err
		}
	}
	return nil
}

// Without marks the files whose names match a pattern, see [filepath.Match], as belonging to an
// earlier report, except those that are written anew.
func (d *Directory) Without(pattern string) error {
	files, err := os.ReadDir(d.path)
	if err != nil {
		return err
	}
	for _, f := range files {
		if match, err := filepath.Match(pattern, f.Name()); err != nil {
			return err
		} else if match {
			d.set.Without(filepath.Join(d.path, f.Name()))
		}
	}
	return nil
}

// WithoutEvaluation marks the files of an evaluation, see [Write], and its examples as belonging to
// an earlier report, except those that are written anew.
func (d *Directory) WithoutEvaluation() {
	for _, name := range []string{metricsFile, examplesFile, comparisonFile + ".csv", comparisonFile + ".tex"} {
		d.set.Without(filepath.Join(d.path, name))
	}
	d.withoutPlots()
}

// withoutPlots does the same for all plots of an evaluation.
func (d *Directory) withoutPlots() {
	names := []string{successName, scaleName, tradeOffName}
	for _, p := range robustPlots {
		names = append(names, p.Name)
	}
	for _, name := range names {
		d.set.Without(filepath.Join(d.path, name+".svg"))
		d.set.Without(filepath.Join(d.path, name+".png"))
	}
}

// Commit makes all files appear under their names.
func (d *Directory) Commit() error { return d.set.Commit() }

// Abandon discards what was not committed.
func (d *Directory) Abandon() { d.set.Abandon() }

// evaluation writes the files of an evaluation, see [Write].
func (d *Directory) evaluation(ctx context.Context, in *Input) error {
	if in == nil || in.Report == nil || in.Table == nil {
		return errors.New("no report, or no table that it is about, is given")
	}
	metrics, err := in.Report.MetricsJSON(in.Provenance)
	if err != nil {
		return err
	}
	if err := d.File(metricsFile, func(w io.Writer) error { _, err := w.Write(metrics); return err }); err != nil {
		return err
	}
	comparison := Comparison(in)
	if err := d.File(comparisonFile+".csv", comparison.CSV); err != nil {
		return err
	}
	if err := d.File(comparisonFile+".tex", comparison.LaTeX); err != nil {
		return err
	}
	curves := Curves(ctx, in.Report)
	if err := ctx.Err(); err != nil {
		return err
	}
	plots := slices.Clone(curves)
	if in.Report.StartsCurves != nil {
		plots = append(plots, startsPlot(in))
	}
	if in.Report.TradeOff != nil {
		plots = append(plots, tradeOffPlot(in.Report.TradeOff))
	}
	d.withoutPlots()
	if err := d.Plots(plots); err != nil {
		return err
	}
	return d.File("report.html", page(in, curves).HTML)
}

// Write writes metrics.json, comparison.csv, comparison.tex, the plots of an
// evaluation as SVG and PNG, and report.html into a directory, which must exist, see [MakeDir]: all or
// none.
func Write(ctx context.Context, dir string, in *Input) error {
	d := NewDirectory(dir)
	defer d.Abandon()
	if err := d.evaluation(ctx, in); err != nil {
		return err
	}
	return d.Commit()
}

// WritePlots writes plots as SVG and PNG into a directory, which must exist.
func WritePlots(dir string, plots []*Plot) error {
	d := &Directory{path: dir} // without a seal: there may be a report of something else
	defer d.Abandon()
	if err := d.Plots(plots); err != nil {
		return err
	}
	return d.Commit()
}

// MakeDir makes a directory for reports and checks that files can be written there, before any work
// is done for them.
func MakeDir(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("cannot write to %s: %w", dir, err)
	}
	probe, err := replace.Create(filepath.Join(dir, "report.html"))
	if err != nil {
		return fmt.Errorf("cannot write to %s: %w", dir, err)
	}
	probe.Abandon()
	return nil
}
