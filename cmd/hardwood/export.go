package main

import (
	"cmp"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/milp"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/sklearn"
)

func newExport() *cobra.Command {
	c := &cobra.Command{
		Use:   "export",
		Short: "Write problems for solvers, and the program that saves scikit-learn models",
		Example: `  hardwood export milp --model model.json --data test.csv --row 3 --out row3.lp
  hardwood export sklearn-exporter --out sklearn_exporter.py`,
		Args: knownCommand,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newExportMILP(), newExportSklearn())
	return c
}

func newExportSklearn() *cobra.Command {
	var out string
	c := &cobra.Command{
		Use:   "sklearn-exporter",
		Short: "Write the Python program that saves scikit-learn models for hardwood",
		Long: `Sklearn-exporter writes a short Python module. Import it in your own program to save
a fitted classifier of scikit-learn as a JSON file, which every command of hardwood
takes as --model:

  from sklearn_exporter import export
  export(classifier, "model.json")

A pipeline that ends in a tree classifier (of scikit-learn, an XGBClassifier or an
LGBMClassifier) is saved as a whole: scalers, SimpleImputer, OneHotEncoder and
OrdinalEncoder, also in a ColumnTransformer, become part of the model, so that
hardwood reads and attacks the rows that the pipeline reads.`,
		Example: "  hardwood export sklearn-exporter --out sklearn_exporter.py",
		Args:    noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return writeOut(c, out, func(w io.Writer) error {
				_, err := io.WriteString(w, sklearn.Exporter)
				return err
			})
		},
	}
	addOut(c, &out, "-", "file to write, - for standard output")
	return c
}

type exportCommand struct {
	model  modelFlags
	rows   dataFlags
	attack attackFlags
	row    int
	rival  string
	out    string
}

func newExportMILP() *cobra.Command {
	x := &exportCommand{}
	c := &cobra.Command{
		Use:   "milp",
		Short: "Write the nearest adversarial example of a row as a linear program",
		Long: `Milp writes the mixed integer linear program of Kantchelian et al. 2016 for one
row as an LP file, which CBC, GLPK, HiGHS, Gurobi, CPLEX and SCIP read. Its
optimum is the cost of the nearest example of the rival class: the distance,
or its square for norm 2.`,
		Example: `  hardwood export milp --model model.json --data test.csv --row 3 --norm inf --out row3.lp
  cbc row3.lp solve solution row3.txt`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error { return x.run(c) },
	}
	x.model.add(c)
	x.rows.add(c, "rows to take one from")
	f := c.Flags()
	x.attack.add(c)
	x.attack.addScaleBy(c)
	f.IntVar(&x.row, "row", 0, "number of the row, from 0")
	f.StringVar(&x.rival, "rival", "", "class that the example has to reach; not needed if there are only two")
	addOut(c, &x.out, "-", "file to write, - for standard output")
	return c
}

func (x *exportCommand) run(c *cobra.Command) error {
	norm, err := x.attack.normOf()
	if err != nil {
		return err
	}
	e, err := x.model.read(c)
	if err != nil {
		return err
	}
	var table *data.Table
	err = untilSignal(c.Context(), func() (err error) {
		table, err = x.rows.readFor(e, true)
		return err
	})
	if err != nil {
		return err
	}
	if x.row < 0 || x.row >= table.Rows {
		return usage(fmt.Errorf("--row is %d, the data has rows 0 to %d", x.row, table.Rows-1))
	}
	e = listLevels(c, e, table)
	x.attack.findGroups(c, e, table)
	label := table.Y[x.row]
	rival, err := x.rivalOf(e, label, table.Classes)
	if err != nil {
		return err
	}
	problem, err := attack.NewProblem(e, norm)
	if err != nil {
		return err
	}
	if err := cmp.Or(x.attack.check(), x.attack.settle(c, norm, calledAs(e, table), &x.rows)); err != nil {
		return err
	}
	if problem.Constraints, err = x.attack.constraints(warner(c), x.rows.asNumbers(e), table.Subset([]int{x.row})); err != nil {
		return err
	}
	switch c := problem.Constraints; {
	case !c.Attacks(label):
		return usage(fmt.Errorf("--row %d is of class %q, whose rows nobody attacks according to --threat", x.row, table.Classes[label]))
	case c != nil && c.Groups != nil:
		return usage(fmt.Errorf("export milp cannot write the groups of columns of --threat or --one-hot auto"))
	case c != nil && c.Links != nil:
		return usage(fmt.Errorf("export milp cannot write the links between columns of --threat"))
	}
	if problem, err = problem.ToBlank(); err != nil {
		return err
	}
	space := attack.NewSpace(problem)
	space.Reset(table.Row(x.row))
	return writeOut(c, x.out, func(w io.Writer) error {
		return milp.Write(w, space, problem.Grid.Contrast(label, rival))
	})
}

// rivalOf returns the number of the rival class.
func (x *exportCommand) rivalOf(e *ensemble.Ensemble, label int, classes []string) (int, error) {
	if x.rival == "" {
		if e.Classes == 2 {
			return 1 - label, nil
		}
		return 0, usage(fmt.Errorf("the model has %d classes: say by --rival which one to reach", e.Classes))
	}
	for k, name := range classes {
		if name == x.rival {
			if k == label {
				return 0, usage(fmt.Errorf("--rival is %s, the class of the row itself", name))
			}
			return k, nil
		}
	}
	return 0, usage(nearest.Unknown("class", x.rival, classes))
}
