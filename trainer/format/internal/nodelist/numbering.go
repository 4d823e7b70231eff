package nodelist

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// numbering numbers inner nodes and leaves separately, each breadth first. The next call of number
// reuses its memory.
type numbering struct {
	order []int32 // the nodes that the root reaches, breadth first
	at    []int32 // by node: the number of an inner node, or ^number of a leaf
}

// number numbers the nodes that node 0 reaches. Leaves have -1 for both children. It fails if a child
// is out of range or has two parents, so that the numbered nodes form a tree.
func (w *numbering) number(left, right []int32) error {
	const waiting = math.MaxInt32 // marks nodes that wait for their number
	count := int32(len(left))
	if count == 0 {
		return errors.New("tree without nodes")
	}
	w.at = slices.Grow(w.at[:0], int(count))[:count]
	clear(w.at)
	w.order = append(w.order[:0], 0)
	w.at[0] = waiting
	inner, leaves := int32(0), int32(0)
	for k := 0; k < len(w.order); k++ {
		i := w.order[k]
		if left[i] == -1 && right[i] == -1 {
			leaves++
			w.at[i] = -leaves
			continue
		}
		w.at[i] = inner
		inner++
		for _, child := range [2]int32{left[i], right[i]} {
			if child <= 0 || child >= count {
				return fmt.Errorf("node %d has child %d, out of 1 to %d", i, child, count-1)
			}
			if w.at[child] != 0 {
				return fmt.Errorf("node %d has child %d, which has another parent", i, child)
			}
			w.at[child] = waiting
			w.order = append(w.order, child)
		}
	}
	return nil
}
