package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/option"
)

// attackFlags say how to attack.
type attackFlags struct {
	norm string
	eps  []string

	unitFlags
	threatFlags
	methodFlags
}

// add defines the flags that say what the attacker can do.
func (a *attackFlags) add(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&a.norm, "norm", "inf", "norm that measures a change: inf (largest change of a feature), 2 (Euclidean), 1 (sum), 0 (number of columns that change) or cost (sum of the prices of --threat)")
	a.addUnits(c)
	a.threatFlags.add(c)
}

// addEps defines --eps.
func (a *attackFlags) addEps(c *cobra.Command) {
	c.Flags().StringSliceVar(&a.eps, "eps", nil, "radii to report robustness at, such as 0.01,0.05 or 8/255; by default chosen from the data")
}

// normOf returns the norm.
func (a *attackFlags) normOf() (attack.Norm, error) {
	n, err := attack.ParseNorm(a.norm)
	if err == nil && n == attack.Cost && a.threatFile == "" {
		err = fmt.Errorf("norm cost sums up prices: give the file that has them by --threat, see hardwood help threat")
	}
	return n, usage(option.In("norm", err))
}

// radii returns the values of --eps, ascending.
func (a *attackFlags) radii() ([]float64, error) {
	var eps []float64
	for _, s := range a.eps {
		if strings.HasPrefix(s, "0") && strings.Trim(s, "0123456789") == "" && len(s) > 1 { // the 05 of 0,05
			return nil, usage(fmt.Errorf("--eps has %q: commas separate radii, and decimals have a point, such as 0.%s", s, s))
		}
		v, err := fraction(s)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, usage(fmt.Errorf("--eps has %q, which is not a number", s))
		}
		if v < 0 {
			return nil, usage(fmt.Errorf("--eps has %s, must be at least 0", s))
		}
		eps = append(eps, v+0) // +0 turns -0 into 0
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
