package gbdt

import (
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/data"
)

// near reports targets that lie so near each other that single precision, which gradients
// have, does not tell them apart: nothing would be learnt of them.
func near(t *data.Table) error {
	const least = 0x1p-126 // the smallest number with all digits
	if t.Target == nil {
		return nil
	}
	lo, hi := slices.Min(t.Target), slices.Max(t.Target)
	if lo == hi || hi-lo >= least {
		return nil
	}
	return fmt.Errorf("%s: targets lie within %.2g of each other, too near for gradients in single precision: multiply them by a constant", t.Name(), hi-lo)
}
