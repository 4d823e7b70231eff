// Package nodelist numbers the nodes of a tree that a file gives as lists of
// left and right children.
package nodelist

import (
	"fmt"
	"math"
	"slices"
)

// Numbering numbers inner nodes and leaves apart, each breadth first. Its
// memory is used again by the next call of Number.
type Numbering struct {
	Order []int32 // the nodes that the root reaches, breadth first
	At    []int32 // by node: the number of an inner node, or ^number of a leaf
}

// Number numbers the nodes that node 0 reaches. Leaves have -1 for both
// children. It fails where a child is out of range or has two parents, so
// that what it numbers is a tree.
func (w *Numbering) Number(left, right []int32) error {
	const waiting = math.MaxInt32 // marks what waits for its number
	count := int32(min(len(left), len(right)))
	if count == 0 {
		return fmt.Errorf("no nodes")
	}
	w.At = slices.Grow(w.At[:0], int(count))[:count]
	clear(w.At)
	w.Order = append(w.Order[:0], 0)
	w.At[0] = waiting
	inner, leaves := int32(0), int32(0)
	for k := 0; k < len(w.Order); k++ {
		i := w.Order[k]
		if left[i] == -1 && right[i] == -1 {
			leaves++
			w.At[i] = -leaves
			continue
		}
		w.At[i] = inner
		inner++
		for _, child := range [2]int32{left[i], right[i]} {
			if child <= 0 || child >= count {
				return fmt.Errorf("node %d has child %d, out of 1 to %d", i, child, count-1)
			}
			if w.At[child] != 0 {
				return fmt.Errorf("node %d has child %d, which has another parent", i, child)
			}
			w.At[child] = waiting
			w.Order = append(w.Order, child)
		}
	}
	return nil
}
