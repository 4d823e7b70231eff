package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/internal/regular"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// attackFlags say how to attack.
type attackFlags struct {
	norm  string
	eps   []string
	units string

	constraintsFile string
	constraintsText string // what the file says, once it is read
	methodFlags
}

// add defines the flags that say what the adversary can do.
func (a *attackFlags) add(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&a.norm, "norm", "inf", "norm that measures a change: inf (largest change of a feature), 2 (Euclidean) or 1 (sum)")
	f.StringVar(&a.units, "units", "scaled", "what eps and distances are measured in: scaled (the range of each feature in the training rows is 1, if the model scales its features) or raw")
	f.StringVar(&a.constraintsFile, "constraints", "", "TOML file of what an attacker can change: per feature a table [feature.NAME], or [all], with min, max, frozen, direction (increase or decrease), integer, weight (cost per unit)")
}

// addEps defines --eps.
func (a *attackFlags) addEps(c *cobra.Command) {
	c.Flags().StringSliceVar(&a.eps, "eps", nil, "radii of changes to report robustness at, such as 0.01,0.05 or 8/255; by default suggested by the data")
}

// normOf returns the norm.
func (a *attackFlags) normOf() (attack.Norm, error) {
	n, err := attack.ParseNorm(a.norm)
	return n, usage(err)
}

// radii returns the values of --eps, ascending.
func (a *attackFlags) radii() ([]float64, error) {
	var eps []float64
	for _, s := range a.eps {
		v, err := fraction(s)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, usage(fmt.Errorf("--eps has %q, which is not a number", s))
		}
		if v < 0 {
			return nil, usage(fmt.Errorf("--eps has %s, must be at least 0", s))
		}
		eps = append(eps, v+0) // which turns -0 into 0
	}
	slices.Sort(eps)
	return slices.Compact(eps), nil
}

// fraction reads a number, or a quotient such as 8/255.
func fraction(s string) (float64, error) {
	top, bottom, quotient := strings.Cut(strings.TrimSpace(s), "/")
	v, err := strconv.ParseFloat(top, 64)
	if err != nil || !quotient {
		return v, err
	}
	d, err := strconv.ParseFloat(bottom, 64)
	return v / d, err
}

// constraints returns the constraints of --constraints, under which eps and
// distances of a model are in the units asked for: raw units weigh each
// feature's change by its range. nil is no constraints. Rows to attack that are
// outside their bounds are warned of; it is an error if all are.
func (a *attackFlags) constraints(warn func(string), e *ensemble.Ensemble, tables ...*data.Table) (*attack.Constraints, error) {
	if a.units != "scaled" && a.units != "raw" {
		return nil, usage(fmt.Errorf("--units is %q, must be scaled or raw", a.units))
	}
	c := threat.OfKinds(e)
	if a.constraintsFile != "" {
		var err error
		if c, err = a.readConstraints(warn, e, tables); err != nil {
			return nil, usage(fmt.Errorf("%s: %w", a.constraintsFile, err))
		}
	}
	if a.units == "raw" {
		if c == nil {
			c = &attack.Constraints{}
		}
		if c.Weight == nil {
			c.Weight = slices.Repeat([]float64{1}, e.Features)
		}
		for f := range c.Weight {
			c.Weight[f] *= eval.RawUnit(e, f)
		}
	}
	return c, nil
}

func (a *attackFlags) readConstraints(warn func(string), e *ensemble.Ensemble, tables []*data.Table) (*attack.Constraints, error) {
	text, err := regular.ReadText(a.constraintsFile)
	if err != nil {
		return nil, errors.Unwrap(err) // without the name again
	}
	a.constraintsText = string(text)
	c, err := threat.Read(bytes.NewReader(text), e)
	if err != nil {
		return nil, err
	}
	for _, t := range tables {
		switch outside, first := rowsOutside(c, t); {
		case outside == 0:
		case outside == t.Rows:
			return nil, fmt.Errorf("no row is within its bounds: %w", first)
		default:
			warn(fmt.Sprintf("%s: %d of %d rows are outside its bounds and are not attacked, the first: %v",
				a.constraintsFile, outside, t.Rows, first))
		}
	}
	return c, nil
}

// rowsOutside returns how many rows are outside the bounds of constraints, and
// what is wrong with the first.
func rowsOutside(c *attack.Constraints, t *data.Table) (outside int, first error) {
	for i := range t.Rows {
		if err := c.CheckVictim(t.Row(i), t.Features); err != nil {
			outside++
			first = cmp.Or(first, fmt.Errorf("row %d of %s: %w", t.Position(i), t.Source, err))
		}
	}
	return outside, first
}
