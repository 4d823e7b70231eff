package eval

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/hardwood-ml/hardwood/attack"
)

// decide asks a Decider about each eps at which a row is still open: whether
// there is an example within a radius is cheaper to know than the nearest one.
// Methods that cannot decide leave the outcomes as they are. A row with
// missing values stays open.
func (o *Options) decide(ctx context.Context, p *attack.Problem, prepared attack.Prepared, victims []attack.Victim, outcomes []Outcome) error {
	if _, ok := prepared.Searcher().(attack.Decider); !ok || len(o.Eps) == 0 {
		return nil
	}
	threads := o.Threads
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	var workers errgroup.Group
	for range threads {
		workers.Go(func() error {
			decider := prepared.Searcher().(attack.Decider)
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(victims) {
					break
				}
				if err := o.decideRow(ctx, p, decider, victims[i], &outcomes[i]); err != nil {
					return err
				}
			}
			return ctx.Err()
		})
	}
	return workers.Wait()
}

func (o *Options) decideRow(ctx context.Context, p *attack.Problem, decider attack.Decider, v attack.Victim, out *Outcome) error {
	if !out.Correct() || slices.ContainsFunc(v.X, math.IsNaN) {
		return nil
	}
	for k, eps := range o.Eps {
		if out.Verdict(k, eps) != attack.Undecided {
			continue
		}
		verdict, r := decider.Decide(ctx, v, eps)
		if verdict == attack.Broken {
			if err := p.Check(v, &r); err != nil {
				return err
			}
			out.Distance, out.Class, out.Status = min(out.Distance, r.Distance), r.Class, attack.Found
		}
		if out.Decided == nil {
			out.Decided = make([]attack.Verdict, len(o.Eps))
		}
		out.Decided[k] = verdict
	}
	return nil
}
