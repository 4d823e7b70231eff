package exact

import (
	"fmt"
	"time"

	"github.com/hardwood-ml/hardwood/attack"
)

// Auto is the attack to use if nothing is known about the model. It finds an example at least as
// near as that of LT-Attack, unless a budget of few boxes is used up before it asks that one, and
// proves that it is the nearest as far as the budget goes. If rows have to obey links the bound comes
// near the example, but seldom meets it. Results do not depend on the machine, unless a Time is set.
type Auto struct {
	Nodes int           // boxes per victim, 0 for DefaultNodes
	Time  time.Duration // for one victim, 0 for no limit
	Gap   float64       // relative gap at which to stop, in [0,1)
}

// DefaultNodes is what 0 stands for in Auto.Nodes. On a model of 1000 trees a box takes about a
// millisecond.
const DefaultNodes = 2000

var _ attack.Attack = Auto{}

// CheckNorm accepts all norms, see [attack.CheckNorm].
func (Auto) CheckNorm(attack.Norm) error { return nil }

// Name returns auto.
func (a Auto) Name() string { return "auto" }

// Prepare checks the budget.
func (a Auto) Prepare(p *attack.Problem) (attack.Prepared, error) {
	if a.Nodes < 0 {
		return nil, fmt.Errorf("budget of nodes is %d, below 0", a.Nodes)
	}
	if a.Nodes == 0 {
		a.Nodes = DefaultNodes
	}
	return Attack{Nodes: a.Nodes, Time: a.Time, Gap: a.Gap}.Prepare(p)
}
