package ablation

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/cluster/part"
	"github.com/hardwood-ml/hardwood/eval/store"
)

// What is wrong with a later data set is found before the first run.
func TestLaterDataIsReadFirst(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.ToSlash(filepath.Join(dir, name))
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	table := file("table.csv", "a,colour\n"+strings.Repeat("1,red\n2,blue\n", 20))
	threat := file("threat.toml", "[feature.b]\nfrozen = true\n")
	s := specOf(t, wdbc+"[[data]]\nname = \"label\"\nsource = \""+table+"\"\nlabel = \"color\"\neps = 0.1\n"+
		"[[data]]\nname = \"threat\"\nsource = \""+table+"\"\nlabel = \"colour\"\nthreat = \""+threat+"\"\neps = 0.1\n[train]\nrounds = 1\n")
	keep, err := store.Open(filepath.Join(dir, "runs.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer keep.Close()
	done := 0
	_, err = Run(context.Background(), s, keep, Options{Threads: 1, Done: func(Done) { done++ }})
	if err == nil || done > 0 {
		t.Fatalf("%d runs done, %v", done, err)
	}
	for _, want := range []string{`no column "color" for the label: did you mean "colour"?`, `unknown feature "b"`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v: want %s", err, want)
		}
	}
}

// Data that are read long after their hash was taken are refused if they changed meanwhile: their runs
// would be kept as those of other data.
func TestDataThatChange(t *testing.T) {
	dir := t.TempDir()
	write := func(name, rows string) string {
		path := filepath.ToSlash(filepath.Join(dir, name))
		if err := os.WriteFile(path, []byte("a,class\n"+strings.Repeat(rows, 20)), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	text := ""
	for _, name := range []string{"a.csv", "b.csv", "c.csv"} { // more than are held
		text += "[[data]]\nsource = \"" + write(name, "1,red\n2,blue\n") + "\"\neps = 0.1\n"
	}
	s := specOf(t, "seeds = [0, 1]\nloop = \"none\"\nsplit = 1\ngradient = \"natural\"\nrefit = 0\nrelabel = 0\n"+text+"[train]\nrounds = 1\n")
	keep, err := store.Open(filepath.Join(dir, "runs.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer keep.Close()
	o := Options{Threads: 1, Done: func(Done) { write("c.csv", "1,blue\n2,red\n") }}
	if _, err := Run(t.Context(), s, keep, o); !errors.Is(err, part.ErrChanged) {
		t.Errorf("%v", err)
	}
	for r, err := range keep.Heads(t.Context()) {
		if err != nil || r.Data == filepath.Join(dir, "c.csv") {
			t.Errorf("kept %+v, %v", r, err)
		}
	}
}

// An answer says on how many of several data sets its praise is more than chance.
func TestOnSome(t *testing.T) {
	clear, unclear := &Group{Verdict: eval.MoreRobust}, &Group{Verdict: eval.NoDifference}
	if got := onSome([]*Group{clear, unclear, unclear}); got != " (by more than noise on 1 of 3 data sets)" {
		t.Error(got)
	}
	if got := onSome([]*Group{clear, clear}) + onSome([]*Group{clear}); got != "" {
		t.Error(got)
	}
}

// Runs that took too long are told, and settings of which none is left.
func TestLateNote(t *testing.T) {
	s := specOf(t, "seeds = [0, 1]\nloop = [\"none\", \"lt\"]\nsplit = [0, 1]\n"+wdbc)
	all := fakeRuns(t, s, func(Task) string { return "rrrb" })
	for _, c := range []struct {
		done int
		want string
	}{
		{8, ""},
		{7, "1 of 8 runs took longer than they may and are left out: means are over the other seeds."},
		{3, "5 of 8 runs took longer than they may and are left out: means are over the other seeds, of which there are none for " +
			"builtin:wdbc, split 1, loop none; builtin:wdbc, split 1, loop lt."},
	} {
		groups := grouped(t, s, all[:c.done])
		got := ""
		if notes := (&Findings{Spec: s, Groups: groups}).Notes(); len(notes) > 0 {
			got = notes[0]
		}
		if got != c.want {
			t.Errorf("%d runs: %q, want %q", c.done, got, c.want)
		}
	}
	many := specOf(t, "loop = \"lt\"\nevery = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]\n"+wdbc)
	groups := grouped(t, many, fakeRuns(t, many, func(Task) string { return "rrrb" })[:1])
	if got := (&Findings{Spec: many, Groups: groups}).Notes()[0]; !strings.HasSuffix(got, "; builtin:wdbc, every 11; ... (12 in all).") {
		t.Error(got)
	}
}
