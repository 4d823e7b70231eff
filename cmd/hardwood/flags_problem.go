package main

import (
	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// problemFlags are the flags that attack and verify share: the rows, the model, what the
// attacker can do, and where the results go.
type problemFlags struct {
	model   modelFlags
	rows    dataFlags
	attack  attackFlags
	seed    uint64
	threads int
	out     string
	noTimes bool
	part    partFlags
	on      onFlags
}

// method returns what the flags say about the norm and the attack or the proof.
func (p *problemFlags) method(c *cobra.Command) (attack.Norm, attack.Attack, error) {
	norm, err := p.attack.normOf()
	if err != nil {
		return norm, nil, err
	}
	if err := p.attack.check(); err != nil {
		return norm, nil, err
	}
	search, err := p.attack.attack(norm)
	if err != nil {
		return norm, nil, err
	}
	if err := checkOptions(c, p.attack.method); err != nil {
		return norm, nil, err
	}
	return norm, search, p.model.need()
}

// problem reads the rows, as a model reads them, and what the attacker can do.
func (p *problemFlags) problem(c *cobra.Command, e *ensemble.Ensemble, norm attack.Norm) (*attack.Problem, *data.Table, error) {
	table, err := p.rows.readFor(e, true)
	if err != nil {
		return nil, nil, err
	}
	e = listLevels(c, e, table)
	p.attack.findGroups(c, e, table)
	table = p.rows.sample(table, p.seed)
	problem, err := attack.NewProblem(e, norm)
	if err != nil {
		return nil, nil, err
	}
	problem.Seed = p.seed
	if err := p.attack.settle(c, norm, calledAs(e, table), &p.rows); err != nil {
		return nil, nil, err
	}
	if problem.Constraints, err = p.attack.constraints(warner(c), p.rows.asNumbers(e), table); err != nil {
		return nil, nil, err
	}
	tellLevels(c, e.Columns, problem.Constraints)
	tellFractions(c, e, table, problem.Constraints)
	tellNorm(c, e, norm)
	p.attack.tellThreat(c, e)
	return problem, table, nil
}
