package eval

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// document is metrics.json of schema 2; schema 1 had the models beside the
// other keys.
const document = `{"schema": 2, "norm": "inf", "seed": 18446744073709551615, "eps": [0.1, 1e-07], "eps_suggested": true,
"constant": {"class": "no", "accuracy": 0.6, "balanced_accuracy": 0.5},
"models": {
  "natural": {"rows": 3, "clean_accuracy": 0.75, "robust_accuracy": {"0.1": 0.25, "1e-07": 0.5}, "mean_distance": null,
    "balanced_robust_accuracy": {"0.1": 0.2}, "classes": {"no": {"rows": 2, "certified": {"0.1": 1}}}, "settings": {"loop": "lt"},
    "features": [{"feature": "x", "rows": 2, "rising": 1, "mean_move": 0.5, "max_move": 1, "raw_unit": 7}],
    "intervals": {"clean_accuracy": [0.7, 0.8], "robust_accuracy": {"0.1": [0.2, null]}}},
  "hardened": {"rows": 3, "mean_distance": 0.125}},
"difference": {"of": "hardened", "minus": "natural", "intervals": {"mean_distance": [null, null]}}}`

// same takes numbers that do not exist for equal, and null for an empty map.
var same = cmp.Options{cmpopts.EquateNaNs(), cmpopts.EquateEmpty(), cmp.Comparer(func(a, b Number) bool {
	return a == b || a != a && b != b
})}

func TestReadDocument(t *testing.T) {
	d, err := ReadDocument([]byte(document))
	if err != nil {
		t.Fatal(err)
	}
	natural := d.Models["natural"]
	for name, pair := range map[string][2]any{
		"seed":       {d.Seed, uint64(math.MaxUint64)},
		"constant":   {d.Constant, Constant{"no", 0.6, 0.5}},
		"robust":     {natural.Robust[EpsName(1e-7)], Number(0.5)},
		"mean":       {natural.MeanDistance, Number(math.NaN())},
		"other mean": {d.Models["hardened"].MeanDistance, Number(0.125)},
		"a class":    {natural.Classes["no"].Certified["0.1"], Number(1)},
		"a feature":  {natural.Features[0], Move{Name: "x", Rows: 2, Up: 1, MeanMove: 0.5, MaxMove: 1, Raw: 7}},
		"interval":   {natural.Intervals.Robust["0.1"], Interval{0.2, math.NaN()}},
		"difference": {d.Difference.Intervals.MeanDistance, Interval{math.NaN(), math.NaN()}},
	} {
		if diff := cmp.Diff(pair[1], pair[0], same); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}

	// written and read again it says the same
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	again, err := ReadDocument(text)
	if diff := cmp.Diff(d, again, same); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}

	// and so does what schema 1 had
	old := strings.NewReplacer(`"schema": 2`, `"schema": 1`, `"models": {`, "", `0.125}},`, `0.125},`).Replace(document)
	first, err := ReadDocument([]byte(old))
	if err != nil {
		t.Fatal(err)
	}
	first.Schema = schemaVersion
	if diff := cmp.Diff(d, first, same); diff != "" {
		t.Error(diff)
	}

	for text, want := range map[string]string{`{"schema": 3}`: "schema is 3, known are 1 to 2", `{}`: "has no key schema", `[`: "unexpected end", `{"schema": 2, "eps": 1}`: "eps"} {
		if _, err := ReadDocument([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
