package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/eval/cluster/part"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

func newMerge() *cobra.Command {
	return &cobra.Command{
		Use:   "merge OUT PART...",
		Short: "Combine what the parts of a command wrote",
		Long: `Merge combines what the parts of hardwood attack, verify, eval or ablate wrote, in
any order, into what a single run would have written: a CSV file, the directory of
a report, or a store of runs. Files of examples and of answers are merged separately
from the rows.

Each file of a part has a note beside it, FILE.part, that identifies its job. Parts
of different jobs, versions of hardwood or processor architectures are refused, and
so are missing, duplicate and damaged parts. See hardwood help machines.`,
		Example: `  hardwood attack --model model.json --data test.csv --no-times --part 1/2 --out p1.csv
  hardwood attack --model model.json --data test.csv --no-times --part 2/2 --out p2.csv
  hardwood merge adv.csv p1.csv p2.csv`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usage(fmt.Errorf("%s takes the file to write and the files of the parts: see %s --help", c.CommandPath(), c.CommandPath()))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return merge(c, args[0], args[1:]) },
	}
}

// merge makes out of the parts. It ignores the notes of parts, which a pattern such as p*
// matches too.
func merge(c *cobra.Command, out string, parts []string) error {
	all := slices.Clone(parts)
	parts = slices.DeleteFunc(parts, func(path string) bool {
		of, note := strings.CutSuffix(path, part.Extension)
		return note && slices.Contains(all, of)
	})
	for _, path := range parts {
		if sameFile(path, out) {
			return usage(fmt.Errorf("%s is one of the parts: the first name is the file to write", out))
		}
	}
	set, err := part.Collect(parts, mixVersion(), part.Arch())
	if err != nil {
		return err
	}
	progressOf(c).keep(phrase.Count(set.Of, "part") + " of hardwood " + set.Job.Command)
	switch set.Holds {
	case part.Decided:
		return mergeEval(c, out, set)
	case part.Runs:
		return mergeStores(c, out, set)
	}
	if err := writeOut(c, out, set.WriteCSV); err != nil || set.Holds != part.Rows {
		return err
	}
	for _, line := range set.Warns {
		warner(c)(line)
	}
	if err := summarise(wordsOut(c, out), set); err != nil {
		return err
	}
	for _, line := range set.Says {
		fmt.Fprintln(wordsOut(c, out), line)
	}
	return nil
}
