package attack

import (
	"encoding"
	"fmt"
	"math"
	"slices"
)

// Status says what an attack knows at its end.
type Status uint8

// The statuses of results. The words are part of file formats.
const (
	Found         Status = iota // an example, perhaps not the nearest
	Optimal                     // the nearest example, proved
	None                        // no example found; proved that there is none if LowerBound is +Inf
	Misclassified               // the model gets the victim wrong: not attacked
	OutOfBounds                 // the victim is outside the bounds of the constraints: not attacked
	NoAttacker                  // nobody attacks rows of the victim's class, so that LowerBound is +Inf
)

var statusNames = [...]string{"found", "optimal", "none", "misclassified", "out-of-bounds", "no-attacker"}

// String returns the word of s, as reports have it.
func (s Status) String() string { return wordOf(statusNames[:], "status", s) }

// wordOf returns the word for a number, or a stand-in for a number without one, as a custom attack
// may return.
func wordOf[T ~uint8](words []string, kind string, of T) string {
	if int(of) >= len(words) {
		return fmt.Sprintf("%s number %d", kind, uint8(of))
	}
	return words[of]
}

// Attacked reports whether the row was attacked: the model gets it right, it is within the bounds,
// and its class is attacked.
func (s Status) Attacked() bool { return s == Found || s == Optimal || s == None }

// MarshalText returns the word of s.
func (s Status) MarshalText() ([]byte, error) {
	if int(s) >= len(statusNames) {
		return nil, fmt.Errorf("%v has no word", s)
	}
	return []byte(s.String()), nil
}

// UnmarshalText reads the word of a status.
func (s *Status) UnmarshalText(word []byte) error {
	i := slices.Index(statusNames[:], string(word))
	if i < 0 {
		return fmt.Errorf("unknown status %q", word)
	}
	*s = Status(i)
	return nil
}

var (
	_ encoding.TextMarshaler   = Status(0)
	_ encoding.TextUnmarshaler = (*Status)(nil)
)

// Stop says why a search ended.
type Stop uint8

// The reasons to stop.
const (
	Finished    Stop = iota // the method ran to its own end, or proved the optimum
	GapReached              // lower bound and distance are as near as asked for
	NodeLimit               // the budget of search nodes is used up
	TimeLimit               // the budget of time is used up
	MemoryLimit             // the budget of memory is used up
	Cancelled               // the context was cancelled
)

var stopNames = [...]string{"finished", "gap", "nodes", "time", "memory", "cancelled"}

// String returns why the search ended, as reports have it.
func (s Stop) String() string { return wordOf(stopNames[:], "stop", s) }

// Victim is a row to attack.
type Victim struct {
	Row   int       // its number, which seeds its random choices
	X     []float64 // its features as the model reads them, scaled if the model's are, NaN for a missing value; not modified
	Label int       // its true class

	Warm // usually the zero value: nothing is known
}

// Result is what an attack found for a victim. The minimal adversarial
// distance lies between LowerBound and Distance.
type Result struct {
	Row       int
	Label     int
	Predicted int // the model's class for the victim
	Status    Status
	Stop      Stop

	Example    []float64 // adversarial row as the model reads it, nil if none was found
	Class      int       // the model's class for Example, -1 if none was found
	Distance   float64   // of Example, +Inf if none was found, 0 for misclassified victims
	LowerBound float64   // proved: no adversarial example is nearer; 0 if nothing is known

	Seconds float64 // wall time that the search took on its worker
	Stats   Stats

	Trace // of the example, for training loops
}

// Stats counts what a search did. Which counts are set depends on the method.
type Stats struct {
	Iterations int // moves to a better neighbour
	Neighbors  int // leaf tuples or examples tried
	Trees      int // trees whose leaves had to be looked up again
	Nodes      int // boxes of a branch and bound
	Queries    int // predictions, for methods that only see the model from outside
}

// none returns the result for a victim without an example.
func none(v *Victim, predicted int) Result {
	return Result{Row: v.Row, Label: v.Label, Predicted: predicted, Status: None, Class: -1, Distance: math.Inf(1)}
}
