package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
)

// startsCurveFlags ask for the distance against time for growing numbers of starts.
type startsCurveFlags struct {
	starts  []int
	methods []string
	rows    int
}

func (s *startsCurveFlags) add(c *cobra.Command) {
	f := c.Flags()
	f.IntSliceVar(&s.starts, "starts-curve", nil, "also plot the distance found against the time taken, for these values of --starts, such as 1,2,4,10,20")
	f.StringSliceVar(&s.methods, "starts-curve-methods", []string{"lt", "cube", "hsja", "signopt"}, "methods for --starts-curve, which must take --starts")
	f.IntVar(&s.rows, "starts-curve-rows", 50, "rows that --starts-curve attacks")
}

// check reports an invalid number or method, and flags without --starts-curve.
func (s *startsCurveFlags) check(c *cobra.Command, norm attack.Norm) error {
	for _, name := range []string{"starts-curve-methods", "starts-curve-rows"} {
		if s.starts == nil && c.Flags().Changed(name) {
			return usage(fmt.Errorf("--%s does nothing without --starts-curve", name))
		}
	}
	for _, n := range s.starts {
		if n < 1 {
			return usage(fmt.Errorf("--starts-curve has %d, must be at least 1", n))
		}
	}
	if s.rows < 1 {
		return usage(fmt.Errorf("--starts-curve-rows is %d, must be at least 1", s.rows))
	}
	if s.starts == nil {
		return nil
	}
	starts := func(option string) bool { return option == "starts" }
	for _, name := range s.methods {
		if err := cmp.Or(method.Check(name, method.Find, norm), method.CheckOptions(starts, name)); err != nil {
			return usage(fmt.Errorf("--starts-curve-methods: %w", err))
		}
	}
	return nil
}

// run attacks the model with each method and number of starts.
func (s *startsCurveFlags) run(ctx context.Context, c *cobra.Command, m eval.Model, table *data.Table, o eval.Options) ([]eval.StartsCurve, error) {
	if s.starts == nil {
		return nil, nil
	}
	some := table.Sample(s.rows, o.Seed)
	p := progressOf(c)
	o.Progress = func(n, of int) { p.at(n, of, "") }
	var curves []eval.StartsCurve
	for _, name := range s.methods {
		p.start(fmt.Sprintf("%s with %v starts on %d rows", name, s.starts, some.Rows))
		curve, err := eval.NewStartsCurve(ctx, m, some, o, func(starts int) (attack.Attack, error) {
			return method.New(name, method.Settings{Starts: starts})
		}, s.starts)
		if err != nil {
			return nil, err
		}
		p.done(fmt.Sprintf("mean distance %.6g with %d starts", curve.Points[len(curve.Points)-1].MeanDistance, s.starts[len(s.starts)-1]))
		curves = append(curves, curve)
	}
	return curves, nil
}
