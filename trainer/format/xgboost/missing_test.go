package xgboost_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/xgboost"
)

// takenFor returns the model that XGBClassifier would have saved with a number for missing values.
func takenFor(file, missing string) string {
	return strings.Replace(file, `"attributes":{}`, `"attributes":{"scikit_learn":"{\"n_estimators\": 20, \"missing\": `+missing+`, \"n_jobs\": 1}"}`, 1)
}

// The number that XGBClassifier takes for a missing value goes where missing values go, also if the
// model is written and read by XGBoost, whether or not that knows about it.
func TestOtherMissing(t *testing.T) {
	for missing, want := range map[string]float32{"NaN": 0, "null": 0, "Infinity": 0, "-999": -999, "0": 0, "-1.5e+30": -1.5e30, "0.5": 0.5, "0.1": 0.1} {
		for _, defaultLeft := range []string{"0", "1"} {
			file := strings.Replace(small, `"default_left":[1`, `"default_left":[`+defaultLeft, 1)
			plain, err := xgboost.Read(strings.NewReader(file), func(string) {})
			if err != nil {
				t.Fatal(err)
			}
			said := 0
			e, err := xgboost.Read(strings.NewReader(takenFor(file, missing)), func(string) { said++ })
			if err != nil {
				t.Fatal(err)
			}
			taken := missing != "NaN" && missing != "null" && missing != "Infinity"
			if said > 0 != taken || len(e.Schema.MissingWords) > 0 {
				t.Errorf("%s: told %d times, and further words are %q", missing, said, e.Schema.MissingWords)
			}
			var written bytes.Buffer
			if err := xgboost.Write(&written, e); err != nil {
				t.Fatal(err)
			}
			again, err := xgboost.Read(&written, func(string) {})
			if err != nil {
				t.Fatal(err)
			}
			values := []float64{math.NaN(), math.Inf(-1), -999, -998, 0, math.Copysign(0, -1), 1e-45, -1e-45, 0.1, 0.5, 1, math.Inf(1)}
			for _, v := range []float32{want, math.Nextafter32(want, 1e38), math.Nextafter32(want, -1e38)} {
				values = append(values, float64(v))
			}
			for _, x := range values {
				for _, y := range values {
					row, blanked := []float64{x, y}, []float64{x, y}
					for f, v := range row {
						if taken && float32(v) == want {
							blanked[f] = math.NaN()
						}
					}
					expected := fmt.Sprint(margin(plain, blanked))
					if got := fmt.Sprint(margin(e, row), margin(e, blanked), margin(again, row)); got != strings.Join([]string{expected, expected, expected}, " ") {
						t.Errorf("%s, default left %s: %v has margins %s, want %s", missing, defaultLeft, row, got, expected)
					}
				}
			}
		}
	}
}

// The same key inside another one, such as of a column, does not count; a number that is not a float32
// cannot be told from its neighbours.
func TestMissingIsOfTheModel(t *testing.T) {
	for missing, want := range map[string]string{
		`NaN, \"monotone_constraints\": {\"b\": 1, \"missing\": 1}`: "",
		`\"a word\"`: "",
		"3.5e38":     "is none of its 32-bit numbers",
	} {
		_, err := xgboost.Read(strings.NewReader(takenFor(small, missing)), func(said string) { t.Errorf("%s: %s", missing, said) })
		if fmt.Sprint(err) != "<nil>" && want == "" || want != "" && !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%s: %v", missing, err)
		}
	}
}

func margin(e *ensemble.Ensemble, row []float64) float64 {
	out := make([]float64, e.Outputs)
	e.Margins(e.Rounded(row), out)
	return out[0]
}

// A level with that number is in the sets that missing values go with, and cells with the number are
// missing if it is not a level.
func TestOtherMissingLevel(t *testing.T) {
	for missing, want := range map[string][]int32{"0": {2}, "1": {0, 2}, "-999": {0, 2}, "0.5": {0, 2}} {
		e, err := xgboost.Read(strings.NewReader(takenFor(categories, missing)), func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		if got := e.Trees[0].Splits[0].Set.Levels; !slices.Equal(got, want) {
			t.Errorf("%s: members %v, want %v", missing, got, want)
		}
		if got := e.Columns[1].MissingWords; len(got) != 1 || got[0] != missing {
			t.Errorf("%s: further words are %q", missing, got)
		}
	}
}

// A model that would grow without bounds is refused, with a helpful error.
func TestOtherMissingBounded(t *testing.T) {
	const depth = 20 // each split on another feature, on the right of the last
	var features, conditions, left, right, zeros []string
	for i := range depth { // a split, and the leaf on its left
		features, conditions, zeros = append(features, strconv.Itoa(i), "0"), append(conditions, "1", "7"), append(zeros, "0", "0")
		left, right = append(left, strconv.Itoa(2*i+1), "-1"), append(right, strconv.Itoa(2*i+2), "-1")
	}
	features, conditions, zeros = append(features, "0"), append(conditions, "8"), append(zeros, "0")
	left, right = append(left, "-1"), append(right, "-1")
	list := func(values []string) string { return "[" + strings.Join(values, ",") + "]" }
	file := strings.NewReplacer(`"feature_names":["a","b"]`, `"feature_names":[]`, `"num_feature":"2"`, `"num_feature":"20"`,
		"[1,0,0]", list(zeros), "[1,-1,-1]", list(left), "[2,-1,-1]", list(right), "[5E-1,-1E0,2E0]", list(conditions),
		"[1,0,2147483647]", list(features), "[0,0,0]", list(zeros), "[3,1,2]", list(zeros), "[4,0,0]", list(zeros),
	).Replace(takenFor(small, "-999"))
	if _, err := xgboost.Read(strings.NewReader(file), func(string) {}); err == nil || !strings.Contains(err.Error(), "takes more than 64 times the splits to say") {
		t.Errorf("error %v", err)
	}
}
