package experiment

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
)

// hardening is one run of [Harden] or [Train].
type hardening struct {
	Options
	rows   *Data
	result *Result

	suggested string    // where the eps come from, if nobody gave them
	smaller   []float64 // radii than the one to harden against that would do as well
	tuning    *eval.Tuning
	leftOut   string // why there is no attack in the loop, if one was to be
	tradeOff  *eval.TradeOff
}

// newHardening checks the options, and completes them by the rows.
func newHardening(rows *Data, o Options) (*hardening, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if rows.Test == nil {
		return nil, fmt.Errorf("no test rows to evaluate on")
	}
	o.Progress = o.Progress.complete()
	if o.Strategy.Constraints == nil {
		o.Strategy.Constraints = threat.OfKinds(rows.Reader())
	}
	o.Evaluate.Norm, o.Evaluate.Constraints = o.Strategy.Norm, o.Strategy.Constraints
	o.Evaluate.Seed, o.Evaluate.Threads = o.Params.Seed, o.Params.Threads
	o.Natural.Seed, o.Natural.Threads = o.Params.Seed, o.Params.Threads
	h := &hardening{Options: o, rows: rows, result: &Result{}}
	h.aim()
	return h, nil
}

// aim chooses the aim where none is given, and says so where it is not the
// usual one.
func (h *hardening) aim() {
	c := h.Strategy.Constraints
	if h.Evaluate.Aim == "" {
		var why string
		if h.Evaluate.Aim, why = eval.DefaultAim(h.rows.Train, c); why != "" {
			h.Progress.Note(why + ": accuracy is balanced over the classes; aim robust counts rows")
		}
	}
	h.rows.Aim(&h.Params, h.Evaluate.Aim, c, h.Weighed)
	h.rows.Aim(&h.Natural, h.Evaluate.Aim, c, h.Weighed)
}

// Aim returns the aim that is given, or that of the training rows and an attacker where none
// is, see [eval.DefaultAim]. If it is not the share of rows, it lets the classes weigh the
// same in p, unless weighed says that their weights are given.
func (d *Data) Aim(p *trainer.Params, given eval.Aim, c *attack.Constraints, weighed bool) eval.Aim {
	if given == "" {
		given, _ = eval.DefaultAim(d.Train, c)
	}
	if given != eval.AimRobust && !weighed {
		p.Balanced = true
	}
	return given
}
