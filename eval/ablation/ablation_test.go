package ablation

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/store"
	"github.com/hardwood-ml/hardwood/internal/strict"
)

const wdbc = "[[data]]\nsource = \"builtin:wdbc\"\neps = 0.1\n"

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"sedes = [1]\n" + wdbc:                                     `line 1: unknown key "sedes": did you mean "seeds"?`,
		wdbc + "scale = \"rnge\"":                                  `data builtin:wdbc: unknown scale "rnge": did you mean "range"?`,
		"max-depth = [3, 4]\n" + wdbc:                              `line 1, column 1: max-depth is a parameter of training, and stands below [train]`,
		"seeds = [-1]\n" + wdbc:                                    `line 1, column 10: seeds: -1 is below 0`,
		wdbc + "epsilon = 0.1":                                     `line 4: unknown key "epsilon": use one of name, source, test, test-share, rows, test-rows, eps, threat, label, `,
		"frob = 1\n" + wdbc:                                        `line 1: unknown key "frob": use one of booster, norm, split, `,
		"seed = [1]\n" + wdbc:                                      `line 1: unknown key "seed": did you mean "seeds"?`,
		wdbc + "[train]\nseed = [0, 1]":                            `line 5, column 1: [train]: seed is not for training alone: seeds, above all tables, lists those of the runs`,
		wdbc + "[train]\nrobust-eps = [0.1, 0.2]":                  `line 5, column 1: [train]: robust-eps is set by split, a share of eps, unless that is 0: write split = 0 beside it`,
		"split = [0, 0.5]\n" + wdbc + "[train]\nrobust-down = 0.1": `[train]: robust-down is set by split`,
		wdbc + "[train]\nn_jobs = 2":                               `line 5, column 10: [train]: n_jobs has no say in what is learnt, and a run takes one: Options.Threads is how many runs there are at a time`,
		wdbc + "tset = \"x\"":                                      `line 4: unknown key "tset": did you mean "test"?`,
		wdbc + "[evaluate]\nmethd = \"lt\"":                        `line 5: unknown key "methd": did you mean "method"?`,
		wdbc + "[train]\nlearning-rat = 1":                         `line 5, column 16: [train]: unknown parameter "learning-rat": did you mean "learning-rate"?`,
		"name = \n" + wdbc:                                         "line 1, column ",
		"seeds = [1]":                                              "no data: add [[data]]",
		"[[data]]\nsource = \"x\"":                                 "data x: eps is left out, or 0: it must be above 0",
		"baseline = {lop = \"none\"}\n" + wdbc:                     `baseline: unknown axis "lop": did you mean "loop"?`,
		"[[data]]\neps = 0.1\n":                                    "data set 1 has no source",
		"[[data]]\nsource = \"x\"\neps = \"wide\"\n":               "line 3",
		wdbc + wdbc:                                                `data sets 1 and 2 are both called "builtin:wdbc": give each a name of its own`,
		"seeds = [3, 1, 3]\n" + wdbc:                               "seeds: 3 is there twice",
		wdbc + "rows = -1":                                         "data builtin:wdbc: rows is -1, must be at least 0",
		wdbc + "[evaluate]\neps = [-1]":                            "evaluate: eps is -1, must be at least 0 and finite",
		"loop = [\"none\", \"lt\"]\nbaseline = {loop = \"dive\"}\n" + wdbc:               "baseline: loop is dive, which is none of its values: none, lt",
		"baseline = {split = 0.7}\n" + wdbc:                                              "baseline: split is no axis of the spec: give it values, 0.7 among them",
		"seeds = []\n" + wdbc:                                                            "line 1, column 1: seeds is an empty list: give it a value, or leave it out",
		wdbc + "[train]\nmax_depth = 2\nmax-depth = 3":                                   "line 5, column 13: [train]: max-depth is there twice, by two of its names: leave out one",
		wdbc + "[train]\neta = 0.2\nlearning-rate = [0.1, 0.2]":                          "[train]: learning-rate is there twice, by two of its names",
		"far = true\nany-distance = false\n" + wdbc:                                      ": any-distance is there twice, by two of its names",
		"power = [0, 1]\nbaseline = {power = 0, distance-weight = 1}\n" + wdbc:           "baseline: distance-weight is there twice, by two of its names",
		wdbc + "[train]\nmax-depth = [2, 3]\n[baseline]\nmax_depth = 2\nmax-depth = 3\n": "baseline: max-depth is there twice, by two of its names",
		"seeds = 3\n" + wdbc:                                                             "line 1, column 9: seeds is a whole number, must be a list of whole numbers from 0",
	} {
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

// Splits that stand radii of their own are no share of eps.
func TestRobustEpsBesideNoSplit(t *testing.T) {
	if _, err := Parse([]byte("split = [0]\n" + wdbc + "[train]\nrobust-eps = [0.1, 0.2]\n")); err != nil {
		t.Error(err)
	}
}

func TestGrid(t *testing.T) {
	s, tasks := gridOf(t, "seeds = [0, 1, 2]\nloop = [\"none\", \"lt\"]\nevery = [1, 5]\nsplit = [0, 0.5]\n"+wdbc+"[train]\nrounds = [5, 7]\nmax_depth = 2\n")
	// 2 rounds x 2 splits x (no loop, or lt every round, or every fifth) x 3 seeds
	if want := 2 * 2 * 3 * 3; tasks.Len() != want {
		t.Errorf("%d runs, want %d", tasks.Len(), want)
	}
	seen := map[string]bool{}
	for _, task := range tasks.Tasks() {
		key := fmt.Sprint(task.Seed, task.Settings.JSON())
		if seen[key] {
			t.Errorf("run %s comes twice", key)
		}
		seen[key] = true
		base := s.baseline(task.Data.Name, task.Settings)
		if base["loop"] != none || base["split"] != "0" || base["every"] != "" || base["train.rounds"] != task.Settings["train.rounds"] {
			t.Errorf("the baseline of %v is %v", task.Settings, base)
		}
	}
	for text, want := range map[string]string{
		"loop = \"lte\"\n":                              `unknown loop "lte": did you mean "lt"?`,
		"booster = \"gtbd\"\ntrain = {lambda = 2}\n":    `unknown booster "gtbd"`,
		"booster = \"forest\"\ntrain = {lambda = 2}\n":  `line 2, column 19: lambda is for booster gbdt, not for forest`,
		"norm = [2, \"cost\"]\n":                        `line 1, column 12: norm cost sums up prices: the key threat of data builtin:wdbc names the file that has them`,
		"norm = 3\n":                                    `unknown norm "3"`,
		"norm = [\"inf\", 2]\nloop = \"dive\"\n":        `method dive is for norm inf, not for 2`,
		"norm = 2\nevaluate = {method = \"dive\"}\n":    `evaluate: method dive is for norm inf, not for 2`,
		"evaluate = {starts = 2}\n":                     `evaluate: starts does nothing for auto: it is for method lt, lt-paper`,
		"evaluate = {method = \"lt\", nodes = 9}\n":     `evaluate: nodes does nothing for lt: it is for method auto, exact`,
		"evaluate = {nodes = -1}\n":                     `evaluate: nodes is -1, must be at least 0`,
		"evaluate = {method = \"exat\"}\n":              `evaluate: unknown method "exat": did you mean "exact"?`,
		"split = -1\n":                                  `split is -1, must be 0 to 1`,
		"booster = \"gbtd\"\n":                          `unknown booster "gbtd": did you mean "gbdt"?`,
		"split = []\n":                                  `split is an empty list: give it a value, or leave it out`,
		"budget = 1.5\n":                                `budget is "1.5", not a whole number`,
		"every = 0\n":                                   `every is 0, must be 1 to`,
		"growth = inf\n":                                `growth is +Inf, must be at least 1`,
		"warm-start = 2\n":                              `warm-start is "2", not true or false`,
		"weight = 0\n":                                  `weight is 0, must be above 0`,
		"distance-weight = -1\n":                        `distance-weight is -1, must be at least 0`,
		"any-distance = 2\n":                            `any-distance is "2", not true or false`,
		"radius = -1\n":                                 `radius is "-1", not a number of at least 0`,
		"gradient = \"atack\"\n":                        `unknown gradient "atack": did you mean "attack"?`,
		"booster = \"forest\"\ngradient = \"attack\"\n": `gradient is attack: a forest has no gradients, it takes natural only`,
		"examples = \"swap\"\n":                         `unknown use of examples "swap": use one of append, replace, reweigh`,
	} {
		s, err := Parse([]byte(text + wdbc))
		if err == nil {
			_, err = s.Grid()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

// What is wrong with a value is told with its place, whichever way the spec has it.
func TestErrorsNameThePlace(t *testing.T) {
	for text, want := range map[string]string{
		"split = [0, 0.5,\n 2]\n" + wdbc:                                     "line 2, column 2: split is 2",
		"power = [0,\n-1]\n" + wdbc:                                          "line 2, column 1: distance-weight is -1",
		"norm = [\"inf\", 2]\nloop = [\"none\", \"dive\"]\n" + wdbc:          "line 2, column 17: method dive is for",
		"norm = [\"inf\", 3]\n" + wdbc:                                       "line 1, column 16: unknown norm",
		"booster = \"gbtd\"\n" + wdbc:                                        "line 1, column 11: unknown booster",
		"radius = [1, -1]\n" + wdbc:                                          "line 1, column 14: radius is",
		"loop = []\n" + wdbc:                                                 "line 1, column 1: loop is an empty list",
		"seeds = [3, 1, 3]\n" + wdbc:                                         "line 1, column 16: seeds: 3",
		"train = {max_depth = [3, -1]}\n" + wdbc:                             "line 1, column 26: max-depth is -1",
		wdbc + "[train]\nrounds = \"x\"":                                     "line 5, column 10: rounds is",
		wdbc + "[train]\nmax-depth = 0\ngrow-policy = \"lossguide\"":         "line 6, column 15: grow-policy is",
		wdbc + "[train]\nbootstrap = true":                                   "line 5, column 13: bootstrap is for booster forest",
		wdbc + "[evaluate]\nmethod = \"lt\"\nnodes = 9":                      "line 6, column 9: evaluate: nodes does nothing",
		wdbc + "[evaluate]\nmethod = \"exat\"":                               "line 5, column 10: evaluate: unknown method",
		wdbc + "[evaluate]\neps = [1, -1]":                                   "line 5, column 11: evaluate: eps is -1",
		"loop = \"lt\"\n" + wdbc + "[baseline]\nloop = \"none\"":             "line 6, column 8: baseline: loop is none",
		"far = true\n" + wdbc + "[baseline]\nfar = false":                    "line 6, column 7: baseline: any-distance is false",
		wdbc + "test-share = 1":                                              "line 4, column 14: data builtin:wdbc: test-share is 1",
		wdbc + "separator = \"ab\"":                                          "line 4, column 13: data builtin:wdbc: separator is",
		wdbc + "header = \"maybe\"":                                          "line 4, column 10: data builtin:wdbc: header is",
		wdbc + "test-rows = -1":                                              "line 4, column 13: data builtin:wdbc: test-rows is -1",
		wdbc + "[[data]]\nsource = \"builtin:wdbc\"\nname = \"a\"\neps = -1": "line 7, column 7: data a: eps is -1",
		wdbc + "[[data]]\nsource = \"builtin:iris\"":                         "line 4, column 3: data builtin:iris: eps is left out",
		wdbc + "name = \"a\"\n" + wdbc + "name = \"a\"":                      "line 8, column 8: data sets 1 and 2",
	} {
		s, err := Parse([]byte(text))
		if err == nil {
			_, err = s.Grid()
		}
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

// A value that is spelt in two ways is one, by the first of them, in the baseline too.
func TestSpellings(t *testing.T) {
	for text, want := range map[string]string{
		"norm = [\"inf\", \"linf\", 2, \"l2\"]\n":                "norm inf; norm 2",
		"norm = \"linf\"\n":                                      "norm linf",
		"split = [\"0.50\", 0.5, 1]\nbaseline = {split = 0.5}\n": "split 0.50, baseline; split 1",
		"radius = [1, \"1.0\"]\n":                                "radius 1, baseline",
		"train = {max_depth = [\"3\", \"03\"]}\n":                "train.max-depth 3, baseline",
		"train = {class-weight = [\"1,5\", [1, 5]]}\n":           "train.class-weight 1,5, baseline",
		"any-distance = [\"t\", true, false]\nloop = \"lt\"\n":   "any-distance t, baseline; any-distance false",
	} {
		s, grid := gridOf(t, text+wdbc)
		axis, _, _ := strings.Cut(want, " ")
		var got []string
		for _, task := range grid.Tasks() {
			said := axis + " " + task.Settings[axis]
			if s.Baseline[axis] != nil && s.baseline(task.Data.Name, task.Settings).JSON() == task.Settings.JSON() {
				said += ", baseline"
			}
			got = append(got, said)
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A parameter that is a list has lists of numbers as values, and texts as flags have them.
func TestListsAsValues(t *testing.T) {
	for text, want := range map[string]string{
		"class-weight = [1, 5]":                                 "[1,5]",
		"class-weight = [1, 0.5]":                               "[1,0.5]",
		"class-weight = [[1, 5]]":                               "[1,5]",
		"class-weight = [[1, 5], [1, 1]]":                       "[1,5] [1,1]",
		"class-weight = [\"1,5\", \"1,1\"]":                     "1,5 1,1",
		"class-weight = 5":                                      "5",
		"monotonic_cst = [1, 0, -1]":                            "[1,0,-1]",
		"interaction-constraints = [[0, 1], [2, 3]]":            "[[0,1],[2,3]]",
		"interaction-constraints = [[[0, 1], [2]], [[0], [1]]]": "[[0,1],[2]] [[0],[1]]",
		"max-depth = [3, 4]":                                    "3 4",
		"robust-eps = [0.1, 0.2]":                               "0.1 0.2",
		"robust-eps = [[0.1, 0.2]]":                             "[0.1,0.2]",
	} {
		s := specOf(t, "split = 0\n"+wdbc+"[train]\n"+text)
		axes := s.axes()
		if got := strings.Join(axes[len(axes)-1].values, " "); got != want {
			t.Errorf("%s: values %s, want %s", text, got, want)
		}
	}
}

// All files that are not there are told at once, before any run.
func TestMissingFiles(t *testing.T) {
	s := specOf(t, "[[data]]\nsource = \"a.csv\"\neps = 1\n"+wdbc+"test = \"b.csv\"\nschema = \"c.toml\"")
	_, err := Run(t.Context(), s, nil, Options{})
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	lines := strings.Split(err.Error(), "\n")
	for i, want := range []string{"line 2, column 10: source: a.csv: ", "line 7, column 8: test: b.csv: ", "line 8, column 10: schema: c.toml: "} {
		if len(lines) != 3 || !strings.HasPrefix(lines[i], want) {
			t.Fatalf("%q: no %q", lines, want)
		}
	}
	literal := &Spec{Data: []DataSet{{Source: "builtin:wdbc", Eps: 0.1}}}
	if err := literal.CheckFiles(); err != nil {
		t.Errorf("built-in data: %v", err)
	}
}

// TOML has numbers and truths of its own for the words of two keys.
func TestOwnWords(t *testing.T) {
	for text, want := range map[string]DataSet{
		"index-base = 1":                     {IndexBase: data.FromOne},
		"index-base = 0\nheader = true":      {IndexBase: data.FromZero, Header: data.NamesFirst},
		"index-base = \"1\"\nheader = false": {IndexBase: data.FromOne, Header: data.RowFirst},
		"header = \"no\"":                    {Header: data.RowFirst},
	} {
		s := specOf(t, wdbc+text)
		if got := s.Data[0]; got.IndexBase != want.IndexBase || got.Header != want.Header {
			t.Errorf("%q: index base %q, header %q", text, got.IndexBase, got.Header)
		}
	}
	for _, text := range []string{"index-base = 2", "header = 1"} {
		if _, err := Parse([]byte(wdbc + text)); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

// A literal has the defaults of a text, and takes lists of any type.
func TestLiteral(t *testing.T) {
	text := specOf(t, "booster = [\"gbdt\", \"forest\"]\nradius = [1, 2]\n"+wdbc)
	literal := &Spec{Data: []DataSet{{Source: "builtin:wdbc", Eps: 0.1}}, Booster: []string{"gbdt", "forest"}, Radius: []float64{1, 2}}
	want, err := text.Grid()
	if err != nil {
		t.Fatal(err)
	}
	got, err := literal.Grid()
	if err != nil || got.Len() != want.Len() || got.Len() != 4 {
		t.Fatalf("%d runs, want %d, %v", got.Len(), want.Len(), err)
	}
	for i := range want.Len() {
		if d := cmp.Diff(*want.Task(i), *got.Task(i)); d != "" {
			t.Error(d)
		}
	}
}

// Data sets whose names are the same file name have a plot each.
func TestPlotNames(t *testing.T) {
	runs := []*standing{{}}
	groups := []Group{{Data: "a b", runs: runs}, {Data: "a-b", runs: runs}, {Data: "A-B", runs: runs}}
	names := map[string]bool{}
	for _, p := range (&Findings{Groups: groups}).Plots() {
		names[strings.ToLower(p.Name)] = true
	}
	if len(names) != 3 {
		t.Errorf("plots %v of three data sets", names)
	}
}

// Keys by their old names are taken, in the baseline too, and noted.
func TestOldNames(t *testing.T) {
	old := specOf(t, "power = [0, 4]\nfar = true\nloop = \"lt\"\nbaseline = {power = 0}\n"+wdbc)
	now, err := Parse([]byte("distance-weight = [0, 4]\nany-distance = true\nloop = \"lt\"\nbaseline = {distance-weight = 0}\n" + wdbc))
	if err != nil || now.Notes != nil {
		t.Fatal(now.Notes, err)
	}
	if len(old.Notes) != 3 || !strings.HasPrefix(old.Notes[0], "power: the name is distance-weight now") {
		t.Errorf("notes %q", old.Notes)
	}
	old.Notes, old.places = nil, now.places
	if d := cmp.Diff(now, old, cmp.AllowUnexported(Spec{}, strict.Places{})); d != "" {
		t.Error(d)
	}
}

// Axes that mean nothing beside others make no runs of their own.
func TestGridWithoutRepeats(t *testing.T) {
	for text, want := range map[string]int{
		"gradient = [\"natural\", \"tree-bound\"]\nrefit = [0, 5]\nclean = [0, 0.3]\nloop = \"none\"\n":                             1 + 4,
		"gradient = [\"tree-bound\", \"attack\"]\nevery = [1, 5]\nloop = \"none\"\n":                                                1 + 2, // the search has a schedule
		"booster = \"forest\"\nrefit = [0, 5]\nloop = [\"none\", \"ball\"]\n":                                                       4,
		"any-distance = true\ndistance-weight = [0, 4]\nloop = [\"none\", \"lt\"]\n":                                                1 + 2,
		"booster = [\"gbdt\", \"forest\"]\ntrain = {learning-rate = [0.1, 0.3], criterion = [\"gini\", \"entropy\"], rounds = 5}\n": 2 + 2,
	} {
		s := specOf(t, text+wdbc)
		tasks, err := s.Grid()
		if err != nil || tasks.Len() != want {
			t.Errorf("%q: %d runs, want %d, %v", text, tasks.Len(), want, err)
		}
	}
}

// TestGroups: gains are over the baseline on the same data and seeds, with
// Student's interval.
func TestGroups(t *testing.T) {
	s, tasks := gridOf(t, "seeds = [0, 1, 2]\nloop = [\"none\", \"lt\"]\n"+wdbc)
	robust := map[string][]float64{none: {0.1, 0.2, 0.3}, "lt": {0.4, 0.6, 0.5}}
	var runs []store.Run
	for _, task := range tasks.Tasks() {
		metrics := fmt.Sprintf(`{"schema": 1, "constant": {"accuracy": 0.2}, "model": {"clean_accuracy": 0.9, "robust_accuracy": {"0.1": %v}, "balanced_robust_accuracy": {"0.1": 0.5}, "mean_distance": null}}`,
			robust[task.Settings["loop"]][task.Seed])
		runs = append(runs, store.Run{Data: "builtin:wdbc", Settings: task.Settings.JSON(), Seed: task.Seed, Metrics: metrics})
	}
	groups, err := groupsOf(t.Context(), s, nil, each(runs))
	if err != nil || len(groups) != 2 {
		t.Fatalf("%d groups, %v", len(groups), err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Find(cancelled, s, nil, each(runs)); !errors.Is(err, context.Canceled) {
		t.Errorf("of a context that is cancelled: %v", err)
	}
	if groups[0].Gain != nil || groups[0].gain().Text != "baseline" {
		t.Error("the baseline gains over itself")
	}
	if alone, err := groupsOf(t.Context(), s, nil, each(runs[len(runs)-3:])); err != nil || alone[0].gain().Text != "–" {
		t.Errorf("without a baseline the gain is %q, %v", alone[0].gain().Text, err)
	}
	got := groups[1].Gain
	// gains of 0.3, 0.4 and 0.2: mean 0.3, deviation 0.1, and t(0.975, 2) = 4.302653
	if half := 4.302653 * 0.1 / math.Sqrt(3); math.Abs(got.Mean-0.3) > 1e-9 || math.Abs(got.Interval.Lo-(0.3-half)) > 1e-6 ||
		math.Abs(got.Interval.Hi-(0.3+half)) > 1e-6 || got.Over != OverSeeds {
		t.Errorf("gain %v", got)
	}
	var text strings.Builder
	if err := (&Findings{Groups: groups}).Table().Text(&text); err != nil || !strings.Contains(text.String(), "50.0 ± 10.0 %") || !strings.Contains(text.String(), "baseline") {
		t.Errorf("%v\n%s", err, &text)
	}
	if got := answerOf(t.Context(), groups); got != "More robust than the baseline, on average over the data: loop lt, by +30.0 points of robust accuracy." {
		t.Errorf("answer: %s", got)
	}
}
