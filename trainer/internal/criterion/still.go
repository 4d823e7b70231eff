package criterion

// Rows that the attacker cannot move stay where they are, whichever others cross a threshold.

// stay writes the running sums of the bins of channel 2 to memory.
func (c *Robust) stay(h *Sums, missingLeft bool) {
	if !c.Still {
		return
	}
	sum := int64(0)
	if missingLeft {
		sum = h.Missing(2)
	}
	c.still = append(c.still[:0], sum)
	for _, v := range h.Channel(2) {
		sum += v
		c.still = append(c.still, sum)
	}
}

// stays returns the sum of channel 2 over the first bins, 0 without Still.
func (c *Robust) stays(bins int) int64 {
	if !c.Still {
		return 0
	}
	return c.still[bins]
}

// hold adds the sum of rows that cannot be moved to the sums of those that can.
func (c *Robust) hold(still int64, left, stay, reach *[2]int64) (_, _, _ *[2]int64) {
	c.held = [3][2]int64{*left, *stay, *reach}
	for i := range c.held {
		c.held[i][0] += still
	}
	return &c.held[0], &c.held[1], &c.held[2]
}

// hold returns the sums of some rows that can be moved, with those that cannot added as they are.
func (c *RobustImpurity) hold(natural, some []int64, memory int) []int64 {
	held := c.held[memory][:0]
	for k := range c.Classes {
		held = append(held, some[k]+natural[c.Classes+k])
	}
	c.held[memory] = held
	return held
}

// byClass returns sums by class, over rows that can be moved and rows that cannot.
func (c *RobustImpurity) byClass(sums []int64) []int64 {
	if !c.Still {
		return sums
	}
	c.whole = c.whole[:0]
	for k := range c.Classes {
		c.whole = append(c.whole, sums[k]+sums[c.Classes+k])
	}
	return c.whole
}
