package method

import (
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// TestAll: every name is known once, is told from the others, and gives an
// attack that can be prepared with the standard settings and with others.
func TestAll(t *testing.T) {
	stump := &ensemble.Ensemble{
		Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}, Link: ensemble.Logistic,
		Trees: []ensemble.Tree{{Splits: []ensemble.Split{{Left: -1, Right: -2, Threshold: 0.5}}, Leaves: []float64{-1, 1}}},
	}
	p, err := attack.NewProblem(stump, attack.LInf)
	if err != nil {
		t.Fatal(err)
	}
	rows := [][]float64{{0.25}, {0.75}}
	seen := map[string]bool{}
	for _, m := range All {
		if seen[m.Name] || m.About == "" {
			t.Errorf("%q is there twice, or says nothing about itself", m.Name)
		}
		seen[m.Name] = true
		for _, s := range []Settings{{Rows: rows}, {Rows: rows, Starts: 3, Nodes: 10}} {
			a, err := New(m.Name, s)
			if err != nil {
				t.Fatal(err)
			}
			results, err := attack.Run(t.Context(), p, a, []attack.Victim{{X: []float64{0.375}, Label: 0}}, attack.RunOptions{Threads: 1})
			if err != nil || results[0].Class != 1 || results[0].Distance < 0.125 {
				t.Errorf("%s with %+v: %+v, %v", m.Name, s, results, err)
			}
		}
	}
	if names := Names(); len(names) != len(All) || names[0] != All[0].Name {
		t.Errorf("names are %v", names)
	}
	if err := Check("exat", attack.L2); err == nil || !strings.Contains(err.Error(), `did you mean "exact"?`) {
		t.Errorf("unknown method: %v", err)
	}
	if err := Check("dive", attack.L2); err == nil || !strings.Contains(err.Error(), "for norm inf, not for 2") {
		t.Errorf("norm 2: %v", err)
	}
	if err := Check("dive", attack.LInf); err != nil {
		t.Error(err)
	}
}

// TestTaking: a setting is taken by the methods that pass it on, and by no other.
func TestTaking(t *testing.T) {
	for want, s := range map[string]Settings{
		"lt":            {Patience: 1},
		"auto exact":    {Gap: 0.1},
		"rba":           {Rows: [][]float64{{0}}},
		"lt auto exact": {Patience: 1, Nodes: 1},
		"lt lt-paper naive-leaf naive-feature cube signopt hsja": {Starts: 1},
		"": {},
	} {
		if got := strings.Join(Taking(s), " "); got != want {
			t.Errorf("%+v is taken by %q, want %q", s, got, want)
		}
	}
}

// TestCheckOptions: an option that nothing in use takes is named with the
// methods that do, and one that is not given does not matter.
func TestCheckOptions(t *testing.T) {
	given := func(name string) func(string) bool { return func(n string) bool { return n == name } }
	const want = "nodes does nothing for lt and cube: it is for method auto, exact"
	if err := CheckOptions(Options, given("nodes"), "lt", "cube"); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if err := CheckOptions(Options, given("nodes"), "lt", "exact"); err != nil {
		t.Error(err)
	}
	if err := CheckOptions(Options, given(""), "rba"); err != nil {
		t.Error(err)
	}
}
