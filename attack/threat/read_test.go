package threat_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

var model = &ensemble.Ensemble{Features: 3, Schema: ensemble.Schema{Features: []string{"age", "income", "is x"}, Classes: []string{"ok", "fraud"}}}

// read reads a threat file without faults.
func read(t *testing.T, text string, e *ensemble.Ensemble, norm attack.Norm) *attack.Constraints {
	t.Helper()
	c, err := threat.Read(strings.NewReader(text), e, norm)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestRead(t *testing.T) {
	got, err := threat.Read(strings.NewReader(`
# everything on [0,1] but income
[all]
min = 0
max = 1.0

[feature.income]
min = -1_000
max = 1e6
direction = "increase"
integer = true
weight = 0.5

[feature."is x"]
frozen = true

[feature.0]
direction = "decrease"
`), model, attack.LInf)
	if err != nil {
		t.Fatal(err)
	}
	want := &attack.Constraints{
		Weight:   []float64{1, 0.5, 1},
		Lo:       []float64{0, -1000, 0},
		Hi:       []float64{1, 1e6, 1},
		Min:      []float64{0, 0, 0},
		Range:    []float64{1, 1, 1},
		Frozen:   []bool{false, false, true},
		Increase: []bool{false, true, false},
		Decrease: []bool{true, false, false},
		Integer:  []bool{false, true, false},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// A model of sparse rows has only the columns that it splits on: those of a threat file for its table
// that it left out do not matter, and all other strangers do.
func TestReadSparse(t *testing.T) {
	sparse := &ensemble.Ensemble{Features: 2, Schema: ensemble.Schema{Features: []string{"f12", "f40"}}}
	const text = "[feature.f1]\nmin = 0\n[feature.f40]\nfrozen = true\n[feature.f999]\nmax = 3\n"
	if got := read(t, text, sparse, attack.LInf); !slices.Equal(got.Frozen, []bool{false, true}) {
		t.Errorf("%+v", got)
	}
	for _, wrong := range []string{"[feature.g12]", "[feature.f]", "[feature.f1x]", "[feature.2]", "[links]\nrules = [\"f12 = f13\"]"} {
		if _, err := threat.Read(strings.NewReader(wrong), sparse, attack.LInf); err == nil {
			t.Errorf("%s is read", wrong)
		}
	}
	sparse.Schema.Features = []string{"f1", "f2"} // as tables without names have them
	if _, err := threat.Read(strings.NewReader("[feature.f3]\nmin = 0"), sparse, attack.LInf); err == nil {
		t.Error("a column beyond the last is read")
	}
}

// A model that reads ages between 20 and 70 as 0 to 1 gets scaled bounds.
func TestReadScaled(t *testing.T) {
	scaled := &ensemble.Ensemble{Features: 1, Schema: ensemble.Schema{Min: []float64{20}, Max: []float64{70}}}
	got := read(t, "[feature.0]\nmin = 30\nmax = 120\ninteger = true", scaled, attack.LInf)
	if got.Lo[0] != 0.2 || got.Hi[0] != 2 || got.Min[0] != 20 || got.Range[0] != 50 {
		t.Errorf("%+v", got)
	}
}

// Times are hours since midnight, in a column that the model knows to hold times, whose values stay
// within a day.
func TestReadTimes(t *testing.T) {
	timed := &ensemble.Ensemble{Features: 1, Columns: []column.Column{{Dates: column.TimeOfDay}}}
	if c := threat.OfKinds(timed); c.Lo[0] != 0 || c.Hi[0] != 86399./3600 {
		t.Errorf("without a file a time lies between %v and %v", c.Lo[0], c.Hi[0])
	}
	read, err := threat.Parse([]byte("[feature.0]\nmin = 06:00:00\nvalues = [07:30:00, 18:00:00]\n"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := read.Constraints(timed, attack.LInf)
	if err != nil || got.Lo[0] != 6 || !slices.Equal(got.Values[0], []float64{7.5, 18}) {
		t.Errorf("%+v, %v", got, err)
	}
	var again strings.Builder
	read.Write(&again)
	if want := "\n[feature.0]\nmin = 06:00:00\nvalues = [07:30:00, 18:00:00]\n"; again.String() != want {
		t.Errorf("is written as %q", again.String())
	}
	for file, want := range map[string]string{
		"[feature.0]\nmin = \"06:00\"\n":                  "is a text: a time stands without quotes",
		"[feature.0]\nmin = 2020-01-01\nmax = 06:00:00\n": "dates and times do not stand together in a column",
		"[feature.0]\nmin = 2020-01-01\n":                 "a date is for a column of dates, which the model does not know this one to be",
	} {
		if _, err := threat.Read(strings.NewReader(file), timed, attack.LInf); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", file, err, want)
		}
	}
	dated := &ensemble.Ensemble{Features: 1, Columns: []column.Column{{Kind: column.Integer, Dates: column.MonthFirst}}}
	const want = "a time is for a column of times of day, which the model does not know this one to be"
	if _, err := threat.Read(strings.NewReader("[feature.0]\nmax = 06:00:00\n"), dated, attack.LInf); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

// Errors show bounds as the file has them, however scaling rounds them.
func TestScaledBoundsAsWritten(t *testing.T) {
	for _, low := range []float64{-0.3, -1.7, -1000.1, 1e-5, 0.1, 1e6} {
		for _, span := range []float64{0.7, 1, 4.805, 7.9, 15.9, 999, 1e-3, 1e9} {
			scaled := &ensemble.Ensemble{Features: 1, Schema: ensemble.Schema{Min: []float64{low}, Max: []float64{low + span}}}
			for _, limit := range []string{"0", "0.1", "-0.25", "3", "1000", "123456.5"} {
				got := read(t, "[feature.0]\nmin = "+limit+"\nmax = "+limit, scaled, attack.LInf)
				want := ", outside its bounds " + limit + " to " + limit
				if err := got.CheckVictim([]float64{1e12}, nil, nil); err == nil || !strings.HasSuffix(err.Error(), want) {
					t.Errorf("scaled from %v by %v: %v, want %q", low, span, err, want)
				}
				link := attack.Link{Text: "a <= b", Feature: 0, AtMost: true, Terms: []attack.Term{{Factor: 1, Times: []int{1}}}}
				width := got.Range[0]
				c := attack.Constraints{Min: []float64{low, low}, Range: []float64{width, width}, Links: []attack.Link{link}}
				row := []float64{(2e6 - low) / width, got.Lo[0]}
				want = "a <= b is broken: 2000000 and " + limit
				if err := c.CheckVictim(row, nil, nil); err == nil || err.Error() != want {
					t.Errorf("scaled from %v by %v: %v, want %q", low, span, err, want)
				}
				want = `line 1: feature 0: there is none of its values between ` + limit + " and 10000000000"
				if _, err := threat.Read(strings.NewReader("[feature.0]\nvalues = [-5]\nmin = "+limit+"\nmax = 1e10"), scaled, attack.LInf); err == nil || err.Error() != want {
					t.Errorf("scaled from %v by %v: %v, want %q", low, span, err, want)
				}
			}
		}
	}
}

// Dates are days since 1970, in a column that the model knows to hold dates.
func TestReadDates(t *testing.T) {
	dated := &ensemble.Ensemble{Features: 1, Columns: []column.Column{{Kind: column.Integer, Dates: column.MonthFirst}}}
	got := read(t, "[feature.0]\nmin = 1970-01-03\nmax = 1970-01-31T00:00:00Z\nstep = 7\nstep-from = 1969-12-31", dated, attack.LInf)
	if got.Lo[0] != 2 || got.Hi[0] != 30 || got.Step[0] != 7 || got.StepFrom[0] != -1 {
		t.Errorf("%+v", got)
	}
	want := "feature 0 is 1970-02-01, outside its bounds 1970-01-03 to 1970-01-31"
	if err := got.CheckVictim([]float64{31}, nil, dated.Columns); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	_, err := threat.Read(strings.NewReader("[feature.0]\nmin = 1970-02-03\nmax = 1970-01-31"), dated, attack.LInf)
	if want = "line 1: feature 0: smallest value 1970-02-03 is above the largest, 1970-01-31"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if _, err = threat.Read(strings.NewReader("[gain]\ncolumn = '0'"), dated, attack.LInf); err == nil || err.Error() != "line 1: [gain]: feature 0 holds dates or times, not numbers" {
		t.Error(err)
	}
	got.Links = []attack.Link{{Text: "0 <= 3", Feature: 0, AtMost: true, Terms: []attack.Term{{Factor: 3}}}}
	if err := got.CheckVictim([]float64{30}, nil, dated.Columns); err == nil || err.Error() != "0 <= 3 is broken: 1970-01-31 and 1970-01-04" {
		t.Error(err)
	}
	_, err = threat.Read(strings.NewReader("[feature.0]\nvalues = [\"1970-01-03\"]"), dated, attack.LInf)
	if want = "line 1: feature 0: it holds dates or times, and its values are texts: they stand without quotes"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	dated.Columns[0] = column.Column{Kind: column.Boolean}
	_, err = threat.Read(strings.NewReader("[feature.0]\nvalues = [\"yes\"]"), dated, attack.LInf)
	if want = `line 1: feature 0: it holds yes and no, which are 1 and 0 here: values = [1], or direction = "increase"`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	dated.Columns[0] = column.Column{Kind: column.Integer, Dates: column.MonthFirst}
	got, err = threat.Read(strings.NewReader("[feature.0]\nvalues = [1970-01-03, 1970-01-01 12:00:00, -3]"), dated, attack.LInf)
	if err != nil || !slices.Equal(got.Values[0], []float64{-3, 0.5, 2}) {
		t.Errorf("%+v, %v", got, err)
	}
	for text, want := range map[string][]string{
		"min = 2023":             {"numbers are days since 1970 in columns of dates, and dates are written like 2023-05-31: 0"},
		"min = 2023-01-01":       nil,
		"step = 7\nprice = 2e-3": {"its prices of numbers count in the norm cost only"},
	} {
		file, err := threat.Parse([]byte("[feature.0]\n" + text))
		if err != nil {
			t.Fatal(err)
		}
		if got := file.Surprises(dated, attack.LInf); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestReadFaults(t *testing.T) {
	cases := map[string]struct{ text, want string }{
		"unknown feature":      {"\n[feature.agee]\n", `line 2: unknown feature "agee": did you mean "age"?`},
		"feature out of range": {"[feature.3]", "line 1: there is no feature 3: the model reads 3, from 0"},
		"unknown table":        {"[features.age]", "line 1: unknown table [features.age]"},
		"array of tables":      {"[[all]]", "line 1: only tables [all], [feature.NAME], [group.NAME], [links] and [gain] are known"},
		"unknown class":        {"classes = [\"fruad\"]", `line 1: classes: unknown class "fruad": did you mean "fraud"?`},
		"no class":             {"\nclasses = []", `line 2: classes: no class attacks: leave the key out if all do`},
		"class, no list":       {"classes = \"fraud\"", `line 1: classes: fraud is not a list such as`},
		"classes twice":        {"classes = [\"fraud\"]\nclasses = [\"ok\"]", `line 2: classes: is given twice`},
		"classes too late":     {"[all]\nclasses = [\"ok\"]", `line 2: classes stands above all tables: here it is a key of the one in line 1`},
		"class":                {"class = [\"ok\"]", `line 1: unknown key "class": did you mean "classes"?`},
		"table of many":        {"[features.age]\nmin = 1", `line 1: unknown table [features.age]: did you mean [feature.age]?`},
		"table with a capital": {"\n[Group.\"a b\"]", `line 2: unknown table [Group.a b]: did you mean [group."a b"]?`},
		"table of a link":      {"[link]\nrules = []", `line 1: unknown table [link]: did you mean [links]?`},
		"table of no name":     {"[feature]\nmin = 1", `line 1: unknown table [feature]: write [all], [feature.NAME]`},
		"table of one name":    {"[gain.age]", `line 1: unknown table [gain.age]: write [all], [feature.NAME]`},
		"list for a number":    {"[all]\nmin = [1]", "line 2: min: a list is not a number"},
		"table for a word":     {"[all]\ndirection = {}", `line 2: direction: a table is not "increase"`},
		"text for a flag":      {"[all]\nfrozen = \"true\"", `line 2: frozen: "true" is a text: true and false stand without quotes`},
		"word, no quotes":      {"[feature.age]\nmin = 1\nprice = never # at all", "line 3: never stands without quotes: texts have some, and true and false are written small"},
		"flag with a capital":  {"[all]\r\nfrozen = True\r\n", "line 2: True stands without quotes"},
		"no table":             {"min = 1", "line 1: min stands before any table"},
		"unknown key":          {"[all]\nminimum = 1", `line 2: unknown key "minimum": use one of min, max, `},
		"text for a number":    {"[all]\nmin = \"a\"", "line 2: min: a is not a number"},
		"not a number":         {"[all]\nmin = nan", "line 2: min: nan is not a number"},
		"date in all":          {"\n[all]\nmin = 2020-01-01", "line 2: a date is for a single column"},
		"date of no date":      {"\n[feature.age]\nmin = 2020-01-01", `line 2: feature "age": a date is for a column of dates, which the model does not know this one to be`},
		"date that is none":    {"[feature.age]\nmin = 2021-02-30", "line 2: min: 2021-02-30 is not a date"},
		"date in quotes":       {"[feature.age]\nvalues = [\"2021-02-03\"]", `line 1: feature "age": it holds numbers, and its values are texts`},
		"step that is a date":  {"[feature.age]\nstep = 2021-02-03", "line 2: step: 2021-02-03 is not a number"},
		"time of day":          {"[feature.age]\nmin = 10:00:00", "line 1: feature \"age\": a time is for a column of times of day"},
		"number for a flag":    {"[all]\nfrozen = 1", "line 2: frozen: 1 is not true or false"},
		"direction":            {"[all]\ndirection = \"up\"", `line 2: direction: up is not "increase"`},
		"twice":                {"[all]\nmin = 1\nmin = 2", "line 3: min: is given twice"},
		"table twice":          {"[feature.age]\n[feature.0]", "line 2: there is a table for this already, in line 1"},
		"bounds":               {"[feature.age]\nmin = 2\nmax = 1", `line 1: feature "age": smallest value 2 is above the largest, 1`},
		"bounds with all":      {"[all]\nmax = 1\n[feature.age]\nmin = 2", `line 3: feature "age": smallest value 2`},
		"weight":               {"[all]\nweight = 0", `line 1: a weight or price of 0 is for a column that a link derives`},
		"free, not derived":    {"[feature.age]\nprice = 0\n[links]\nrules = [\"income = age\"]", `line 1: feature "age": a weight or price of 0 is for a column that a link derives`},
		"weightless":           {"[feature.age]\nweight = 0\n[links]\nrules = [\"age <= income\"]", `line 1: feature "age": a weight or price of 0 is for a column that a link derives`},
		"free one way":         {"[feature.age]\nprice = { up = 0, down = 1 }", `line 2: price: 0 is not above 0`},
		"price below 0":        {"[all]\nprice = { up = 1, down = -2 }", `line 2: price: -2 is not above 0`},
		"price of neither way": {"[all]\nprice = {}", `line 2: price: {} names no way: write { up = 1, down = 2 }`},
		"weight of way twice":  {"[all]\nweight = { up = 1, up = 5 }", `line 2: weight: up is given twice`},
		"price of no way":      {"[all]\nprice = { upp = 1 }", `line 2: price: unknown way "upp": did you mean "up"?`},
		"price NaN":            {"[all]\nprice = { up = nan }", `line 2: price: nan is not a number`},
		"price that is huge":   {"[all]\nprice = 1e308", `line 2: price: 1e+308 is not between 1e-30 and 1e+30`},
		"price no number":      {"[all]\nprice = \"much\"", `line 2: price: much is not a number, nor a table such as { up = 1, down = 2 }`},
		"two kinds":            {"[feature.age]\nstep = 1\ninteger = true", `line 1: feature "age": only one of integer, step and values`},
		"step":                 {"[feature.age]\nstep = -1", `line 1: feature "age": step -1 is not a positive number`},
		"start of no step":     {"[feature.age]\nstep-from = 1", `line 1: feature "age": step-from is given without step`},
		"step too wide":        {"[feature.age]\nmin = 0\nmax = 3\nstep = 5", `line 1: feature "age": step 5 is more than there is between 0 and 3`},
		"step beside bounds":   {"[feature.age]\nmin = 1\nmax = 4\nstep = 5\nstep-from = 0", `line 1: feature "age": there is no step of 5 from 0 between 1 and 4`},
		"values beside bounds": {"[feature.age]\nmax = 3\nvalues = [4, 5]", `line 1: feature "age": there is none of its values between -Inf and 3`},
		"values no list":       {"[feature.age]\nvalues = 4", `line 2: values: 4 is not a list`},
		"no values":            {"[feature.age]\nvalues = []", `line 1: feature "age": the list of values is empty`},
		"infinite value":       {"[feature.age]\nvalues = [0, inf]", `line 1: feature "age": value +Inf is not a finite number`},
		"dots in a name":       {"[feature.is.x]", `line 1: unknown table [feature.is.x]: quote a name with dots or blanks, as in [feature."is.x"]`},
		"group of one":         {"[group.g]\nfeatures = [\"age\"]", `line 1: group "g": it has 1 feature, must have at least 2`},
		"groups that overlap":  {"[group.g]\nfeatures = [\"age\", \"income\"]\n[group.h]\nfeatures = [\"age\", \"is x\"]", `line 3: group "h": feature "age" is in group "g" too`},
		"group of strangers":   {"[group.g]\nfeatures = [\"age\", \"incom\"]", `line 1: group "g": unknown feature "incom": did you mean "income"?`},
		"group and table":      {"[feature.age]\nmin = 1\n[group.g]\nfeatures = [\"age\", \"income\"]", `line 3: group "g": feature "age" has a table of its own, in line 1`},
		"ones":                 {"[group.g]\nones = \"one\"", `line 2: ones: one is not "exactly one" or "at most one"`},
		"prices of no group":   {"\n[group.g.prices]\na = { b = 1 }", `line 2: group "g": it has 0 features, must have at least 2`},
		"key of a group":       {"[group.g]\nfeature = [\"age\"]", `line 2: unknown key "feature": did you mean "features"?`},
		"link of strangers":    {"[links]\nrules = [\"age = incom + 1\"]", `line 1: "age = incom + 1": unknown feature "incom": did you mean "income"?`},
		"link of nothing":      {"[links]\nrules = [\"age\"]", `line 1: "age": write a column, =, <= or >=, and columns`},
		"link that ends":       {"[links]\nrules = [\"age = income +\"]", `line 1: "age = income +": it ends with +`},
		"link of two columns":  {"[links]\nrules = [\"age = income income\"]", `line 1: "age = income income": "income" stands where there should be a +, -, * or /`},
		"quote":                {"[links]\nrules = ['age = \"is x']", `line 1: "age = \"is x": a quote is not closed`},
		"circle":               {"[links]\nrules = [\"age = income\", \"income = 2 * age\"]", `line 1: age = income is part of a circle of links`},
		"key of links":         {"[links]\nrule = [\"age = income\"]", `line 2: unknown key "rule": did you mean "rules"?`},
		"link from a number":   {"[links]\nrules = [\"age >= 2\"]", `line 1: "age >= 2": 2 is a number here: min and max in the table of a column bound it, and a column's own number is quoted`},
		"link over nothing":    {"[links]\nrules = [\"age = income / 0\"]", `line 1: "age = income / 0": 0 makes it no number`},
		"link of no factor":    {"[links]\nrules = [\"age = 0 / income\"]", `line 1: "age = 0 / income": a factor of 0 leaves out its columns`},
		"link with brackets":   {"[links]\nrules = [\"age = 2 * (income + 1)\"]", `line 1: "age = 2 * (income + 1)": there are no brackets in rules: multiply out, or quote a name`},
		"link that turns":      {"[links]\nrules = [\"age >= 2 * income\"]", `line 1: "age >= 2 * income": with >= a single column stands on the right`},
		"group of one, twice":  {"[group.g]\nfeatures = [\"age\", \"age\"]", `line 1: group "g": feature "age" is named twice`},
		"number as a text":     {"[feature.age]\nmin = \"12\"", `line 2: min: "12" is a text: a number stands without quotes`},
		"gain below 0":         {"[gain]\nvalue = -3", `line 2: value: -3 is not above 0`},
		"gain of two kinds":    {"[gain]\nvalue = 1\ncolumn = \"age\"", `line 1: [gain] has either column or value`},
		"gain of a stranger":   {"[gain]\ncolumn = \"aged\"", `line 1: [gain]: unknown feature "aged": did you mean "age"?`},
		"syntax":               {"[all]\nmin = \n", "line 2: "},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			file, err := threat.Parse([]byte(c.text))
			if err == nil {
				_, err = file.Constraints(model, attack.LInf)
			}
			if err == nil {
				_, err = file.Gain.Of(model)
			}
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// A rule is a sum of products, and names with spaces are quoted.
func TestLinks(t *testing.T) {
	got := read(t, "[links]\nrules = ['age = \"is x\" * 2 / income - 3', 'income >= age']", model, attack.LInf)
	want := []attack.Link{
		{Text: `age = "is x" * 2 / income - 3`, Feature: 0, Terms: []attack.Term{{Factor: 2, Times: []int{2}, Over: []int{1}}, {Factor: -3}}},
		{Text: "income >= age", Feature: 0, AtMost: true, Terms: []attack.Term{{Factor: 1, Times: []int{1}}}},
	}
	if d := cmp.Diff(want, got.Links); d != "" {
		t.Error(d)
	}
}

// A word that only Go reads as a number, and inf, is the name of a column.
func TestNamesLikeNumbersInLinks(t *testing.T) {
	for _, name := range []string{"1_1", "0x1p4", "inf", "nan"} {
		_, err := threat.Read(strings.NewReader("[links]\nrules = ['income = "+name+" * age']"), model, attack.LInf)
		if err == nil || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), "no number") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := threat.Read(strings.NewReader("[links]\nrules = ['income = 1.5e1 * age']"), model, attack.LInf); err != nil {
		t.Error(err)
	}
}

// A derived column of price 0 moves at no cost in every norm, one of weight 0 in those that weigh
// columns.
func TestFreeColumns(t *testing.T) {
	for _, norm := range attack.AllNorms {
		for key, want := range map[string]bool{"price": true, "weight": norm != attack.L0 && norm != attack.Cost} {
			got := read(t, "[feature.income]\n"+key+" = 0\n[links]\nrules = ['income = 2 * age']", model, norm)
			if got.Free(1) != want || got.Free(0) || want && got.Frozen[1] {
				t.Errorf("norm %v, %s 0: weights %v, frozen %v", norm, key, got.Weight, got.Frozen)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("[all]\nmin = 0\n[feature.income]\ndirection = \"increase\"\nweight = 0.5")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := threat.Read(strings.NewReader(text), model, attack.Cost)
		if err == nil && c.Check(model.Features) != nil {
			t.Error(c.Check(model.Features))
		}
	})
}

func ExampleRead() {
	c, err := threat.Read(strings.NewReader("[feature.age]\nmax = 120\ndirection = \"increase\""), model, attack.LInf)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Hi[0], c.Increase[0], math.IsInf(c.Hi[1], 1))
	// Output: 120 true true
}
