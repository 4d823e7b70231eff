package memory

import (
	"context"
	"fmt"
	"runtime/metrics"
	"time"
)

// Watch returns a context that is cancelled once the program permanently takes more than the
// budget, with an error that matches ErrBudget as its cause. If that has not ended the program
// after a second, or when it goes on taking more, end is called with the cause. Without a budget
// nothing is watched.
func Watch(ctx context.Context, end func(error)) context.Context {
	most := budget.Load()
	if most == 0 {
		return ctx
	}
	program := ctx
	ctx, cancel := context.WithCancelCause(program)
	go func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for over := 0; ; {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if taken := mapped(); taken <= uint64(most) {
				over = 0
			} else if over++; over == patience || taken > uint64(most+most/4) {
				err := fmt.Errorf("%w: it takes %s, the budget is %s", ErrBudget, Size(float64(taken)), Size(float64(most)))
				cancel(err)
				for left := grace; left > 0 && mapped() <= uint64(most+most/4); left -= every {
					select {
					case <-program.Done():
						return
					case <-tick.C:
					}
				}
				end(err)
				return
			}
		}
	}()
	return ctx
}

const (
	every    = 20 * time.Millisecond
	patience = 10 // looks that have to find too much before that is final: garbage is given back with delay
	grace    = time.Second
)

// mapped returns the bytes that count for Go's limit.
func mapped() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}
