package main

import (
	"encoding/csv"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

var linkedRows = flag.Int("linked-rows", 60, "rows to attack in each run of TestWrittenExamplesObeyLinks")

// linkRules are what loans have to obey, and loans.toml says so.
const linkRules = `[feature.months]
integer = true
min = 1
max = 60
[feature.fee]
min = 0
[feature.%s
[links]
rules = ["total = amount + fee", "rate = total / months", "low <= high", "interest = amount * 0.02 * months - fee"]
`

// Examples in the written file obey the links when these are computed again from what is
// written there: a derived value is, as the model reads it, what the formula gives in
// float64, and a value in an order is at most the other. So it is for models of scaled
// and of raw columns, and of float32, in every norm.
func TestWrittenExamplesObeyLinks(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	t.Chdir(t.TempDir())
	writeLoans(t, "train.csv", 600, 1)
	writeLoans(t, "test.csv", *linkedRows, 2)
	must := func(args ...string) {
		t.Helper()
		if code, _, stderr := hardwood(t, args...); code != 0 {
			t.Fatalf("%v: %s", args, stderr)
		}
	}
	must("train", "--quiet", "--data", "train.csv", "--rounds", "30", "--max-depth", "4", "--out", "scaled.json")
	must("train", "--quiet", "--data", "train.csv", "--rounds", "30", "--max-depth", "4", "--scale", "no", "--out", "raw.json")
	must("convert", "--quiet", "--in", "raw.json", "--to", "xgboost", "--round", "--out", "float32.json")
	nameColumns(t, "float32.json", "raw.json")
	examples, derived := 0, 0
	for _, model := range []string{"scaled.json", "raw.json", "float32.json"} {
		e, err := format.ReadFile(model)
		if err != nil {
			t.Fatal(err)
		}
		for i, rule := range []string{"total]\nweight = 0", "rate]\nweight = 0", "total]\nfrozen = true", "rate]\nfrozen = true", "interest]\ndirection = \"decrease\""} {
			if err := os.WriteFile("loans.toml", fmt.Appendf(nil, linkRules, rule), 0o666); err != nil {
				t.Fatal(err)
			}
			for k, norm := range attack.NormNames[:4] {
				method := []string{"auto", "lt"}[(i+k)%2]
				must("attack", "--quiet", "--model", model, "--data", "test.csv", "--threat", "loans.toml", "--norm", norm, "--method", method,
					"--no-times", "--out", "rows.csv", "--examples", "examples.csv")
				t.Logf("%s, %q, norm %s, %s: %s", model, rule, norm, method, found(t, "rows.csv"))
				for _, row := range rowsOf(t, "examples.csv") {
					if row["adversarial_label"] == "" {
						continue // none was found
					}
					examples++
					broken, changed := brokenLink(t, e, row)
					if broken != "" {
						t.Errorf("%s, norm %s, %s, %q, row %s: %s", model, norm, method, rule, row["row"], broken)
					}
					if changed {
						derived++
					}
				}
			}
		}
	}
	t.Logf("%d examples, %d of which have other totals or rates", examples, derived)
	if least := 10 * *linkedRows; examples < least || derived < least/4 {
		t.Errorf("%d examples, %d of which have other totals or rates: too few", examples, derived)
	}
}

// writeLoans writes a table of loans that obey the links, from a stream of random numbers.
func writeLoans(t *testing.T, path string, rows, stream int) {
	t.Helper()
	r := seed.At(51, stream)
	var table strings.Builder
	table.WriteString("amount,fee,total,months,rate,interest,low,high,risk\n")
	for range rows {
		amount, fee, months := math.Round(r.Float64()*1e6)/100, math.Round(r.Float64()*3e4)/100, float64(1+r.IntN(60))
		total, high := amount+fee, math.Round(r.Float64()*1e5)/100
		rate, low := total/months, math.Round(high*r.Float64()*100)/100
		risk := "good"
		if math.Sin(total/2500)+rate/1000+(high-low)/800+r.Float64() > 1.6 {
			risk = "bad"
		}
		for _, v := range []float64{amount, fee, total, months, rate, float64(amount*0.02*months) - fee, low, high} {
			table.WriteString(strconv.FormatFloat(v, 'g', -1, 64) + ",")
		}
		table.WriteString(risk + "\n")
	}
	if err := os.WriteFile(path, []byte(table.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// nameColumns gives a model the schema of another.
func nameColumns(t *testing.T, path, other string) {
	t.Helper()
	e, err := format.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	named, err := format.ReadFile(other)
	if err != nil {
		t.Fatal(err)
	}
	e.Schema = named.Schema
	if err := format.WriteFile(path, e, format.Hardwood); err != nil {
		t.Fatal(err)
	}
}

// rowsOf reads a CSV file, row by row the cells by their columns.
func rowsOf(t *testing.T, path string) (rows []map[string]string) {
	t.Helper()
	records, err := csv.NewReader(strings.NewReader(string(read(t, path)))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, cell := range record {
			row[records[0][i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

// found says what a file of rows under attack holds, and how near bounds come.
func found(t *testing.T, path string) string {
	t.Helper()
	var attacked, examples, optimal int
	var distances, bounds float64
	for _, row := range rowsOf(t, path) {
		switch row["status"] {
		case "misclassified":
			continue
		case "optimal":
			optimal++
		}
		attacked++
		if row["status"] == "none" {
			continue
		}
		distance, err := strconv.ParseFloat(row["distance"], 64)
		bound, err2 := strconv.ParseFloat(row["lower_bound"], 64)
		if err != nil || err2 != nil || !(bound <= distance) {
			t.Fatalf("%v: %v, %v", row, err, err2)
		}
		examples, distances, bounds = examples+1, distances+distance, bounds+bound/distance
	}
	return fmt.Sprintf("%d attacked, %d examples, %d of them proved the nearest, mean distance %.3g, bounds %.1f %% of it",
		attacked, examples, optimal, distances/float64(examples), 100*bounds/float64(examples))
}

// brokenLink says which link a row of examples breaks, and whether a total or a rate is
// none of the victim's, which has two decimals.
func brokenLink(t *testing.T, e *ensemble.Ensemble, row map[string]string) (broken string, changed bool) {
	t.Helper()
	at := func(name string) float64 {
		v, err := strconv.ParseFloat(row[name], 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for name, want := range map[string]float64{
		"total": at("amount") + at("fee"), "rate": at("total") / at("months"),
		"interest": float64(at("amount")*0.02*at("months")) - at("fee"),
	} {
		f := slices.Index(e.Schema.Features, name)
		reads := func(v float64) float64 {
			if e.Schema.Min != nil {
				v = (v - e.Schema.Min[f]) / eval.RawUnit(e, f)
			}
			return e.Rounded([]float64{v})[0]
		}
		if reads(at(name)) != reads(want) {
			return fmt.Sprintf("%s is %v, not %v", name, at(name), want), true
		}
	}
	if at("low") > at("high") {
		return fmt.Sprintf("low is %v, above %v", at("low"), at("high")), true
	}
	total := at("total") * 100
	return "", math.Abs(total-math.Round(total)) > 1e-6
}
