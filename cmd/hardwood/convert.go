package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
	"github.com/hardwood-ml/hardwood/trainer/format/xgboost"
)

// dumpFlags say what an XGBoost dump leaves open.
type dumpFlags struct{ dump xgboost.Dump }

func (d *dumpFlags) add(c *cobra.Command) {
	c.Flags().IntVar(&d.dump.Classes, "dump-classes", 0, "number of classes of an XGBoost dump, which the file does not give (default 2)")
	c.Flags().IntVar(&d.dump.Features, "dump-features", 0, "number of features of an XGBoost dump, 0 for those that it splits on")
}

// read reads a model, with warnings on stderr.
func (d *dumpFlags) read(c *cobra.Command, path string) (*ensemble.Ensemble, error) {
	return format.Reader{Dump: d.dump, Warn: warner(c)}.ReadFile(path)
}

// warner prints warnings on stderr.
func warner(c *cobra.Command) func(string) {
	return func(message string) { fmt.Fprintln(c.ErrOrStderr(), "warning: "+inFlags(c, message)) }
}

type convertCommand struct {
	dumpFlags
	in, out, to string
	round       bool
	scaled      bool
}

func newConvert() *cobra.Command {
	v := &convertCommand{}
	c := &cobra.Command{
		Use:   "convert",
		Short: "Write a model in the format of another library",
		Long: `Convert reads a model of any format that hardwood knows, and writes it in hardwood's
own format, as XGBoost JSON (for XGBoost 1.7 and later), as LightGBM text (version 3,
which the Go library leaves reads too), or as ONNX (TreeEnsemble of operator set 5,
with doubles, for onnxruntime 1.21 and later). If the file name ends in .gz or .zst, the
file is compressed.

Hardwood's models may read features scaled to [0,1]. For other libraries they are
rewritten to read raw values, with the same predictions bit for bit. LightGBM compares
the probabilities of classes, which do not show a difference in margin of up to
1.2e-16: it then predicts the first of the two classes. It takes values of up to 1e-35
in size for 0, even if a model splits at 0.

The probabilities of a forest are shares of the votes. XGBoost's predict returns them
for two classes; for more it returns the class, and the shares with output_margin=True.
LightGBM's predict returns the shares, but for two classes the share of class 1 minus
0.5; so do the scores in ONNX.

XGBoost checks the names of columns: it refuses columns in another order, and a DMatrix
made from an array, unless that has feature_names or predict is called with
validate_features=False. It takes what a sparse matrix or a LIBSVM file leaves out for
missing, hardwood for 0: give it such rows dense, or train with --absent-missing. A
model of sparse rows has only the columns that it splits on, by name.

A model of another library that would not predict exactly the same is refused, unless
--round allows it. Hardwood's own models are rounded if they have to be, with a warning:
to be exact, attack the converted model.`,
		Example: `  hardwood convert --in hardened.json --out hardened.txt --to lightgbm
  hardwood convert --in booster.ubj --out model.json --to hardwood`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error { return v.run(c) },
	}
	c.Flags().StringVar(&v.in, "in", "", "model to read")
	say(c, reads, "in")
	addOut(c, &v.out, "", "file to write, - for standard output")
	say(c, packs, "out")
	c.Flags().StringVar(&v.to, "to", string(format.Hardwood), "format to write: hardwood, xgboost, lightgbm or onnx")
	c.Flags().BoolVar(&v.round, "round", false, "write the model even if it will not predict exactly the same")
	c.Flags().BoolVar(&v.scaled, "scaled", false, "let the model for another library read features scaled to [0,1], as hardwood's does, instead of raw ones")
	v.add(c)
	return c
}

func (v *convertCommand) run(c *cobra.Command) error {
	switch {
	case v.in == "":
		return usage(fmt.Errorf("no model given: use --in FILE"))
	case v.out == "":
		return usage(fmt.Errorf("no output given: use --out FILE"))
	}
	kind, err := formatKind(v.to)
	if err = cmp.Or(err, format.Misnamed(v.out, kind)); err != nil {
		return usage(err)
	}
	e, err := v.read(c, v.in)
	if err != nil {
		return err
	}
	if kind != format.Hardwood && !v.scaled {
		e = format.Unscaled(e)
	}
	if kind != format.Hardwood && e.Schema.AbsentMissing {
		warner(c)(fmt.Sprintf("%s: the format %s cannot say that cells which sparse rows leave out are missing to the model: hand them over as missing values, not as 0; predict does with --absent-missing", calledOut(v.out), kind))
	}
	if kind == format.XGBoost && numbersColumns(e) && !e.Schema.AbsentMissing {
		warner(c)(fmt.Sprintf("%s: cells that a LIBSVM file or a sparse matrix leaves out are 0 to the model and missing to XGBoost: hand it such rows dense", calledOut(v.out)))
	}
	w := format.Writer{Warn: warner(c), Round: v.round || e.Origin.By(ensemble.Hardwood)}
	if err := writeModel(c, w, v.out, e, kind); err != nil {
		if !w.Round && len(format.Losses(e, kind)) > 0 {
			return fmt.Errorf("%w (--round writes it anyway)", err)
		}
		return err
	}
	fmt.Fprintf(wordsOut(c, v.out), "%s: %s as %s\n", calledOut(v.out), phrase.Count(len(e.Trees), "tree"), kind)
	return nil
}

// numbersColumns reports whether hardwood trained a model on rows without a named label, whose columns
// are f1, f2 and so on, as those of LIBSVM files are. A model of sparse rows keeps some of them.
func numbersColumns(e *ensemble.Ensemble) bool {
	return e.Origin.By(ensemble.Hardwood) && e.Schema.Label == "" && len(e.Schema.Features) > 0 &&
		!slices.ContainsFunc(e.Schema.Features, func(name string) bool {
			number, f := strings.CutPrefix(name, "f")
			_, err := strconv.ParseUint(number, 10, 64)
			return !f || err != nil
		})
}

// formatKind returns the format with a name.
func formatKind(name string) (format.Kind, error) {
	names := make([]string, len(format.Kinds))
	for i, k := range format.Kinds {
		if names[i] = string(k); names[i] == name {
			return k, nil
		}
	}
	return "", nearest.Unknown("model format", name, names)
}
