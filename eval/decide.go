package eval

import (
	"context"

	"github.com/hardwood-ml/hardwood/attack"
)

// decide asks about each eps at which rows are still open, if the method
// decides at all: whether there is an example within a radius is cheaper to
// know than the nearest one.
func (o *Options) decide(ctx context.Context, a *attack.Adversary, victims []attack.Victim, outcomes []Outcome) error {
	if !a.CanDecide() {
		return nil
	}
	for k, eps := range o.Eps {
		var open []attack.Victim
		var of []*Outcome
		for i := range outcomes {
			if outcomes[i].Verdict(k, eps) == attack.Undecided {
				open, of = append(open, victims[i]), append(of, &outcomes[i])
			}
		}
		decisions, err := a.Decide(ctx, open, eps, attack.RunOptions{Threads: o.Threads})
		if err != nil {
			return err
		}
		for i := range decisions {
			of[i].decided(&decisions[i], k, len(o.Eps))
		}
	}
	return nil
}

// decided notes what was decided at the eps of number k of some.
func (o *Outcome) decided(d *attack.Decision, k, some int) {
	if d.Verdict == attack.Broken {
		o.Distance, o.Class, o.Status = min(o.Distance, d.Distance), d.Class, attack.Found
	}
	if o.Decided == nil {
		o.Decided = make([]attack.Verdict, some)
	}
	o.Decided[k] = d.Verdict
}
