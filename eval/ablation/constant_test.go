package ablation

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/store"
)

// A setting is constant where its lead over always saying the most frequent class is, in
// the mean over the seeds, within the noise of the test rows of one, as the note says; that
// it differs from seed to seed is no reason.
func TestConstantIsAsTheNoteSays(t *testing.T) {
	s := specOf(t, "seeds = [0, 1, 2]\nloop = [\"none\", \"lt\"]\n"+wdbc)
	for name, c := range map[string]struct {
		robust [3]float64 // by seed; the constant has 0.75, and 400 rows a noise of 3 to 4 points
		word   eval.Word
	}{
		"lead that differs":   {[3]float64{0.76, 0.8, 0.98}, eval.NoDifference},
		"lead within noise":   {[3]float64{0.76, 0.77, 0.78}, eval.IsConstant},
		"noise that averages": {[3]float64{0.7, 0.77, 0.82}, eval.IsConstant},
	} {
		tasks, err := s.Grid()
		if err != nil {
			t.Fatal(err)
		}
		var runs []store.Run
		for _, task := range tasks.Tasks() {
			of := result{1, 1, 0.72, 0.72}
			if task.Settings["loop"] == "lt" {
				share := c.robust[task.Seed]
				of = result{1, 1, share, share}
			}
			runs = append(runs, store.Run{Data: "builtin:wdbc", Settings: task.Settings.JSON(), Seed: task.Seed, Metrics: of.metrics(t, fmt.Sprint(task.Seed))})
		}
		groups := grouped(t, s, runs)
		if g := groups[1]; g.Verdict != c.word || g.Gain.Interval.Lo > 0 && c.word == eval.NoDifference {
			t.Errorf("%s: %s, %+v", name, g.Verdict, g.Gain)
		}
		const says = "The verdict is constant of a setting that does not beat always saying the most frequent class on average over the seeds by more than the noise of the test rows of one."
		if groups[0].Verdict != eval.IsConstant { // the baseline has 0.72
			t.Errorf("%s: the verdict on the baseline is %q", name, groups[0].Verdict)
		}
		if note := verdictNote(groups[1:]); (note == says) != (c.word == eval.IsConstant) {
			t.Errorf("%s: %s", name, note)
		}
	}
}

// More rows that are right by always saying one class are no gain of a value.
func TestGainOfTheConstant(t *testing.T) {
	s, tasks := gridOf(t, "loop = \"none\"\nsplit = [0, 1]\nrefit = [0, 5]\n"+wdbc)
	for name, c := range map[string]struct {
		refitted result
		want     string
	}{
		"constant": {result{0, 1, 0, 1}, "constant"},
		"model":    {result{0.9, 0.95, 0.8, 0.9}, "gain"},
	} {
		var runs []store.Run
		for _, task := range tasks.Tasks() {
			of := result{0.9, 0.9, 0.3, 0.5}
			if task.Settings["refit"] == "5" {
				of = c.refitted
			}
			runs = append(runs, store.Run{Data: "builtin:wdbc", Settings: task.Settings.JSON(), Seed: task.Seed, Metrics: of.metrics(t, "same")})
		}
		f, err := Find(t.Context(), s, nil, each(runs))
		if err != nil {
			t.Fatal(err)
		}
		table := f.EffectTable()
		for i, e := range f.Effects {
			if row := table.Rows[i]; e.Axis == "refit" && row[len(row)-1].Text != c.want {
				t.Errorf("%s: %+v is %q", name, e, row[len(row)-1].Text)
			}
		}
		if says := strings.Contains(table.Caption, "; a gain of settings that are all constant is called that"); says != (c.want == "constant") {
			t.Errorf("%s: %s", name, table.Caption)
		}
	}
}

// A baseline that predicts one class for every row is named, with the seeds on which.
func TestConstantBaseline(t *testing.T) {
	s, tasks := gridOf(t, "seeds = [0, 1, 2]\nloop = [\"none\", \"lt\"]\n"+wdbc)
	for constant, want := range map[uint64]string{
		0: "",
		2: "The baseline predicts one class for every row: builtin:wdbc, loop none on 2 of 3 seeds.",
	} {
		var runs []store.Run
		for _, task := range tasks.Tasks() {
			of := result{0.9, 0.95, 0.8, 0.9}
			if task.Settings["loop"] == "none" && task.Seed < constant {
				of = result{0, 1, 0, 1}
			}
			runs = append(runs, store.Run{Data: "builtin:wdbc", Settings: task.Settings.JSON(), Seed: task.Seed, Metrics: of.metrics(t, fmt.Sprint(task.Seed))})
		}
		f, err := Find(t.Context(), s, nil, each(runs))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(f.Notes(), "\n"); got != want {
			t.Errorf("%d of 3: %q, want %q", constant, got, want)
		}
	}
}
