package threat_test

import (
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/threat"
)

// What does not count in a norm is reported.
func TestIdle(t *testing.T) {
	const price, gain, weight = "its prices of numbers count in the norm cost only", "its gain counts in the norm cost only",
		"its weights count in the norms inf, 2 and 1 only"
	cases := map[string]struct {
		text string
		norm attack.Norm
		want string
	}{
		"price":              {"[feature.age]\nprice = 2", attack.LInf, price},
		"price of all":       {"[all]\nprice = { up = 2 }", attack.L1, price},
		"price in its norm":  {"[feature.age]\nprice = 2\n[gain]\nvalue = 3", attack.Cost, ""},
		"price of levels":    {"[feature.colour]\nprice = 2", attack.LInf, ""},
		"gain":               {"[gain]\nvalue = 3", attack.L2, gain},
		"both":               {"[all]\nprice = 1\n[gain]\nvalue = 3", attack.L2, "its gain and its prices of numbers count in the norm cost only"},
		"weight":             {"[feature.age]\nweight = 2", attack.Cost, weight},
		"weight and price":   {"[feature.age]\nweight = 2\nprice = 3", attack.Cost, ""},
		"weight in its norm": {"[feature.age]\nweight = 2", attack.L2, ""},
		"free column":        {"[feature.age]\nprice = 0\n[links]\nrules = [\"age = 2 * code\"]", attack.LInf, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			file, err := threat.Parse([]byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			if got := file.Idle(coloured, c.norm); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
