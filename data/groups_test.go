package data_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/hardwood-ml/hardwood/data"
)

// drawGrouped draws a table of rows in groups.
func drawGrouped(t *rapid.T) *data.Table {
	classes := rapid.IntRange(1, 3).Draw(t, "classes")
	table := &data.Table{Rows: rapid.IntRange(2, 60).Draw(t, "rows"), Cols: 1, Features: []string{"x"}, Source: "t.csv"}
	most := rapid.IntRange(1, table.Rows).Draw(t, "groups")
	for c := range classes {
		table.Classes = append(table.Classes, fmt.Sprint(c))
	}
	for i := range table.Rows {
		table.X, table.Y = append(table.X, float64(i)), append(table.Y, rapid.IntRange(0, classes-1).Draw(t, "class"))
		table.Groups = append(table.Groups, rapid.IntRange(0, most-1).Draw(t, "group"))
	}
	return table
}

// apart reports a group that is on both sides.
func apart(a, b *data.Table) error {
	for _, g := range a.Groups {
		if slices.Contains(b.Groups, g) {
			return fmt.Errorf("group %d of %v is in %v", g, a.Groups, b.Groups)
		}
	}
	return nil
}

// Rows of a group are held out together; every row is on one side, and every class keeps a
// training row.
func TestSplitKeepsGroupsTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, s := drawGrouped(t), rapid.Uint64().Draw(t, "seed")
		share := rapid.Float64Range(0.1, 0.6).Draw(t, "share")
		train, test, err := table.Split(share, s)
		if err != nil {
			if !strings.Contains(err.Error(), "groups of rows are too few, or too large") {
				t.Fatal(err)
			}
			return
		}
		if err := apart(train, test); err != nil {
			t.Fatal(err)
		}
		rows := slices.Concat(train.Positions, test.Positions)
		slices.Sort(rows)
		if len(slices.Compact(rows)) != table.Rows || train.Rows+test.Rows != table.Rows {
			t.Fatalf("%d and %d rows of %d", train.Rows, test.Rows, table.Rows)
		}
		for class, n := range table.Counts() {
			if n > 0 && train.Counts()[class] == 0 {
				t.Fatalf("class %d is not trained on", class)
			}
		}
		again, _, err := table.Split(share, s)
		if err != nil || !slices.Equal(again.Positions, train.Positions) {
			t.Fatalf("another split by the same seed: %v", err)
		}
	})
}

// Folds have the rows of a group together, and each row once.
func TestFoldsKeepGroupsTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, k := drawGrouped(t), rapid.IntRange(2, 5).Draw(t, "folds")
		folds, err := table.Folds(min(k, table.Rows), rapid.Uint64().Draw(t, "seed"))
		if err != nil {
			if !strings.Contains(err.Error(), "groups") {
				t.Fatal(err)
			}
			return
		}
		seen := make([]int, table.Rows)
		for f, rows := range folds {
			if len(rows) == 0 || !slices.IsSorted(rows) {
				t.Fatalf("fold %d is %v", f, rows)
			}
			for _, i := range rows {
				seen[i]++
			}
			for _, other := range folds[:f] {
				if err := apart(table.Subset(rows), table.Subset(other)); err != nil {
					t.Fatal(err)
				}
			}
		}
		if slices.Min(seen) != 1 || slices.Max(seen) != 1 {
			t.Fatalf("rows are dealt %v times", seen)
		}
	})
}

// Many groups of few rows are split about as single rows are, class by class.
func TestGroupsAreStratified(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	table := &data.Table{Rows: 3000, Cols: 1, Features: []string{"x"}, Classes: []string{"no", "yes"}, X: make([]float64, 3000)}
	for i := range table.Rows {
		class := 0
		if i/3%10 == 0 {
			class = 1
		}
		table.Y, table.Groups = append(table.Y, class), append(table.Groups, i/3)
	}
	train, test, err := table.Split(0.2, r.Uint64())
	if err != nil {
		t.Fatal(err)
	}
	if n := test.Counts(); n[0] != 540 || n[1] != 60 || train.Rows != 2400 {
		t.Errorf("test rows by class %v of %d", n, test.Rows)
	}
	folds, err := table.Folds(5, 1)
	if err != nil {
		t.Fatal(err)
	}
	for f, rows := range folds {
		if n := table.Subset(rows).Counts(); n[0] != 540 || n[1] != 60 {
			t.Errorf("fold %d has rows by class %v", f, n)
		}
	}
}

// A column to split by is not a feature, whatever it holds; a row without a value is on its own.
func TestReadGroups(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		want    []int
	}{
		"numbers":          {"id,x,label\n7,1,a\n8,2,b\n7,3,a\n", []int{0, 1, 0}},
		"words":            {"x,id,label\n1,ann,a\n2,bob,b\n3,ann,a\n", []int{0, 1, 0}},
		"both":             {"x,id,label\n1,7,a\n2,bob,b\n3,7,a\n4,bob,b\n", []int{0, 1, 0, 1}},
		"missing":          {"x,id,label\n1,,a\n2,7,b\n3,,a\n4,7,b\n", []int{0, 1, 2, 1}},
		"rows left out":    {"x,id,label\n1,p,a\n2,q,\n3,q,b\n4,p,b\n", []int{0, 1, 0}},
		"one row each":     {"x,id,label\n1,p1,a\n2,p2,b\n3,p3,b\n4,p4,a\n", []int{0, 1, 2, 3}},
		"the last column":  {"x,label,id\n1,a,3\n2,b,3\n3,a,4\n", []int{0, 0, 1}},
		"dates":            {"x,id,label\n1,2021-01-05,a\n2,2021-01-06,b\n3,2021-01-05,a\n", []int{0, 1, 0}},
		"fractions, blank": {"x,id,label\n1,0.5,a\n2, 0.5,b\n3,1.5,a\n", nil},
	} {
		got, err := data.Read(t.Context(), write(t, "a.csv", c.content), data.Options{SplitBy: "id", Label: "label"})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if c.want != nil && !slices.Equal(got.Groups, c.want) {
			t.Errorf("%s: groups %v, want %v", name, got.Groups, c.want)
		}
		if !slices.Equal(got.Features, []string{"x"}) || got.Found.SplitBy != "id" || len(got.X) != got.Rows {
			t.Errorf("%s: features %v, split by %q", name, got.Features, got.Found.SplitBy)
		}
	}
}

