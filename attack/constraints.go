package attack

// Constraints say what an attacker can do. Slices are nil or have a place per
// feature.
type Constraints struct {
	Weight   []float64 // factor on a feature's change in the norm, > 0
	Lo, Hi   []float64 // smallest and largest value of an example
	Frozen   []bool    // feature must keep its value
	Increase []bool    // feature must not fall
	Decrease []bool    // feature must not rise
	Integer  []bool    // feature must be a whole number, unless unchanged
}
