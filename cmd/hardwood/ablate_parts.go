package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/ablation"
	"github.com/hardwood-ml/hardwood/eval/cluster/part"
	"github.com/hardwood-ml/hardwood/eval/store"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// checkPart reads --part.
func (a *ablateCommand) checkPart(c *cobra.Command) error {
	return a.part.check(c, []string{a.store}, map[string]string{
		"out":      "the report is of all parts",
		"run-time": "results would depend on the machine",
	})
}

// sealPart notes that the store of a part has all its runs.
func (a *ablateCommand) sealPart(c *cobra.Command, keep *store.Store, runs int) error {
	if err := keep.Close(); err != nil {
		return err
	}
	if err := a.part.seal(a.store, part.Runs); err != nil {
		return err
	}
	_, err := fmt.Fprintf(c.OutOrStdout(), "part %s: %s in %s\n", a.part, phrase.Count(runs, "run"), a.store)
	return err
}

// specFiles returns the files that the runs of a spec depend on.
func specFiles(path string, spec *ablation.Spec) map[string][]string {
	files := map[string][]string{"spec": {path}}
	for _, d := range spec.Data {
		files["data "+d.Name] = data.Files(d.Source, data.Options{})
		if d.Schema != "" {
			files["schema of "+d.Name] = []string{d.Schema}
		}
		if d.Threat != "" {
			files["threat of "+d.Name] = []string{d.Threat}
		}
		if d.Test != "" {
			files["test of "+d.Name] = data.Files(d.Test, data.Options{})
		}
	}
	return files
}

// mergeStores adds the runs of parts to a store.
func mergeStores(c *cobra.Command, out string, parts *part.Set) error {
	if err := checkModels(c, parts); err != nil {
		return err
	}
	into, err := store.Open(out)
	if err != nil {
		return err
	}
	defer into.Close()
	for _, path := range parts.Paths {
		from, err := store.OpenExisting(path)
		if err != nil {
			return err
		}
		err = into.Add(c.Context(), from)
		from.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// checkModels refuses stores that have lost models, before anything is merged. The note of a
// part covers only the store, which has the hashes of the models beside it.
func checkModels(c *cobra.Command, parts *part.Set) error {
	for _, path := range parts.Paths {
		s, err := store.OpenExisting(path)
		if err != nil {
			return err
		}
		for r, err := range s.Heads(c.Context()) {
			if err == nil {
				err = s.CheckModel(r)
			}
			if errors.Is(err, store.ErrLost) {
				err = fmt.Errorf("%w: copy it again with %s, or do the part again", err, path)
			}
			if err != nil {
				s.Close()
				return err
			}
		}
		if err := s.Close(); err != nil {
			return err
		}
	}
	return nil
}
