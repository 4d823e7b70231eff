package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// threatFlags name the threat file.
type threatFlags struct {
	threatFile string
	threatText string // of the file, once it is read
	gain       func(x []float64) float64
	oneHot     oneHot
	groups     []threat.Group // that --one-hot auto found
}

// add defines --threat and --one-hot.
func (t *threatFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&t.threatFile, "threat", "", "threat file: what an attacker can do to each column, in TOML, see hardwood help threat")
	say(c, reads, "threat")
	c.Flags().TextVar(&t.oneHot, "one-hot", oneHot(false), "whether to look for one-hot columns, `auto|none`: auto finds groups of 0/1 columns of which one is 1, by names such as job_nurse and by the rows, and shows them; attacks and proofs then obey them like the groups of a threat file")
}

// constraints returns the constraints of --threat, nil for none. They weigh the change of
// each feature so that eps and distances are in the settled unit. It warns of rows to
// attack that are outside the bounds; it is an error if all are.
func (a *attackFlags) constraints(warn func(string), e *ensemble.Ensemble, tables ...*data.Table) (*attack.Constraints, error) {
	norm, err := a.normOf()
	if err != nil {
		return nil, err
	}
	c := threat.OfKinds(e)
	if a.threatFile != "" || len(a.groups) > 0 {
		if c, err = a.readThreat(warn, e, norm, tables); err != nil {
			return nil, err
		}
	}
	if factors := a.unit.Factors(e); factors != nil && !ownUnit(norm) {
		if c == nil {
			c = &attack.Constraints{}
		}
		if c.Weight == nil {
			c.Weight = slices.Repeat([]float64{1}, e.Features)
		}
		for f := range c.Weight {
			if err := weigh(c, f, factors[f]); err != nil {
				name := featureName(e, f)
				if e.Schema.Features == nil && len(tables) > 0 {
					name = tables[0].Features[f]
				}
				return nil, usage(fmt.Errorf("eps 1 is %v in column %q: %w", eval.RawUnit(e, f)/factors[f], name, err))
			}
		}
	}
	return c, nil
}

// weigh multiplies the weight of feature f. A frozen one, which costs nothing, keeps its own if the
// product is not a weight.
func weigh(c *attack.Constraints, f int, factor float64) error {
	c.Weight[f] *= factor
	if c.Fall != nil {
		c.Fall[f] *= factor
	}
	err := c.CheckFeature(f)
	if err != nil && c.Freezes(f) {
		c.Weight[f], err = 1, nil
		if c.Fall != nil {
			c.Fall[f] = 1
		}
	}
	return err
}

func (t *threatFlags) readThreat(warn func(string), e *ensemble.Ensemble, n attack.Norm, tables []*data.Table) (*attack.Constraints, error) {
	what, name := &threat.Threat{}, "--one-hot auto"
	if t.threatFile != "" {
		name = t.threatFile
		var err error
		if what, t.threatText, err = threat.ReadFile(name); err != nil {
			return nil, err
		}
	}
	if e.Schema.Classes == nil && len(tables) > 0 { // the model does not name them
		named := *e
		named.Schema.Classes, e = tables[0].Classes, &named
	}
	if err := t.addGroups(warn, what, e); err != nil {
		return nil, err
	}
	c, err := what.Constraints(what.WithLevels(e, func(feature int) (held []string) {
		for _, table := range tables {
			held = append(held, table.StrangeLevels(feature)...)
		}
		return held
	}), n)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if t.gain, err = what.Gain.Of(e); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	told := what.Surprises(e, n)
	switch frozen := "no column can change: each is frozen" + map[bool]string{true: ", or has no price"}[n == attack.Cost]; {
	case !slices.Contains(c.Frozen, false):
		told = append(told, frozen)
	case eval.NothingMoves(c, tables):
		told = append(told, frozen+", or tied by links to such columns alone")
	}
	if n != attack.Cost { // a gain can only be compared with prices
		t.gain = nil
	}
	for _, table := range tables {
		switch outside, of, first := eval.Outside(c, table); len(outside) {
		case 0:
		case of:
			return nil, usage(fmt.Errorf("%s: no row is within its bounds: %w", name, first))
		default:
			told = append(told, fmt.Sprintf("outside its bounds, and so not attacked: %d of %d rows, the first: %v", len(outside), of, first))
		}
	}
	for _, one := range told {
		warn(name + ": " + one)
	}
	return c, nil
}
