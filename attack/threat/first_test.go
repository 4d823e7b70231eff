package threat_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/data"
)

// A first file says what the columns hold, and reads back as it was.
func TestFirst(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.csv")
	text := "age,income,colour,job_a,job_b,job c_x,job c_y,odd_a,odd_b,since,label\n" +
		"17,100.5,red,1,0,1,0,1,0,2021-06-07,x\n20,300,red,0,1,0,0,1,1,2021-06-21,y\n" +
		",200,blue,0,1,0,1,0,1,2021-06-14,x\n44,250,blue,1,0,0,1,0,0,2021-07-05,y\n"
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	table, err := data.Read(t.Context(), path, data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	first := threat.First(table)
	var b strings.Builder
	if err := first.Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"[feature.age]\nmin = 17\nmax = 44\nstep = 3\nstep-from = 17\n", "[feature.income]\nmin = 100.5\nmax = 300\n\n",
		"[feature.since]\nmin = 2021-06-07\nmax = 2021-07-05\nstep = 7\nstep-from = 2021-06-07\n",
		"[group.job]\nfeatures = [\"job_a\", \"job_b\"]\n\n",
		"[group.\"job c\"]\nfeatures = [\"job c_x\", \"job c_y\"]\nones = \"at most one\"\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
	if strings.Contains(b.String(), "colour") || strings.Contains(b.String(), "group.odd") {
		t.Error(b.String())
	}
	again, err := threat.Parse([]byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	unplaced := cmpopts.IgnoreUnexported(threat.Rule{}, threat.Group{}, threat.Threat{})
	if d := cmp.Diff(first, again, unplaced, cmpopts.EquateEmpty()); d != "" {
		t.Error(d)
	}
}

// What a first file says of categories holds once it is no comment.
func TestFirstCategories(t *testing.T) {
	_, got := firstCategories(t, "size,\"a, \\ b\",label\n1,red,x\n2,\"d\"\"e\",y\n3,blue,x\n4,red,y\n")
	if len(got.Features) != 1 || got.Features[0].Feature != `a, \ b` || !slices.Equal(got.Features[0].Levels, []string{"blue", `d"e`, "red"}) {
		t.Errorf("%+v", got.Features)
	}
}

// Columns of yes and no, and of more levels than people look through, are named too: what a first file
// leaves out could be taken for what nobody can change. One-hot columns stand in their group alone.
func TestFirstNamesAll(t *testing.T) {
	text := "own,town,always,job_a,job_b,label\n"
	for i := range 40 {
		text += fmt.Sprintf("%s,t%d,yes,%s,%s\n", []string{"yes", "no"}[i%2], i%25, []string{"1,0", "0,1"}[i%2], []string{"x", "y"}[i/2%2])
	}
	const want = "# [feature.own]\n#\n# [feature.town]\n"
	if comments, _ := firstCategories(t, text); comments != want {
		t.Errorf("%q, want %q", comments, want)
	}
}

// firstCategories returns what the first file for a table says in comments of its categories, and that once
// it is no comment.
func firstCategories(t *testing.T, csv string) (comments string, said *threat.Threat) {
	path := filepath.Join(t.TempDir(), "a.csv")
	if err := os.WriteFile(path, []byte(csv), 0o666); err != nil {
		t.Fatal(err)
	}
	table, err := data.Read(t.Context(), path, data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := threat.WriteFirst(&b, table); err != nil {
		t.Fatal(err)
	}
	_, comments, _ = strings.Cut(b.String(), "puts them in order.\n")
	if said, err = threat.Parse([]byte(strings.ReplaceAll(comments, "# ", ""))); err != nil {
		t.Fatalf("%v in\n%s", err, &b)
	}
	return comments, said
}

// The line of classes holds once it is no comment, and a source cannot end the line that
// names it.
func TestFirstClasses(t *testing.T) {
	table := &data.Table{Source: "a\nb = 1", Features: []string{"x"}, Rows: 2, Cols: 1, X: []float64{1, 2}, Y: []int{0, 1}, Classes: []string{"a\x01\"", "b"}}
	var b strings.Builder
	if err := threat.WriteFirst(&b, table); err != nil {
		t.Fatal(err)
	}
	if _, err := threat.Parse([]byte(b.String())); err != nil {
		t.Errorf("%v in\n%s", err, &b)
	}
	got, err := threat.Parse([]byte(strings.Replace(b.String(), "# classes", "classes", 1)))
	if err != nil {
		t.Fatalf("%v in\n%s", err, &b)
	}
	if !slices.Equal(got.Classes, table.Classes) {
		t.Errorf("%q", got.Classes)
	}
}

// A file for scaled rows would allow an attacker values from 0 to 1 in columns of any range.
func TestFirstOfScaledRows(t *testing.T) {
	table := &data.Table{Features: []string{"x"}, Rows: 2, Cols: 1, X: []float64{10, 20}, Y: []int{0, 1}, Classes: []string{"a", "b"}}
	if err := data.FitScaling(table).Apply(table); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := threat.WriteFirst(&b, table); err == nil || b.Len() > 0 {
		t.Errorf("%v, and wrote %q", err, &b)
	}
	table.Unscale()
	if err := threat.WriteFirst(&b, table); err != nil || !strings.Contains(b.String(), "max = 20") {
		t.Errorf("%v, and wrote %q", err, &b)
	}
}
