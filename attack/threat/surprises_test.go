package threat_test

import (
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// What does not count in a norm, what its own table or [all] keeps from changing, and what counts 1 is reported.
func TestSurprises(t *testing.T) {
	const price, gain, weight = "its prices of numbers count in the norm cost only", "its gain counts in the norm cost only",
		"its weights count in the norms inf, 2 and 1 only"
	const still = "[feature.colour]\nfrozen = true\n[feature.code]\nfrozen = true\n"
	const job = "[group.g]\nfeatures = [\"g_a\", \"g_b\"]\nprice = 2"
	cases := map[string]struct {
		text string
		norm attack.Norm
		want string
	}{
		"price":              {"[feature.age]\nprice = 2", attack.LInf, price},
		"price of all":       {"[all]\nprice = { up = 2 }", attack.L1, price},
		"price in its norm":  {still + "[feature.age]\nprice = 2\n[gain]\nvalue = 3", attack.Cost, ""},
		"price of levels":    {"[feature.colour]\nprice = 2", attack.LInf, ""},
		"gain":               {"[gain]\nvalue = 3", attack.L2, gain},
		"both":               {"[all]\nprice = 1\n[gain]\nvalue = 3", attack.L2, "its gain and its prices of numbers count in the norm cost only"},
		"weight":             {still + "[feature.age]\nweight = 2", attack.Cost, weight},
		"weight and price":   {still + "[feature.age]\nweight = 2\nprice = 3", attack.Cost, ""},
		"price of both":      {"[feature.age]\nprice = 2\n[feature.colour]\nprice = 120", attack.LInf, price + ", those of levels and groups in this one too"},
		"never for levels":   {"[feature.age]\nprice = 2\n[feature.colour]\nprice = \"never\"", attack.LInf, price},
		"frozen by all":      {"[all]\nfrozen = true\n[feature.age]\ndirection = \"increase\"\n[feature.colour]\nvalues = [\"red\"]\n[feature.code]\nfrozen = false\n" + job, attack.LInf, "frozen by [all], though their tables say how they change: age, colour, g; frozen = false there lets them"},
		"described":          {"[all]\nfrozen = true\n[feature.age]\nmin = 2\nmax = 3\ninteger = true\n[feature.colour]\nfrozen = true\nprice = 2", attack.LInf, ""},
		"formula":            {"[all]\nfrozen = true\n[feature.age]\nfrozen = false\n[links]\nrules = [\"g_a = 2 * age\", \"g_c <= age\"]", attack.L2, "derived by links, but frozen by [all] or without a price: g_a; what they are derived from can then only change together: frozen = false in their tables lets them follow"},
		"formula, no price":  {still + "[feature.age]\nprice = 2\n[links]\nrules = [\"g_a = 2 * age\"]", attack.Cost, "derived by links, but frozen by [all] or without a price: g_a; what they are derived from can then only change together: frozen = false and price = 0 in their tables lets them follow"},
		"formula of nothing": {"[all]\nfrozen = true\n[links]\nrules = [\"g_a = 2 * age\"]", attack.L2, ""},
		"formula kept":       {"[feature.g_a]\nfrozen = true\n[links]\nrules = [\"g_a = 2 * age\"]", attack.L2, ""},
		"free formula":       {still + "[feature.age]\nprice = 2\n[feature.g_a]\nprice = 0\n[links]\nrules = [\"g_a = 2 * age\"]", attack.Cost, ""},
		"formula counts":     {"[links]\nrules = [\"g_a = 2 * age\"]", attack.LInf, "derived by links, and counted beside what they are derived from: g_a; price = 0 in their tables lets them follow at no cost"},
		"formula priced":     {still + "[all]\nprice = 2\n[feature.g_b]\nprice = 3\n[links]\nrules = [\"g_a = 2 * age\", \"g_b = g_a\"]", attack.Cost, "derived by links, and counted beside what they are derived from: g_a; price = 0 in their tables lets them follow at no cost"},
		"formula weighed":    {"[feature.g_a]\nweight = 2\n[links]\nrules = [\"g_a = 2 * age\"]", attack.LInf, ""},
		"wrong way":          {still + "[all]\nprice = { down = 2 }\n[feature.age]\ndirection = \"increase\"\n[feature.g_a]\ndirection = \"decrease\"\nprice = { up = 1 }", attack.Cost, "with a price for one way and a direction that is the other, and so frozen: age, g_a"},
		"no price":           {"[feature.colour]\nordinal = [\"red\", \"green\", \"blue\"]\n[feature.code]\nprice = 3\nmay-blank = true\n[group.g]\nfeatures = [\"g_a\", \"g_b\"]", attack.Cost, "without a price, and so of price 1: a change of level in colour; a change of group g; going missing in code"},
		"weight in its norm": {"[feature.age]\nweight = 2", attack.L2, ""},
		"weight in norm 0":   {"[all]\nweight = 2", attack.L0, "its weights count in other norms than 0 only"},
		"gain in norm 0":     {"[gain]\nvalue = 2", attack.L0, gain},
		"all in norm 0": {
			"[all]\nweight = 2\n[feature.colour]\nprice = 2\n[gain]\nvalue = 3", attack.L0,
			"its weights and prices count in other norms than 0 only, and its gain counts in the norm cost only",
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
			if got := strings.Join(file.Surprises(coloured, c.norm), "\n"); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// A price of a column of yes and no is one of numbers, though it looks like one of levels.
func TestPriceOfYesAndNo(t *testing.T) {
	e := &ensemble.Ensemble{Features: 2, Columns: []column.Column{{Kind: column.Boolean, Names: []string{"no", "yes"}, Codes: []int32{0, 1}}, {}},
		Schema: ensemble.Schema{Features: []string{"paperless", "age"}}}
	for text, want := range map[string]string{
		"[feature.paperless]\nprice = 0.05":                         "its prices of numbers, and of yes and no, count in the norm cost only",
		"[feature.paperless]\nprice = 2\n[gain]\nvalue = 3":         "its gain and its prices of numbers, and of yes and no, count in the norm cost only",
		"[feature.age]\nprice = 0.05\n[feature.paperless]\nmin = 0": "its prices of numbers count in the norm cost only",
	} {
		file, err := threat.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(file.Surprises(e, attack.L1), "\n"); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}
