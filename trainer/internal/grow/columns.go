package grow

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// Sampling says which features a node may split on. The counts are numbers of slots, each at most that
// of the stage before: tree, depth, node.
type Sampling struct {
	Seed                    uint64
	ByTree, ByLevel, ByNode int
	Groups                  [][]int // features that may be combined on a path, nil: all

	// Insist makes a node that cannot be split by any of its features draw more, as forests do, in
	// which one-hot features are constant in most nodes.
	Insist bool
}

// columns draws the slots of trees, depths and nodes.
type columns struct {
	Sampling
	tree  int
	all   []int32 // the slots of the tree, ascending
	slots []bins.Slot
	used  []bool // blocks with slots of the tree
}

// reset draws the slots of a tree.
func (c *columns) reset(s Sampling, tree int, slots []bins.Slot) {
	c.Sampling, c.tree, c.slots = s, tree, slots
	c.all = c.all[:0]
	for i := range slots {
		c.all = append(c.all, int32(i))
	}
	c.all = c.draw(c.all, c.ByTree, bins.StreamTree, tree)
	c.used = append(c.used[:0], make([]bool, (len(slots)+7)/8)...)
	for _, s := range c.all {
		c.used[s/8] = true
	}
}

// whole reports whether nodes may split on enough of the slots for whole histograms to pay.
func (c *columns) whole() bool {
	return 3*min(len(c.all), c.ByLevel, c.ByNode) >= len(c.slots)
}

// any reports whether a node that draws `many` slots may split on all slots of the tree.
func (c *columns) any(many int) bool {
	return c.ByLevel >= len(c.all) && many >= len(c.all) && c.Groups == nil
}

// of writes the slots that a node may split on to out, ascending: `many` of those of its depth.
func (c *columns) of(n *node, many int, out []int32) []int32 {
	out = append(out[:0], c.all...)
	out = c.draw(out, c.ByLevel, bins.StreamLevel, c.tree, n.depth)
	out = c.draw(out, many, bins.StreamNode, c.tree, int(n.id))
	if c.Groups != nil {
		out = slices.DeleteFunc(out, func(s int32) bool { return !c.allowed(n, c.slots[s].Feature) })
	}
	return out
}

// draw keeps k of the slots, chosen by the random numbers of an address.
func (c *columns) draw(from []int32, k int, address ...int) []int32 {
	if k >= len(from) {
		return from
	}
	var random rand.PCG
	seed.Reset(&random, c.Seed, address...)
	for i := range k {
		j, _ := bits.Mul64(random.Uint64(), uint64(len(from)-i))
		from[i], from[i+int(j)] = from[i+int(j)], from[i]
	}
	slices.Sort(from[:k])
	return from[:k]
}

// allowed reports whether f may be split below the splits on n's path: it is
// on the path already, or in a group with all features of the path.
func (c *columns) allowed(n *node, f int) bool {
	if n.parent == nil {
		return true
	}
	for p := n.parent; p != nil; p = p.parent {
		if c.slots[p.best.Slot].Feature == f {
			return true
		}
	}
	return slices.ContainsFunc(c.Groups, func(group []int) bool {
		if !slices.Contains(group, f) {
			return false
		}
		for p := n.parent; p != nil; p = p.parent {
			if !slices.Contains(group, c.slots[p.best.Slot].Feature) {
				return false
			}
		}
		return true
	})
}
