package trainer

import (
	"encoding/json"
	"fmt"
)

// FeatureGroups are groups of feature numbers, as text a JSON list of lists.
type FeatureGroups [][]int

// MarshalText returns g as a JSON list of lists.
func (g FeatureGroups) MarshalText() ([]byte, error) { return json.Marshal([][]int(g)) }

// UnmarshalText reads a JSON list of lists, or nothing.
func (g *FeatureGroups) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*g = nil
		return nil
	}
	if err := json.Unmarshal(text, (*[][]int)(g)); err != nil {
		return fmt.Errorf("%q is not a list of lists such as [[0,1],[2,3,4]]", text)
	}
	return nil
}
