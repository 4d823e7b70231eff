package exact

import (
	"context"
	"time"

	"github.com/hardwood-ml/hardwood/attack"
)

// budget is what the search for a victim has used, and may use.
type budget struct {
	ctx      context.Context
	nodes    int // boxes so far
	most     int // boxes at most
	bytes    int // of the boxes on the stack, at its highest
	memory   int // bytes at most
	deadline time.Time
	stop     attack.Stop // what ended the search
}

// start begins with the budget of an attack.
func (b *budget) start(ctx context.Context, a *Attack) {
	*b = budget{ctx: ctx, most: a.Nodes, memory: a.Memory, stop: attack.Finished}
	if a.Time > 0 {
		b.deadline = time.Now().Add(a.Time)
	}
}

// spent reports whether a budget is used up, and records which.
func (b *budget) spent() bool {
	switch {
	case b.stop != attack.Finished:
	case b.nodes >= b.most:
		b.stop = attack.NodeLimit
	case b.bytes > b.memory:
		b.stop = attack.MemoryLimit
	case b.ctx.Err() != nil:
		b.stop = attack.Cancelled
	case !b.deadline.IsZero() && time.Now().After(b.deadline):
		b.stop = attack.TimeLimit
	}
	return b.stop != attack.Finished
}
