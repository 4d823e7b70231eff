package native_test

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/formattest"
	"github.com/hardwood-ml/hardwood/trainer/format/native"
)

func write(t testing.TB, e *ensemble.Ensemble) []byte {
	var file bytes.Buffer
	if err := native.Write(&file, e); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func read(file []byte) (*ensemble.Ensemble, error) {
	return native.Read(bytes.NewReader(file))
}

// full returns a small ensemble with every field in use.
func full() *ensemble.Ensemble {
	return &ensemble.Ensemble{
		Features: 4, Classes: 3, Outputs: 3,
		Trees: []ensemble.Tree{
			{Output: 1, Leaves: []float64{math.Copysign(0, -1)}},
			{
				Output: ensemble.VectorLeaves,
				Splits: []ensemble.Split{
					{Feature: 3, Left: 1, Right: ^2, Threshold: math.Inf(1), Gain: 1e-300, Cover: math.Inf(1)},
					{Feature: 0, Left: ^0, Right: ^1, Threshold: 5e-324, DefaultLeft: true, Gain: -2},
				},
				Leaves: []float64{0.1, 1.0 / 3, math.MaxFloat64, 2, 3, 4, 5, 6, 7},
			},
		},
		Base: []float64{0.5, -1e-17, 0}, Cutoff: 1e-8, Average: true, ByProbability: true,
		Input: ensemble.Float64, Sum: ensemble.Float32, Link: ensemble.Softmax,
		Schema: ensemble.Schema{
			Features: []string{"a", "b \"quoted\"", "ç\n", "<&>"}, Classes: []string{"x", "y", ""},
			Min: []float64{0, 0, 0, -1}, Max: []float64{1, 2, 3, 1e-3}, Width: 2, Height: 2,
		},
		Origin: ensemble.Origin{
			Source: "hardwood", Trainer: map[string]string{"max_depth": "6", "eta": "0.3"},
			Seed: math.MaxUint64, Data: "abc",
		},
	}
}

// categories returns a small ensemble whose first column has named levels.
func categories() *ensemble.Ensemble {
	e := full()
	e.Columns = []column.Column{
		{Kind: column.Categorical, Codes: []int32{0, 1, 2}, Names: []string{"red", "", "a \"b\""}},
		{Kind: column.Integer}, {Kind: column.Boolean}, {},
	}
	e.LevelRule = ensemble.Positive
	s := &e.Trees[1].Splits[1]
	s.Threshold, s.Set = 0, &ensemble.Set{Levels: []int32{0, 2}, Right: true}
	return e
}

// others returns categories with a column in which levels that are not listed are not missing.
func others() *ensemble.Ensemble {
	e := categories()
	e.LevelRule, e.Columns[0].Others = ensemble.Listed, true
	return e
}

func absent() *ensemble.Ensemble {
	e := others()
	e.Schema.AbsentMissing = true
	return e
}

func timed() *ensemble.Ensemble {
	e := absent()
	e.Columns[3].Dates = column.TimeOfDay
	return e
}

func TestRoundTrip(t *testing.T) {
	check := func(t *testing.T, e *ensemble.Ensemble) {
		got := formattest.Model(t, read, write(t, e))
		bits := cmp.Comparer(func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) })
		if d := cmp.Diff(e, got, bits); d != "" {
			t.Error(d)
		}
	}
	t.Run("full", func(t *testing.T) { check(t, full()) })
	for name, shape := range ensembletest.Shapes {
		t.Run(name, func(t *testing.T) {
			for i := range 10 {
				check(t, ensembletest.Random(seed.At(2, i), shape))
			}
		})
	}
	for name, shape := range ensembletest.SetShapes {
		t.Run("sets: "+name, func(t *testing.T) {
			e := ensembletest.Random(seed.At(3, 0), shape)
			e.Columns[0].Codes = []int32{0, 2} // with a gap
			e.Columns[e.Features-1] = column.Column{Kind: e.Columns[e.Features-1].Kind}
			check(t, e)
		})
	}
	// HistGradientBoosting tells rows that it was trained on with -Inf from all others
	t.Run("infinities", func(t *testing.T) {
		e := full()
		e.Trees[1].Splits[1].Threshold = math.Inf(-1)
		check(t, e)
	})
	t.Run("named levels", func(t *testing.T) { check(t, categories()) })
	t.Run("others", func(t *testing.T) { check(t, others()) })
}

func TestTruncatedIsRefused(t *testing.T) {
	file := write(t, full())
	for n := range len(file) - 2 {
		if _, err := read(file[:n]); err == nil {
			t.Fatalf("the first %d of %d bytes were taken for a model", n, len(file))
		}
	}
}

type refusal struct{ old, new, want string }

