package threat_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

var (
	never = math.Inf(1)

	// coloured is a model of a number, a column with names of its levels, one with bare
	// codes, and columns of a group.
	coloured = &ensemble.Ensemble{
		Features: 6, Schema: ensemble.Schema{Features: []string{"age", "colour", "code", "g_a", "g_b", "g_c"}},
		Columns: []column.Column{{}, column.Named([]string{"red", "green", "blue"}), {Kind: column.Categorical, Codes: []int32{3, 7}}, {}, {}, {}},
	}
)

func TestPricesOfLevels(t *testing.T) {
	pairs := func(prices ...float64) (p []attack.LevelPrice) { // all of three levels, by rows
		for i, price := range prices {
			from := int32(i / 2)
			p = append(p, attack.LevelPrice{From: from, To: []int32{1, 2, 0, 2, 0, 1}[i], Price: price})
		}
		return p
	}
	only := func(prices ...float64) []attack.LevelPrice { // to red and green
		all := pairs(prices[0], 0, prices[1], 0, prices[2], prices[3])
		return []attack.LevelPrice{all[0], all[2], all[4], all[5]}
	}
	cases := map[string]struct {
		text string
		norm attack.Norm
		want attack.LevelPrices
	}{
		"some": {
			"[feature.colour]\nprice = 5\nprices = { red = { green = 2, blue = \"never\" } }", attack.Cost,
			attack.LevelPrices{Pairs: pairs(2, never), Other: 5},
		},
		"a table below": {
			"[feature.colour]\nprice = \"never\"\n[feature.colour.prices]\nred = { green = 2 }", attack.LInf,
			attack.LevelPrices{Pairs: pairs(2), Other: never},
		},
		"all": {
			"[feature.colour.prices]\nred = { green = 1, blue = 2 }\ngreen = { red = 3, blue = 4 }\nblue = { red = 5, green = 6 }", attack.L2,
			attack.LevelPrices{Pairs: pairs(1, 2, 3, 4, 5, 6), Other: never},
		},
		"weight": {
			"[feature.colour]\nweight = 10\nprice = 5\nprices = { red = { green = 2 } }", attack.L1,
			attack.LevelPrices{Pairs: pairs(20), Other: 50},
		},
		"no weight in cost": {
			"[all]\nweight = 10\n[feature.colour]\nprice = 5\nprices = { red = { green = 2 } }", attack.Cost,
			attack.LevelPrices{Pairs: pairs(2), Other: 5},
		},
		"norm 0 knows never": {
			"[feature.colour]\nprice = 5\nprices = { red = { green = 2, blue = \"never\" } }", attack.L0,
			attack.LevelPrices{Pairs: pairs(1, never), Other: 1},
		},
		"to some": {
			"[feature.colour]\nvalues = [\"green\", \"red\"]", attack.LInf,
			attack.LevelPrices{Pairs: only(1, 1, 1, 1), Other: never},
		},
		"to some, with prices": {
			"[feature.colour]\nvalues = [\"green\", \"red\"]\nprice = 5\nprices = { red = { green = 2, blue = 3 }, blue = { red = \"never\" } }", attack.Cost,
			attack.LevelPrices{Pairs: only(2, 5, never, 5), Other: never},
		},
		"to some, with prices of these alone": {
			"[feature.colour]\nvalues = [\"green\", \"red\"]\nprices = { red = { green = 2 }, green = { red = 3 }, blue = { red = 4, green = 5 } }", attack.Cost,
			attack.LevelPrices{Pairs: only(2, 3, 4, 5), Other: never},
		},
		"to some, in order": {
			"[feature.colour]\nvalues = [\"green\", \"red\"]\nordinal = [\"red\", \"green\", \"blue\"]\nprice = { up = 3, down = 4 }", attack.L1,
			attack.LevelPrices{Pairs: only(3, 4, 8, 4), Other: never},
		},
		"to some, norm 0": {
			"[feature.colour]\nvalues = [\"green\", \"red\"]\nprice = 5", attack.L0,
			attack.LevelPrices{Pairs: only(1, 1, 1, 1), Other: never},
		},
		"order": {
			"[feature.colour]\nordinal = [\"red\", \"green\", \"blue\"]\nprice = 3", attack.Cost,
			attack.LevelPrices{Pairs: pairs(3, 6, 3, 3, 6, 3), Other: never},
		},
		"order of no price": {
			"[feature.colour]\nordinal = [\"red\", \"green\", \"blue\"]\nweight = { up = 1, down = 2 }", attack.LInf,
			attack.LevelPrices{Pairs: pairs(1, 2, 2, 1, 4, 2), Other: never},
		},
		"up and down": {
			"[feature.colour]\nordinal = [\"red\", \"green\", \"blue\"]\nprice = { up = 3, down = 4 }", attack.LInf,
			attack.LevelPrices{Pairs: pairs(3, 6, 4, 3, 8, 4), Other: never},
		},
		"up alone": {
			"[feature.colour]\nordinal = [\"red\", \"green\", \"blue\"]\nprice = { up = 3 }", attack.LInf,
			attack.LevelPrices{Pairs: pairs(3, 6, never, 3, never, never), Other: never},
		},
		"direction": {
			"[feature.colour]\nordinal = [\"red\", \"green\", \"blue\"]\ndirection = \"decrease\"", attack.L0,
			attack.LevelPrices{Pairs: pairs(never, never, 1, never, 1, 1), Other: never},
		},
		"direction of all": {
			"[all]\ndirection = \"decrease\"\n[feature.colour]\nordinal = [\"red\", \"green\", \"blue\"]", attack.L0,
			attack.LevelPrices{Pairs: pairs(never, never, 1, never, 1, 1), Other: never},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got := read(t, c.text, coloured, c.norm)
			if d := cmp.Diff(c.want, got.Levels[1]); d != "" {
				t.Error(d)
			}
			if least := got.Levels[1].Least(); got.Weight[1] != least {
				t.Errorf("weight %v, the least price is %v", got.Weight[1], least)
			}
			writesWhatItReads(t, c.text)
		})
	}
}

