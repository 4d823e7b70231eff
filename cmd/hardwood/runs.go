package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/eval/ablation"
	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/eval/store"
)

func newRuns() *cobra.Command {
	c := &cobra.Command{
		Use:   "runs",
		Short: "Look into a store of runs",
		Example: `  hardwood runs list --store runs.db
  hardwood runs show 3fa2 --store runs.db
  hardwood runs export 3fa2 --store runs.db --out model.json`,
		Args: knownCommand,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newRunsList(), newRunsShow(), newRunsCompare(), newRunsExport())
	return c
}

// withStore runs a command on a store that must be there.
func withStore(path *string, do func(c *cobra.Command, s *store.Store, args []string) error) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, args []string) error {
		s, err := store.OpenExisting(*path)
		if err != nil {
			return err
		}
		defer s.Close()
		return do(c, s, args)
	}
}

func newRunsList() *cobra.Command {
	var path, spec, out string
	c := &cobra.Command{
		Use: "list", Short: "List the runs", Args: noArgs,
		Example: "  hardwood runs list --store runs.db --spec ablation",
		RunE: withStore(&path, func(c *cobra.Command, s *store.Store, _ []string) error {
			runs, err := s.List(c.Context(), spec)
			if err != nil {
				return err
			}
			t, err := listTable(runs)
			if err != nil {
				return err
			}
			if out != "" {
				return writeOut(c, out, t.CSV)
			}
			return t.Text(c.OutOrStdout())
		}),
	}
	addStore(c, &path)
	c.Flags().StringVar(&spec, "spec", "", "only the runs of the spec of this name")
	addOut(c, &out, "", "write a CSV file with all digits instead")
	return c
}

// runMetrics is what lists show of a run's metrics.
type runMetrics struct {
	Model struct {
		Clean  float64            `json:"clean_accuracy"`
		Robust map[string]float64 `json:"robust_accuracy"`
		Mean   *float64           `json:"mean_distance"`
	}
}

func metricsOf(r *store.Run) (runMetrics, error) {
	var m runMetrics
	if err := json.Unmarshal([]byte(r.Metrics), &m); err != nil {
		return m, fmt.Errorf("run %s: metrics: %w", r.ID, err)
	}
	return m, nil
}

func listTable(runs []store.Run) (*report.Table, error) {
	t := &report.Table{Columns: []report.Column{{Name: "run", Text: true}, {Name: "spec", Text: true}, {Name: "data", Text: true}, {Name: "seed"},
		{Name: "clean"}, {Name: "mean distance"}, {Name: "seconds"}, {Name: "settings", Text: true}}}
	for i := range runs {
		r := &runs[i]
		m, err := metricsOf(r)
		if err != nil {
			return nil, err
		}
		t.Rows = append(t.Rows, []report.Cell{report.Word(r.ID[:min(8, len(r.ID))]), report.Word(r.Spec), report.Word(r.Data), report.Count(int(r.Seed)),
			report.Percent(m.Model.Clean), report.Number(orNaN(m.Model.Mean)), report.Seconds(r.Seconds), report.Word(r.Settings)})
	}
	return t, nil
}

func orNaN(v *float64) float64 {
	if v == nil {
		return math.NaN()
	}
	return *v
}

func newRunsShow() *cobra.Command {
	var path string
	c := &cobra.Command{
		Use: "show RUN", Short: "Show a run: settings and metrics", Args: exactArgs("RUN"),
		Example: "  hardwood runs show 3fa2 --store runs.db",
		RunE: withStore(&path, func(c *cobra.Command, s *store.Store, args []string) error {
			r, err := s.Get(c.Context(), args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "run       %s\nspec      %s\ndata      %s\nhash      %s\nseed      %d\nversion   %s\nfinished  %s\nsettings  %s\nmodel     %d bytes\n\n%s",
				r.ID, r.Spec, r.Data, r.Hash, r.Seed, r.Version, r.Finished, r.Settings, len(r.Model), r.Metrics)
			return err
		}),
	}
	addStore(c, &path)
	return c
}