// The column to split by is not taken for the label, wherever it is.
func TestReadGroupsWithoutLabel(t *testing.T) {
	for head, row := range map[string]func(i int) string{
		"who,x,left\n": func(i int) string { return fmt.Sprintf("%c,%d.5,%d", 'a'+rune(i%6), i*7%5, i%2) },
		"x,left,who\n": func(i int) string { return fmt.Sprintf("%d.5,%d,%c", i*7%5, i%2, 'a'+rune(i%6)) },
	} {
		got, err := data.Read(t.Context(), write(t, "a.csv", head+rowsOf(30, row)), data.Options{SplitBy: "who"})
		if err != nil || got.Found.Label != "left" || !slices.Equal(got.Features, []string{"x"}) {
			t.Errorf("%q: %+v, %v", head, got, err)
		}
	}
}

func TestReadGroupsRefuses(t *testing.T) {
	for name, c := range map[string]struct{ file, content, by, want string }{
		"misspelt":    {"a.csv", "id,x,label\n7,1,a\n8,2,b\n", "ids", `no column "ids" to split by: did you mean "id"?`},
		"the label":   {"a.csv", "id,x,label\n7,1,a\n8,2,b\n", "label", `no column "label" to split by`},
		"one value":   {"a.csv", "id,x,label\n7,1,a\n7,2,b\n", "id", `column "id": says the same of all rows`},
		"no features": {"a.csv", "id,label\n7,a\n8,b\n", "id", `no features`},
		"no columns":  {"a.libsvm", "0 1:2 2:3\n1 1:3 2:5\n", "f1", `no column "f1" to split by`},
	} {
		if _, err := data.Read(t.Context(), write(t, c.file, c.content), data.Options{SplitBy: c.by}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if _, err := data.Open(t.Context(), write(t, "a.csv", "id,x,label\n7,1,a\n8,2,b\n"), data.Options{SplitBy: "id"}); err == nil || !strings.Contains(err.Error(), "are not split") {
		t.Errorf("a stream: %v", err)
	}
}

// One of a few large groups is held out, though none fits the share.
func TestFewLargeGroups(t *testing.T) {
	table := &data.Table{Rows: 40, Cols: 1, Features: []string{"x"}, Classes: []string{"no", "yes"}, X: make([]float64, 40)}
	for i := range table.Rows {
		table.Y, table.Groups = append(table.Y, i%2), append(table.Groups, i/20)
	}
	train, test, err := table.Split(0.1, 0)
	if err != nil || train.Rows != 20 || test.Rows != 20 {
		t.Errorf("%v, %v, %v", train, test, err)
	}
}

// Test rows keep their groups, wherever the column stands and whether it is found by name or
// the columns are taken in their order; all else is as without it.
func TestGroupsOfRowsLikeOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.csv")
	rapid.Check(t, func(t *rapid.T) {
		at, named := rapid.IntRange(0, 3).Draw(t, "place"), rapid.Bool().Draw(t, "named")
		file := func(groups bool, seed uint64) string {
			r, text := rand.New(rand.NewPCG(seed, 0)), &strings.Builder{}
			for i := range 13 {
				cells := []string{fmt.Sprint(r.IntN(9)) + ".5", [...]string{"red", "green", "blue"}[r.IntN(3)], fmt.Sprint(i % 2)}
				if i == 0 {
					cells = []string{"x", "colour", "class"}
				}
				if group := [...]string{"of", "p", "q", "r"}[min(i, 1)*(1+i%3)]; groups {
					cells = slices.Insert(cells, at, group)
				}
				fmt.Fprintln(text, strings.Join(cells, ","))
			}
			return text.String()
		}
		read := func(text string, o data.Options) *data.Table {
			o.Label = "class"
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			table, err := data.Read(context.Background(), path, o)
			if err != nil {
				t.Fatal(err)
			}
			return table
		}
		like := data.Options{SplitBy: "of"}.Like(read(file(false, 1), data.Options{}))
		if !named {
			like.Features = nil
		}
		with := read(file(true, 2), like)
		like.SplitBy = ""
		without := read(file(false, 2), like)
		if !slices.Equal(with.X, without.X) || !slices.Equal(with.Y, without.Y) || !slices.Equal(with.Features, without.Features) || without.Groups != nil {
			t.Fatalf("%v, not %v", with, without)
		}
		for i, g := range with.Groups {
			if g != i%3 {
				t.Fatalf("groups %v", with.Groups)
			}
		}
		if len(with.Groups) != 12 || with.Found.SplitBy != "of" {
			t.Fatalf("groups %v by %q", with.Groups, with.Found.SplitBy)
		}
	})
}