// writesWhatItReads writes a file that it has read, and reads the result.
func writesWhatItReads(t *testing.T, text string) {
	t.Helper()
	parse := func(text string) *threat.Threat {
		file, err := threat.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	write := func(file *threat.Threat) string {
		var b strings.Builder
		if err := file.Write(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if first := write(parse(text)); write(parse(first)) != first || len(first) < len(text)/2 {
		t.Errorf("%s\nbecomes\n%s", text, first)
	}
}

func TestPricesOfGroups(t *testing.T) {
	text := "[group.g]\nfeatures = [\"g_a\", \"g_b\", \"g_c\"]\nones = \"at most one\"\nprice = 9\nprices = { g_c = { g_a = \"never\", \"\" = 4 } }"
	got := read(t, text, coloured, attack.L1)
	want := attack.LevelPrices{Pairs: []attack.LevelPrice{{From: 2, To: 0, Price: never}, {From: 2, To: 3, Price: 4}}, Other: 9}
	if d := cmp.Diff(want, got.Groups[0].Prices); d != "" {
		t.Error(d)
	}
	if got.Groups[0].Weight != 4 || got.Weight[3] != 2 {
		t.Errorf("a change counts %v at least, that of a column alone %v", got.Groups[0].Weight, got.Weight[3])
	}
	writesWhatItReads(t, text)

	text = "[group.g]\nfeatures = [\"g_a\", \"g_b\", \"g_c\"]\nprice = \"never\"\nprices = { g_c = { g_a = 3 } }"
	for norm, price := range map[attack.Norm]float64{attack.L1: 3, attack.L0: 1} {
		g := read(t, text, coloured, norm).Groups[0]
		if g.Frozen || g.Price(2, 0) != price || !math.IsInf(g.Price(0, 2), 1) || g.LeastPrice() != price {
			t.Errorf("norm %v: %+v", norm, g)
		}
	}
	writesWhatItReads(t, text)
}

// A feature without any allowed change is frozen.
func TestNever(t *testing.T) {
	for _, text := range []string{
		"[feature.colour]\nprice = \"never\"", "[feature.colour]\nprice = \"never\"\nprices = { red = { blue = \"never\" } }",
	} {
		got := read(t, text, coloured, attack.L0)
		if !got.Frozen[1] || got.Frozen[0] || got.Levels != nil {
			t.Errorf("%s: %+v", text, got)
		}
		writesWhatItReads(t, text)
	}
	for _, more := range []string{"", "\nprices = { g_a = { g_b = \"never\" } }"} {
		text := "[group.g]\nfeatures = [\"g_a\", \"g_b\", \"g_c\"]\nprice = \"never\"" + more
		for _, norm := range attack.AllNorms {
			got := read(t, text, coloured, norm)
			if g := got.Groups[0]; !g.Frozen || g.LeastPrice() != 1 || g.Weight != 1 {
				t.Errorf("norm %v, %s: %+v", norm, text, g)
			}
		}
		writesWhatItReads(t, text)
	}
}

func TestPriceFaults(t *testing.T) {
	cases := map[string]struct{ text, want string }{
		"of a number":        {"[feature.age]\nprices = { a = { b = 1 } }", `line 1: feature "age": it holds numbers: prices and ordinal are for categories`},
		"order of numbers":   {"[feature.age]\nordinal = [1, 2]", `line 1: feature "age": it holds numbers: prices and ordinal are for categories`},
		"never of a number":  {"[feature.age]\nprice = \"never\"", `line 1: feature "age": it holds numbers: frozen keeps them`},
		"of all":             {"[all]\nprices = { a = { b = 1 } }", `line 1: prices of levels are for single columns`},
		"never of all":       {"[all]\nprice = \"never\"", `line 1: prices of levels are for single columns`},
		"value, no level":    {"[feature.colour]\nvalues = [\"green\", \"rad\"]", `line 1: feature "colour": values: unknown level "rad": did you mean "red"?`},
		"value twice":        {"[feature.colour]\nvalues = [\"green\", \"green\"]", `line 1: feature "colour": values: "green" stands there twice`},
		"no value":           {"[feature.colour]\nvalues = []", `line 1: feature "colour": values: the list is empty: freeze the feature instead`},
		"code that is none":  {"[feature.code]\nvalues = [3, 4]", `line 1: feature "code": values: unknown level "4": the model lists [3 7]`},
		"values of all":      {"\n[all]\nvalues = [\"green\"]", `line 2: levels are for a single column`},
		"no table":           {"[feature.colour]\nprices = 3", `line 2: prices: 3 is not a table such as { LEVEL = { OTHER = 120 } }`},
		"no table of a row":  {"[feature.colour]\nprices = { red = 3 }", `line 2: prices: red: 3 is not a table such as { LEVEL = 120, OTHER = "never" }`},
		"row of a table":     {"[feature.colour.prices]\nred = 3", `line 2: red: 3 is not a table such as`},
		"dotted":             {"[feature.colour.prices]\nred.blue = 3", `line 2: red.blue: 3 is not a table such as`},
		"word":               {"[feature.colour]\nprices = { red = { blue = \"often\" } }", `line 2: prices: red: blue: often is not a number, nor "never"`},
		"below 0":            {"[feature.colour]\nprices = { red = { blue = -1 } }", `line 2: prices: red: blue: -1 is not above 0`},
		"0":                  {"[feature.colour]\nprices = { red = { blue = 0 } }", `line 2: prices: red: blue: 0 is not above 0`},
		"NaN":                {"[feature.colour]\nprices = { red = { blue = nan } }", `line 2: prices: red: blue: nan is not a number`},
		"huge":               {"[feature.colour]\nprices = { red = { blue = 1e308 } }", `line 2: prices: red: blue: 1e+308 is not between 1e-30 and 1e+30`},
		"huge with weight":   {"[feature.colour]\nweight = 1e9\nprice = 1\nprices = { red = { blue = 1e29 } }", `line 1: feature "colour": price 1e+38 of a change of level is not between`},
		"unknown level":      {"[feature.colour]\nprice = 1\nprices = { red = { bleu = 1 } }", `line 1: feature "colour": prices: red: unknown level "bleu": did you mean "blue"?`},
		"unknown from":       {"[feature.colour]\nprice = 1\nprices = { redd = { blue = 1 } }", `line 1: feature "colour": prices: unknown level "redd": did you mean "red"?`},
		"unknown number":     {"[feature.code]\nprice = 1\nprices = { 3 = { 8 = 1 } }", `line 1: feature "code": prices: 3: unknown level "8": the model lists [3 7]`},
		"no number":          {"[feature.code]\nprice = 1\nprices = { three = { 7 = 1 } }", `line 1: feature "code": prices: unknown level "three": the model names none, use their numbers`},
		"itself":             {"[feature.colour]\nprice = 1\nprices = { red = { red = 1 } }", `line 1: feature "colour": prices: red: that it stays as it is has no price`},
		"misses a level":     {"[feature.code]\nprices = { 3 = { 7 = 1 } }", `line 1: feature "code": prices: there is none from "7" to "3": give it, or in price that of all`},
		"table misses one":   {"[all]\nweight = 2\n[feature.code.prices]\n3 = { 7 = 1 }", `line 3: feature "code": prices: there is none from "7" to "3"`},
		"table of stranger":  {"[feature.coed.prices]\n3 = { 7 = 1 }", `line 1: unknown feature "coed": did you mean "code"?`},
		"endless gain":       {"[gain]\nvalue = inf", `line 2: value: +Inf is not between 1e-30 and 1e+30`},
		"huge gain":          {"[gain]\nvalue = 1e308", `line 2: value: 1e+308 is not between 1e-30 and 1e+30`},
		"twice":              {"[feature.colour]\nprice = 1\nprices = {}\nprices = {}", `line 4: prices: is given twice`},
		"order and prices":   {"[feature.colour]\nordinal = [\"red\"]\nprices = { red = { blue = 1 } }", `line 1: feature "colour": only one of prices and ordinal`},
		"order of strangers": {"[feature.colour]\nordinal = [\"red\", \"bleu\", \"green\"]", `line 1: feature "colour": ordinal: unknown level "bleu": did you mean "blue"?`},
		"order twice":        {"[feature.colour]\nordinal = [\"red\", \"blue\", \"red\"]", `line 1: feature "colour": ordinal: "red" stands there twice`},
		"order misses one":   {"[feature.colour]\nordinal = [\"red\", \"blue\"]", `line 1: feature "colour": ordinal: level "green" is missing`},
		"direction, no order": {
			"[feature.colour]\ndirection = \"increase\"",
			`line 1: feature "colour": it holds categories, which have no order: only values, frozen, weight, price, prices, ordinal, may-blank and blank-price are for it`,
		},
		"free":               {"[feature.colour]\nprice = 0", `line 1: feature "colour": a weight or price of 0 is for a column that a link derives`},
		"link":               {"[links]\nrules = [\"colour <= age\"]", `line 1: "colour <= age": feature "colour" holds categories, not numbers`},
		"link of a term":     {"[links]\nrules = [\"age = 2 * colour\"]", `line 1: "age = 2 * colour": feature "colour" holds categories, not numbers`},
		"gain":               {"[gain]\ncolumn = \"colour\"", `line 1: [gain]: feature "colour" holds categories, not numbers`},
		"group of strangers": {"[group.g]\nfeatures = [\"g_a\", \"g_b\"]\nprice = 1\nprices = { g_a = { g_c = 1 } }", `line 1: group "g": prices: g_a: unknown level "g_c": did you mean`},
		"misses one of some": {"[feature.colour]\nvalues = [\"red\"]\nprices = { green = { red = 1 } }", `line 1: feature "colour": prices: there is none from "blue" to "red"`},
		"group misses one":   {"[group.g]\nfeatures = [\"g_a\", \"g_b\"]\nprices = { g_a = { g_b = 1 } }", `line 1: group "g": prices: there is none from "g_b" to "g_a"`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			file, err := threat.Parse([]byte(c.text))
			if err == nil {
				_, err = file.Constraints(coloured, attack.LInf)
			}
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