func newRunsCompare() *cobra.Command {
	var path string
	c := &cobra.Command{
		Use: "compare RUN RUN", Short: "Compare two runs number by number", Args: exactArgs("RUN", "RUN"),
		Example: "  hardwood runs compare 3fa2 91bc --store runs.db",
		RunE: withStore(&path, func(c *cobra.Command, s *store.Store, args []string) error {
			var runs [2]*store.Run
			var m [2]runMetrics
			for i := range runs {
				var err error
				if runs[i], err = s.Get(c.Context(), args[i]); err != nil {
					return err
				}
				if m[i], err = metricsOf(runs[i]); err != nil {
					return err
				}
			}
			return compareTable(runs, m).Text(c.OutOrStdout())
		}),
	}
	addStore(c, &path)
	return c
}

func compareTable(runs [2]*store.Run, m [2]runMetrics) *report.Table {
	t := &report.Table{Columns: []report.Column{{Name: "", Text: true}, {Name: runs[0].ID[:8]}, {Name: runs[1].ID[:8]}, {Name: "difference"}}}
	words := func(name, a, b string) {
		if a != b {
			t.Rows = append(t.Rows, []report.Cell{report.Word(name), report.Word(a), report.Word(b), report.Word("")})
		}
	}
	shares := func(name string, a, b float64) {
		t.Rows = append(t.Rows, []report.Cell{report.Word(name), report.Percent(a), report.Percent(b), report.Word(fmt.Sprintf("%+.1f points", 100*(b-a)))})
	}
	words("data", runs[0].Data, runs[1].Data)
	words("seed", fmt.Sprint(runs[0].Seed), fmt.Sprint(runs[1].Seed))
	words("version", runs[0].Version, runs[1].Version)
	var a, b ablation.Settings
	if json.Unmarshal([]byte(runs[0].Settings), &a) == nil && json.Unmarshal([]byte(runs[1].Settings), &b) == nil {
		for _, name := range sortedKeys(a, b) {
			words(name, a[name], b[name])
		}
	}
	shares("clean accuracy", m[0].Model.Clean, m[1].Model.Clean)
	for _, eps := range sortedKeys(m[0].Model.Robust, m[1].Model.Robust) {
		x, inA := m[0].Model.Robust[eps]
		y, inB := m[1].Model.Robust[eps]
		if inA && inB {
			shares("robust at "+eps, x, y)
		}
	}
	x, y := orNaN(m[0].Model.Mean), orNaN(m[1].Model.Mean)
	t.Rows = append(t.Rows, []report.Cell{report.Word("mean distance"), report.Number(x), report.Number(y), report.Number(y - x)})
	return t
}

func sortedKeys[V any](a, b map[string]V) []string {
	var keys []string
	for _, m := range []map[string]V{a, b} {
		for k := range m {
			if !slices.Contains(keys, k) {
				keys = append(keys, k)
			}
		}
	}
	slices.Sort(keys)
	return keys
}

func newRunsExport() *cobra.Command {
	var path, out string
	c := &cobra.Command{
		Use: "export RUN", Short: "Write the model of a run", Args: exactArgs("RUN"),
		Example: "  hardwood runs export 3fa2 --store runs.db --out model.json",
		RunE: withStore(&path, func(c *cobra.Command, s *store.Store, args []string) error {
			r, err := s.Get(c.Context(), args[0])
			if err != nil {
				return err
			}
			packed, err := gzip.NewReader(bytes.NewReader(r.Model))
			if err != nil {
				return fmt.Errorf("run %s: model: %w", r.ID, err)
			}
			return writeOut(c, out, func(w io.Writer) error {
				_, err := io.Copy(w, packed)
				return err
			})
		}),
	}
	addStore(c, &path)
	addOut(c, &out, "", "file for the model, - for standard output")
	return c
}
