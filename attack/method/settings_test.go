package method

import (
	"strings"
	"testing"
)

// A setting is taken by the methods that pass it on, and by no others.
func TestOptions(t *testing.T) {
	want := map[string]string{
		"starts":   "lt lt-paper naive-leaf naive-feature cube signopt hsja opt boundary",
		"patience": "lt", "nodes": "auto exact", "gap": "auto exact", "time": "auto exact milp milp-votes",
		"levels": "clique", "clique": "clique", "steps": "clique", "solver": "milp milp-votes", "train": "rba substitute",
	}
	for name, by := range takers() {
		if got := strings.Join(by, " "); got != want[name] {
			t.Errorf("%s is taken by %q, want %q", name, got, want[name])
		}
	}
	if len(takers()) != len(want) {
		t.Errorf("%d options are taken, want %d", len(takers()), len(want))
	}
	var proof []string
	for _, o := range OptionsFor(Prove) {
		proof = append(proof, o.Name)
	}
	if got := strings.Join(proof, " "); got != "nodes time gap levels clique steps solver" {
		t.Errorf("options of proofs: %s", got)
	}
}

// A setting out of its range is named.
func TestSettingsCheck(t *testing.T) {
	for want, s := range map[string]Settings{
		"nodes is -1, must be at least 0":           {Nodes: -1},
		"time is -1ns, must be at least 0":          {Time: -1},
		"gap is 1, must be at least 0 and below 1":  {Gap: 1},
		`unknown solver "cbd": did you mean "cbc"?`: {Solver: "cbd"},
		"": {Starts: 1, Gap: 0.5, Time: 1, Solver: "cbc"},
	} {
		err := s.Check()
		if (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	s := Settings{Gap: 0.5}
	for _, o := range Options {
		if got, want := s.Given(o.Name), o.Name == "gap"; got != want {
			t.Errorf("%s is given: %v, want %v", o.Name, got, want)
		}
	}
}

// The error for an option that nothing in use takes names the methods that do; an option that is
// not given does not matter.
func TestCheckOptions(t *testing.T) {
	given := func(name string) func(string) bool { return func(n string) bool { return n == name } }
	const want = "nodes does nothing for lt and cube: it is for method auto, exact"
	if err := CheckOptions(given("nodes"), "lt", "cube"); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if err := CheckOptions(given("nodes"), "lt", "exact"); err != nil {
		t.Error(err)
	}
	if err := CheckOptions(given(""), "rba"); err != nil {
		t.Error(err)
	}
}
