// Package attacks compares LT-Attack with the results of the paper's own program and the proved
// optimum, on public models: a line for each model, norm and operating point (table.go), and a last
// line for how each point does on its worst model. Alternatively it measures how the cost of a victim
// grows with the size of a model (growth.go). examples.go writes examples, which check-examples then
// hands to XGBoost itself.
package attacks

import (
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/eval/bench/reference"
)

// Command returns the command attack of the program.
func Command() *cobra.Command {
	choice := reference.Choice{Norms: []string{"inf", "2", "1"}}
	var attack ltattack.Attack
	var patience []int
	var examples, growth string
	c := &cobra.Command{
		Use:     "attack",
		Short:   "LT-Attack beside the program of its paper and the proved optimum",
		Example: "  hardwood-bench attack --models ijcnn,higgs --norms inf,2 --rows 100",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			runtime.GOMAXPROCS(1)
			if growth != "" {
				return grow(choice.Dir, growth)
			}
			t := newTable(os.Stdout)
			t.examples = examples
			for _, p := range patience {
				attack.Patience = p
				t.points = append(t.points, point{Attack: attack})
			}
			if err := choice.Suites(t.add); err != nil {
				return err
			}
			t.summary()
			return nil
		},
	}
	f := c.Flags()
	choice.Flags(f)
	f.IntVar(&attack.Starts, "starts", 0, "starts, 0 for the default")
	f.BoolVar(&attack.Paper, "paper", false, "only what the paper describes")
	f.IntVar(&attack.Noise, "noise", 0, "noise trials, 0 for the default")
	f.IntSliceVar(&patience, "patience", []int{0, 300}, "operating points, 0 for the default patience")
	f.StringVar(&examples, "examples", "", "folder for the examples of the first point, which check-examples hands to XGBoost")
	f.StringVar(&growth, "growth", "", "folder for plots of the cost against trees and features, in place of the table")
	return c
}
