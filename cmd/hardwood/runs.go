package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/eval/ablation"
	"github.com/hardwood-ml/hardwood/eval/store"
)

func newRuns() *cobra.Command {
	c := &cobra.Command{
		Use:   "runs",
		Short: "List and compare stored runs",
		Long: `Runs shows what a store of hardwood ablate holds. Name a RUN by the first characters
of its id, enough of them to be unique; runs list prints the ids.`,
		Example: `  hardwood runs list --store runs.db
  hardwood runs show 3fa2 --store runs.db
  hardwood runs export 3fa2 --store runs.db --out model.json
  hardwood runs drop 3fa2 --store runs.db`,
		Args: knownCommand,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newRunsList(), newRunsShow(), newRunsCompare(), newRunsExport(), newRunsDrop())
	return c
}

// withStore runs a command on a store that must exist.
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
			if len(runs) == 0 && spec != "" {
				warnOfSpecs(c, s, spec)
			}
			t := listTable(runs, progressOf(c).warn)
			if out != "" {
				return writeOut(c, out, t.CSV)
			}
			return t.Text(c.OutOrStdout())
		}),
	}
	addStore(c, &path)
	c.Flags().StringVar(&spec, "spec", "", "only runs that were made for the spec of this name; specs of other names may use them too")
	addOut(c, &out, "", "write a CSV file with all digits instead")
	return c
}

// warnOfSpecs notes that a store has no run of a spec of some name, and names its specs.
func warnOfSpecs(c *cobra.Command, s *store.Store, spec string) {
	var names []string
	for r, err := range s.Heads(c.Context()) {
		if err != nil {
			break // listing all runs reports it
		}
		if !slices.Contains(names, r.Spec) {
			names = append(names, r.Spec)
		}
	}
	slices.Sort(names)
	text := "no run was made for a spec called " + spec
	if names != nil {
		text += "; there are runs of " + strings.Join(names, ", ") + ", which specs of other names may use too"
	}
	progressOf(c).warn(text)
}

func newRunsShow() *cobra.Command {
	var path string
	c := &cobra.Command{
		Use: "show RUN", Short: "Show a run: settings and metrics", Args: exactArgs("RUN"),
		Example: "  hardwood runs show 3fa2 --store runs.db",
		RunE: withStore(&path, func(c *cobra.Command, s *store.Store, args []string) error {
			r, err := s.Find(c.Context(), args[0])
			if err != nil {
				return err
			}
			l, err := ablation.ReadRun(r)
			if err != nil {
				return err
			}
			model := ""
			switch full, err := s.Get(c.Context(), r.ID); {
			case errors.Is(err, store.ErrLost):
				model = err.Error()
			case err != nil:
				return err
			default:
				model = fmt.Sprintf("%d bytes", len(full.Model))
			}
			w := c.OutOrStdout()
			fmt.Fprintf(w, "run       %s\nspec      %s\ndata      %s\nhash      %s\nseed      %d\nversion   %s\nfinished  %s\nmodel     %s\nsettings\n",
				r.ID, r.Spec, r.Data, r.Hash, r.Seed, r.Version, r.Finished, model)
			for _, axis := range sortedKeys(l.Settings, nil) {
				fmt.Fprintf(w, "  %s %s\n", axis, l.Settings[axis])
			}
			_, err = fmt.Fprintf(w, "\n%s", r.Metrics)
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
			var runs [2]ablation.Result
			for i := range runs {
				r, err := s.Find(c.Context(), args[i])
				if err != nil {
					return err
				}
				if runs[i], err = ablation.ReadRun(r); err != nil {
					return err
				}
			}
			if a, b := runs[0].Metrics.Data.Hash, runs[1].Metrics.Data.Hash; a != b {
				progressOf(c).warn("the runs were judged on different test rows: not only their settings make the difference")
			}
			return compareTable(&runs[0], &runs[1]).Text(c.OutOrStdout())
		}),
	}
	addStore(c, &path)
	return c
}

func newRunsExport() *cobra.Command {
	var path, out string
	c := &cobra.Command{
		Use: "export RUN", Short: "Write the model of a run to a file", Args: exactArgs("RUN"),
		Example: "  hardwood runs export 3fa2 --store runs.db --out model.json",
		RunE: withStore(&path, func(c *cobra.Command, s *store.Store, args []string) error {
			r, err := s.Get(c.Context(), args[0])
			if errors.Is(err, store.ErrLost) {
				return fmt.Errorf("%w: drop the run to make it again", err)
			}
			if err != nil {
				return err
			}
			if len(r.Model) == 0 {
				return fmt.Errorf("run %s: its model was not kept, see hardwood ablate --keep-models; drop the run to make it again", r.ID)
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

func newRunsDrop() *cobra.Command {
	var path string
	c := &cobra.Command{
		Use: "drop RUN", Short: "Remove a run; an ablation that needs it makes it again", Args: exactArgs("RUN"),
		Example: "  hardwood runs drop 3fa2 --store runs.db",
		RunE: withStore(&path, func(c *cobra.Command, s *store.Store, args []string) error {
			id, err := s.Drop(c.Context(), args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(c.OutOrStdout(), "dropped", id)
			return err
		}),
	}
	addStore(c, &path)
	return c
}
