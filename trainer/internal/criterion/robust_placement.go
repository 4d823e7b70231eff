package criterion

import (
	"math"
	"slices"
)

// worst is the score of a threshold in the worst case, from the sums of the rows that are left of it,
// of those that stay left, and of these together with the rows that can cross. It may be -Inf if it is
// not above the score to beat.
func (c *RobustImpurity) worst(node, natural, stay, reach []int64, toBeat float64) float64 {
	if c.Still {
		stay, reach = c.hold(natural, stay, 1), c.hold(natural, reach, 2)
		natural = c.hold(natural, natural, 0)
	}
	// If the attacker can bring all rows to the left, as by making them missing, the split tells nothing.
	// Such splits on numbers that only move stay: deeper splits beside them hold, and without them
	// hardened forests are 1 to 3 points less robust.
	if c.strays && slices.Equal(reach[:len(node)], node) {
		return math.Inf(-1)
	}
	if !c.Placements {
		if len(node) == 2 && !c.Entropy && !c.Still {
			return c.placeTwo((*[2]int64)(node), (*[2]int64)(stay), (*[2]int64)(reach), toBeat)
		}
		if !c.Entropy && !c.Still {
			return c.placeGini(node, stay, reach, toBeat)
		}
		return c.place(node, stay, reach)
	}
	least := math.Inf(1)
	for _, left := range [...]func(k int) int64{
		func(k int) int64 { return natural[k] },
		func(k int) int64 { return reach[k] },
		func(k int) int64 { return stay[k] },
		func(k int) int64 { return stay[k] + reach[k] - natural[k] },
	} {
		c.left, c.right = c.left[:0], c.right[:0]
		for k, w := range node {
			c.left, c.right = append(c.left, float64(left(k))), append(c.right, float64(w-left(k)))
		}
		least = min(least, c.purity(c.left)+c.purity(c.right))
	}
	return least
}

// place is the score of a threshold when the attacker places each class where it is worst.
func (c *RobustImpurity) place(node, stay, reach []int64) float64 {
	stay, reach = stay[:len(node)], reach[:len(node)]
	c.left, c.right = slices.Grow(c.left[:0], len(node))[:len(node)], slices.Grow(c.right[:0], len(node))[:len(node)]
	sureLeft, sureRight := 0.0, 0.0
	for k, w := range node {
		sureLeft += float64(stay[k])
		sureRight += float64(w - reach[k])
	}
	left, right := 0.0, 0.0
	for k, w := range node {
		l, r := stay[k], w-reach[k]
		if float64(l)*sureRight < float64(r)*sureLeft {
			l = w - r
		} else {
			r = w - l
		}
		c.left[k], c.right[k] = float64(l), float64(r)
		left += float64(l)
		right += float64(r)
	}
	for k, w := range node {
		rareLeft := float64(stay[k])*sureRight < float64(w-reach[k])*sureLeft
		if rareLeft && c.left[k]*right > c.right[k]*left || !rareLeft && c.left[k]*right < c.right[k]*left {
			c.left[k] = float64(w) * left / (left + right)
			if c.Still { // some rows cannot be brought there
				c.left[k] = min(max(c.left[k], float64(stay[k])), float64(reach[k]))
			}
			c.right[k] = float64(w) - c.left[k]
		}
	}
	return c.purity(c.left) + c.purity(c.right)
}

// placeGini is place for the Gini impurity, or -Inf if that is certain not to beat a score. After those of
// the classes, stay and reach hold the sums of all.
func (c *RobustImpurity) placeGini(node, stay, reach []int64, toBeat float64) float64 {
	const above = 1 + 1e-12 // rounding
	n := len(node)
	if stay[n] == 0 { // all rows go right
		return math.Inf(-1)
	}
	c.left, c.right = slices.Grow(c.left[:0], n)[:n], slices.Grow(c.right[:0], n)[:n]
	lefts, rights := c.left[:n], c.right[:n]
	sureLeft, sureRight := float64(stay[n]), float64(c.total[n]-reach[n])
	left, right := 0.0, 0.0
	stay, reach = stay[:n], reach[:n]
	for k, w := range node {
		l, r := float64(stay[k]), float64(w-reach[k])
		if float64(l*sureRight) < float64(r*sureLeft) {
			l = float64(reach[k])
		} else {
			r = float64(w - stay[k])
		}
		lefts[k], rights[k] = l, r
		left += l
		right += r
	}
	both, squaresLeft, squaresRight, allLeft, allRight := left+right, 0.0, 0.0, 0.0, 0.0
	for k, w := range node {
		l, r := lefts[k], rights[k]
		rare := l != float64(stay[k]) || stay[k] == reach[k] && float64(l*sureRight) < float64(r*sureLeft)
		if more := float64(l*right) - float64(r*left); rare && more > 0 || !rare && more < 0 {
			l = float64(w) * left / both
			r = float64(w) - l
		}
		squaresLeft += float64(l * l)
		squaresRight += float64(r * r)
		allLeft += l
		allRight += r
	}
	if float64((float64(squaresLeft*allRight)+float64(squaresRight*allLeft))*above) < float64(toBeat*allLeft*allRight) {
		return math.Inf(-1)
	}
	return squaresLeft/allLeft + squaresRight/allRight
}

// placeTwo is place for two classes and the Gini impurity, or -Inf if that is certain not to beat a
// score. Where both classes even out the two sides, the score is that of the node, but for rounding.
func (c *RobustImpurity) placeTwo(node, stay, reach *[2]int64, toBeat float64) float64 {
	const above = 1 + 1e-12 // rounding
	w0, w1 := node[0], node[1]
	l0, l1, r0, r1 := float64(stay[0]), float64(stay[1]), float64(w0-reach[0]), float64(w1-reach[1])
	sureLeft, sureRight := l0+l1, r0+r1
	rare0, rare1 := float64(l0*sureRight) < float64(r0*sureLeft), float64(l1*sureRight) < float64(r1*sureLeft)
	if rare0 {
		l0 = float64(reach[0])
	} else {
		r0 = float64(w0 - stay[0])
	}
	if rare1 {
		l1 = float64(reach[1])
	} else {
		r1 = float64(w1 - stay[1])
	}
	left, right := l0+l1, r0+r1
	more0, more1 := float64(l0*right)-float64(r0*left), float64(l1*right)-float64(r1*left)
	even0, even1 := rare0 && more0 > 0 || !rare0 && more0 < 0, rare1 && more1 > 0 || !rare1 && more1 < 0
	if even0 && even1 && toBeat > above*c.evened {
		return math.Inf(-1)
	}
	if even0 {
		l0 = float64(w0) * left / (left + right)
		r0 = float64(w0) - l0
	}
	if even1 {
		l1 = float64(w1) * left / (left + right)
		r1 = float64(w1) - l1
	}
	left, right = l0+l1, r0+r1
	squaresLeft, squaresRight := float64(l0*l0)+float64(l1*l1), float64(r0*r0)+float64(r1*r1)
	if float64((float64(squaresLeft*right)+float64(squaresRight*left))*above) < float64(toBeat*left*right) {
		return math.Inf(-1)
	}
	return squaresLeft/left + squaresRight/right
}
