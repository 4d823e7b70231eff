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
		"weight in norm 0":   {"[all]\nweight = 2", attack.L0, "its weights count in other norms than 0 only"},
		"gain in norm 0":     {"[gain]\nvalue = 2", attack.L0, "its gain counts in other norms than 0 only"},
		"all in norm 0": {
			"[all]\nweight = 2\n[feature.colour]\nprice = 2\n[gain]\nvalue = 3", attack.L0,
			"its gain, weights and prices count in other norms than 0 only",
		},
		"group in norm 0": {"[group.g]\nfeatures = [\"g_a\", \"g_b\"]\nprice = 2", attack.L0, "its prices count in other norms than 0 only"},
		"never in norm 0": {"[feature.colour]\nprice = \"never\"\n[feature.code]\nprice = 1\nprices = { 3 = { 7 = \"never\" } }", attack.L0, "its prices count in other norms than 0 only"},
		"only never":      {"[feature.colour]\nprice = \"never\"", attack.L0, ""},
		"free in norm 0":  {"[feature.age]\nprice = 0\nweight = 0\n[links]\nrules = [\"age = 2 * code\"]", attack.L0, ""},
		"free column":     {"[feature.age]\nprice = 0\n[links]\nrules = [\"age = 2 * code\"]", attack.LInf, ""},
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
