package bound

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Graph is the question "which point of a ball wins by the largest margin" as
// a factor graph in integers. See the package comment for the picture and the
// letters.
//
// Slices are reused from one question to the next.
type Graph struct {
	// Features that a split inside the ball tests, and their fine segments:
	// those of feature i are At[i] to At[i+1].
	Feature []ensemble.Feature
	At      []int32

	// For each fine segment: the first and the last cell, the admissible cell nearest to the
	// victim, and the cost of that.
	First, Last, Near []ensemble.Cell
	Cost              []float64

	belief []int64 // of each fine segment
	score  []int64 // its belief when the feature last knew all that its trees know
	price  []int64 // the part of its cost that is in belief and score, >= 0

	trees []factor
	leaf  []ensemble.Leaf
	value []int64 // of a leaf, minus what pairs that are gone took over; dead if it cannot be part of an answer

	// The number of words in a set of cells of each feature, 0 if its cells are in order; nil if
	// all are. Each cell of a variable is a fine segment.
	words []int32

	// Joint says that other graphs are about the same point: a variable then keeps its cells while
	// it has several, even if no tree tells them apart.
	Joint bool

	// Pairs of a tree and a feature that it splits inside the ball, and the coarse segments that
	// the tree's own cuts make: those of pair p are seg[p] to seg[p+1]-1, of which the last entry
	// only marks the end.
	pair    []int32 // position in Feature
	seg     []int32
	start   []int32 // fine segment that a coarse one starts with
	message []int64 // what the tree has handed to the feature there

	// Sides of leaves, pair after pair: those of pair p are side[p] to side[p+1].
	side     []int32
	sideLeaf []int32 // position in the tree's leaves
	sideLo   []int32 // first and last coarse segment
	sideHi   []int32

	// The coarse segments of a pair on a variable are lists of fine ones, and its sides are lists
	// of coarse ones: start, and sideLo and sideHi, are places in these lists.
	part   []int32
	member []int32

	total int64 // no point of the ball reaches more
	// Features whose remaining cells no tree tells apart.
	fixed []choice
	spent float64 // what the fixed features cost, if costs add up

	alone    int64 // what trees with a single leaf add up to, in units, if the graph was built, not cut
	built    bool
	constant int64   // of trees with a single leaf, and of fixed features
	need     int64   // what an adversarial point reaches
	limit    float64 // the largest cost of a point in the ball
	lambda   float64 // price of a unit of cost, 0 for LInf
	allow    int64   // the most that a point of the ball pays
	sum      bool    // costs add up
	back     bool    // the next sweep takes the features from last to first
}

// choice is the cheapest cell of a feature whose remaining cells, from first to last, no tree tells
// apart. A variable has one cell left.
type choice struct {
	feature     ensemble.Feature
	cell        ensemble.Cell
	first, last ensemble.Cell
}

// factor is a tree: its leaves, and its pairs.
type factor struct {
	tree          int32
	fork          int32 // the lowest node above its leaves, if no feature is loose
	leaf, leafEnd int32
	pair, pairEnd int32
}

// Units are scaled down to sums of scaledBits, which leaves room for messages.
const (
	scaledBits = 42
	scaleShift = 61 - scaledBits
)

// dead is the value of leaves and segments that cannot be part of an answer.
// A sum of 2^10 of them does not overflow.
const dead = math.MinInt64 >> 11

// alive reports whether a value is not a sum with dead terms.
func alive(v int64) bool { return v > dead/2 }

// scaleUp and scaleDown scale units down to scaledBits, rounding up and down.
func scaleUp(units int64) int64   { return -(-units >> scaleShift) }
func scaleDown(units int64) int64 { return units >> scaleShift }

func (g *Graph) reset(limit float64, sum bool) {
	g.Feature, g.At = g.Feature[:0], g.At[:0]
	g.First, g.Last, g.Near, g.Cost = g.First[:0], g.Last[:0], g.Near[:0], g.Cost[:0]
	g.belief, g.score, g.price = g.belief[:0], g.score[:0], g.price[:0]
	g.trees, g.leaf, g.value = g.trees[:0], g.leaf[:0], g.value[:0]
	g.pair, g.seg, g.start, g.message = g.pair[:0], g.seg[:0], g.start[:0], g.message[:0]
	g.side, g.sideLeaf, g.sideLo, g.sideHi = g.side[:0], g.sideLeaf[:0], g.sideLo[:0], g.sideHi[:0]
	g.words, g.part, g.member, g.Joint = g.words[:0], g.part[:0], g.member[:0], false
	g.fixed, g.spent, g.built = g.fixed[:0], 0, false
	g.constant, g.limit, g.lambda, g.allow, g.sum, g.back = 0, limit, 0, 0, sum, false
}

// Lower returns a cost below which no point of the ball is adversarial, as the price of cost
// proves; 0 if costs do not add up.
func (g *Graph) Lower() float64 {
	if g.lambda <= 0 {
		return 0
	}
	return max(0, g.spent+float64(float64(g.need-g.total)/g.lambda*(1-tolerance))-float64(tolerance*g.limit))
}

// Size is the number of leaves and segments.
func (g *Graph) Size() int { return len(g.value) + len(g.belief) }

// Trees is the number of trees with several leaves in the ball.
func (g *Graph) Trees() int { return len(g.trees) }

// Bytes is roughly the memory that g occupies.
func (g *Graph) Bytes() int {
	return 4*(cap(g.Feature)+cap(g.At)+3*cap(g.First)+cap(g.leaf)+cap(g.pair)+cap(g.seg)+cap(g.start)+cap(g.side)+3*cap(g.sideLeaf)+
		cap(g.words)+cap(g.part)+cap(g.member)) +
		8*(cap(g.Cost)+cap(g.belief)+cap(g.score)+cap(g.price)+cap(g.value)+cap(g.message)) + 24*cap(g.trees)
}