func TestRefused(t *testing.T) {
	refuse(t, write(t, full()), []refusal{
		{`"version":1`, `"version":6`, "line 1, column 42: the file has version 6 of the format, this program reads up to 5: use a newer hardwood"},
		{`,"classes":3`, `,"columns":[],"classes":3`, "unknown field \"columns\""},
		{`,"version":1`, ``, "no version"},
		{`"format":"hardwood-ensemble"`, `"format":"oak"`, `format is "oak"`},
		{`"features":4`, `"features":-4`, "features is -4"},
		{`"features":4`, `"features":2000000000`, "features is 2000000000, not a number from 0 to"},
		{`"features":4`, `"features":3`, "4 feature names for 3 features"},
		{`"trees_total":2`, `"trees_total":3`, "says 3 trees and has 2"},
		{`"input":"float64"`, `"input":"float16"`, `input is "float16", not one of [float64 float32]`},
		{`"left":[1,-1]`, `"left":[1]`, "tree 1: line 7, column"},
		{`"left":[1,-1]`, `"left":[1,1]`, "tree 1: node 1 has child 1, which comes before it"},
		{`1e+999`, `NaN`, `tree 1: line 7, column 46: "NaN" is not a number of JSON`},
		{`1e+999`, `-Infinity`, `"-Infinity" is not a number of JSON`},
		{`"features":4`, `"features":04`, `"04" is not a number of JSON`},
		{`"features":4`, `"features":4,"features":4`, `the key "features" comes again`},
		{`"width":2`, `"width":2,"width":2`, `the key "width" comes again`},
		{`"eta":"0.3"`, `"eta":"0.3","eta":"0.4"`, `the key "eta" comes again`},
		{`"eta":"0.3"`, "\"et\xff\":\"0.3\"", `"et\xff" is not UTF-8`},
		{`"left":[1,-1]`, `"left":[1,-1],"left":[1,-1]`, `the key "left" comes again`},
		{`"a","b \"quoted\""`, `"a","a"`, `model has two features called "a"`},
		{`"x","y"`, `"y","y"`, `model has two classes called "y"`},
		{`"min":[0,`, `"min":[NaN,`, `"NaN" is not a number of JSON`},
		{`"min":[0,`, `"min":[2,`, "feature 0 is scaled from the range 2 to 1"},
		{`"min":[0,0,0,-1],"max":[1,`, `"min":[-1.7e308,0,0,-1],"max":[1.7e308,`, "feature 0 is scaled from the range -1.7e+308 to 1.7e+308"},
		{`"min":[0,`, `"min":[-1e999,`, "feature 0 is scaled from the range -Inf to 1"},
		{`"cover":[1e+999,`, `"cover":["x",`, `unexpected '"' where a number should be`},
		{`"cover"`, `"colour"`, `unknown field "colour"`},
		{`"seed":"1844674`, `"seed":"-1844674`, "seed is"},
		{`,"link":"softmax"`, `,"link":"softmax"x`, `unexpected 'x' where a comma or the end of an object should be`},
	})
}

// An object of many keys is read as fast as others.
func TestManyKeys(t *testing.T) {
	e := full()
	for k := range 100_000 {
		e.Origin.Trainer[strconv.Itoa(k)] = ""
	}
	if d := cmp.Diff(len(e.Origin.Trainer), len(formattest.Model(t, read, write(t, e)).Origin.Trainer)); d != "" {
		t.Error(d)
	}
}

func TestSetsAreRefused(t *testing.T) {
	refuse(t, write(t, categories()), []refusal{
		{`"version":2`, `"version":1`, "unknown field \"level_rule\""},
		{`"positive"`, `"negative"`, `level_rule is "negative"`},
		{`"categorical"`, `"colour"`, `kind is "colour"`},
		{`{"kind":"boolean"},`, ``, "kinds for 3 columns and 4 features"},
		{`"names":["red",`, `"codes":[2,1,0],"names":["red",`, "feature 0 has levels that do not ascend"},
		{`"set":[1]`, `"set":[1,0]`, "the lists of sets differ in length"},
		{`"set":[1]`, `"set":[2]`, "set 0 is for split 2, which is out of range"},
		{`"set":[1]`, `"set":[0]`, "tree 1: node 0 has a test that is not for the kind of feature 3"},
		{`"set_levels":[[0,2]]`, `"set_levels":[[0,5]]`, "tree 1: node 1 has level 5 of feature 0, which is none of the 3 levels with names"},
		{`"names":["red","",`, `"names":["red","red",`, `feature 0 has two levels called "red"`},
		{`"set_levels":[[0,2]]`, `"set_levels":[[2,0]]`, "tree 1: node 1 has a set whose levels do not ascend"},
		{`"set_levels":[[0,2]]`, `"set_levels":[[0,5000000000]]`, "5000000000"},
	})
}

func refuse(t *testing.T, written []byte, cases []refusal) {
	t.Helper()
	file := string(written)
	for _, c := range cases {
		if !strings.Contains(file, c.old) {
			t.Fatalf("%s is not in the file:\n%s", c.old, file)
		}
		_, err := read([]byte(strings.Replace(file, c.old, c.new, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s instead of %s: error %v, want %q", c.new, c.old, err, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(write(f, full()))
	f.Add(write(f, categories()))
	f.Add(write(f, ensembletest.Random(seed.At(3), ensembletest.Shapes["plain"])))
	f.Fuzz(func(t *testing.T, file []byte) {
		e, err := read(file)
		if err != nil {
			return
		}
		again := formattest.Model(t, read, write(t, e))
		if !bytes.Equal(write(t, again), write(t, e)) {
			t.Fatal("the second copy differs from the first")
		}
	})
}

// Data that a reader must know about is in files of version 2, and of those only.
func TestWordsNeedVersion2(t *testing.T) {
	e := ensembletest.Random(seed.At(17), ensembletest.Shapes["plain"])
	e.Schema.Label = "outcome"
	var file bytes.Buffer
	if err := native.Write(&file, e); err != nil || !strings.Contains(file.String(), `"version":1`) || strings.Contains(file.String(), "outcome") {
		t.Fatalf("%v, %s", err, file.String())
	}
	e.Schema.MissingWords = []string{"-", "unknown"}
	file.Reset()
	if err := native.Write(&file, e); err != nil || !strings.Contains(file.String(), `"version":2`) {
		t.Fatalf("%v, %s", err, file.String())
	}
	text := file.String()
	got, err := native.Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(e.Schema, got.Schema); d != "" {
		t.Error(d)
	}
	if _, err := native.Read(strings.NewReader(strings.Replace(text, `"version":2`, `"version":1`, 1))); err == nil {
		t.Error("a file of version 1 has fields of version 2")
	}
}
