package eval

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Sizes of changes that add up to more than any float are null in metrics.json, as other infinite numbers.
func TestMovesOverflow(t *testing.T) {
	m := newMoves(&ensemble.Ensemble{Features: 1}, []string{"x"})
	m.add([]float64{0}, []float64{math.MaxFloat64})
	m.add([]float64{0}, []float64{-math.MaxFloat64})
	text, err := json.Marshal(m.finish())
	if want := `"rows":2,"rising":1,"mean_move":null,"max_move":1.7976931348623157e+308,`; err != nil || !strings.Contains(string(text), want) {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
}
