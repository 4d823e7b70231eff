package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// methodFlags choose an attack and its options.
type methodFlags struct {
	method string
	train  string // rows for rba
	method.Settings
}

func (m *methodFlags) add(c *cobra.Command, standard string) {
	about := make([]string, len(method.All))
	for i, known := range method.All {
		about[i] = known.Name + " (" + known.About + ")"
	}
	f := c.Flags()
	f.StringVar(&m.method, "method", standard, "attack: "+strings.Join(about, ", "))
	f.Var((*count)(&m.Starts), "starts", "starting points of an attack, 0 for the method's own number")
	f.Var((*count)(&m.Patience), "patience", fmt.Sprintf("moves per feature after which lt gives up finding anything nearer, 0 for %d; more come nearer and take longer", ltattack.DefaultPatience))
	f.Var((*count)(&m.Nodes), "nodes", "boxes that the exact search may look at for a row; 0 is no limit for exact and 2000 for auto")
	f.DurationVar(&m.Time, "time", 0, "time that the exact search may take for a row, such as 10s, 0 for no limit; results then depend on the machine")
	f.Float64Var(&m.Gap, "gap", 0, "relative gap between lower bound and distance at which the exact search may stop, 0 to go on to the minimum")
}

// checkOptions refuses a given flag that does nothing for any of the methods in
// use.
func checkOptions(c *cobra.Command, options []method.Option, methods ...string) error {
	if err := method.CheckOptions(options, c.Flags().Changed, methods...); err != nil {
		return usage(fmt.Errorf("--%w", err))
	}
	return nil
}

// addTrain defines --train, for commands that read training rows for nothing
// else than rba.
func (m *methodFlags) addTrain(c *cobra.Command) {
	c.Flags().StringVar(&m.train, "train", "", "training rows for --method rba")
}

// attack returns the attack, which has to be for the norm.
func (m *methodFlags) attack(norm attack.Norm) (attack.Attack, error) {
	if err := checkBudgets(m.Time, m.Gap); err != nil {
		return nil, err
	}
	if err := method.Check(m.method, norm); err != nil {
		return nil, usage(err)
	}
	return method.New(m.method, m.Settings)
}

// checkBudgets reports a time or a gap that no search can keep to.
func checkBudgets(limit time.Duration, gap float64) error {
	switch {
	case limit < 0:
		return usage(fmt.Errorf("--time is %v, must be at least 0", limit))
	case !(gap >= 0 && gap < 1):
		return usage(fmt.Errorf("--gap is %v, must be at least 0 and below 1", gap))
	}
	return nil
}

// withRows reads the training rows of an attack that needs them.
func (m *methodFlags) withRows(a attack.Attack, e *ensemble.Ensemble, rows *dataFlags) (attack.Attack, error) {
	if a.Name() != method.RBA {
		return a, nil
	}
	if m.train == "" {
		return nil, usage(fmt.Errorf("--method rba needs training rows: use --train FILE"))
	}
	of := *rows
	of.source = m.train
	t, err := of.readFor(e, false)
	if err != nil {
		return nil, err
	}
	m.Rows = rowsOf(t)
	return method.New(m.method, m.Settings)
}

func rowsOf(t *data.Table) [][]float64 {
	rows := make([][]float64, t.Rows)
	for i := range rows {
		rows[i] = t.Row(i)
	}
	return rows
}
