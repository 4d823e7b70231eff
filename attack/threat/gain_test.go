package threat_test

import (
	"testing"

	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// The worth of a row is what the table says, even if the model scales the column: paying exactly
// that much gains nothing.
func TestGainOfAColumn(t *testing.T) {
	file, err := threat.Parse([]byte("[gain]\ncolumn = 'worth'"))
	if err != nil {
		t.Fatal(err)
	}
	for _, scaled := range []bool{false, true} {
		const least, most = 0.7, 13.2
		e := &ensemble.Ensemble{Features: 1, Schema: ensemble.Schema{Features: []string{"worth"}}}
		if scaled {
			e.Schema.Min, e.Schema.Max = []float64{least}, []float64{most}
		}
		gain, err := file.Gain.Of(e)
		if err != nil {
			t.Fatal(err)
		}
		for tenths := 7; tenths <= 132; tenths++ {
			worth := float64(tenths) / 10
			x := worth
			if scaled {
				x = (worth - least) / (most - least)
			}
			if got := gain([]float64{x}); got != worth {
				t.Errorf("scaled %v: %v became %v", scaled, worth, got)
			}
		}
	}
}
