package data_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

func TestSplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t, false)
		share := rapid.Float64Range(0.01, 0.99).Draw(t, "share")
		seed := rapid.Uint64().Draw(t, "seed")
		train, test, err := table.Split(share, seed)
		if err != nil {
			return // too few rows, see TestSplitFaults
		}
		taken := append(slices.Clone(train.Positions), test.Positions...)
		slices.Sort(taken)
		for i, p := range taken {
			if i != p {
				t.Fatalf("rows %v", taken)
			}
		}
		for _, part := range []*data.Table{train, test} {
			if err := part.Validate(); err != nil {
				t.Fatal(err)
			}
			if !slices.IsSorted(part.Positions) {
				t.Fatalf("order %v", part.Positions)
			}
			for i := range part.Rows {
				p := part.Position(i)
				if !slices.Equal(part.Row(i), table.Row(p)) || part.Y[i] != table.Y[p] {
					t.Fatalf("row %d is not row %d", i, p)
				}
			}
		}
		for c, n := range table.Counts() {
			got, want := test.Counts()[c], share*float64(n)
			if n > 0 && train.Counts()[c] == 0 {
				t.Fatalf("class %d has no training row", c)
			}
			if math.Abs(float64(got)-want) >= 1.5 && got != n-1 {
				t.Fatalf("class %d: %d of %d test rows at share %v", c, got, n, share)
			}
		}
		again, _, _ := table.Split(share, seed)
		if !slices.Equal(again.Positions, train.Positions) {
			t.Fatal("the same seed splits differently")
		}
	})
}

func TestSplitSizes(t *testing.T) {
	wdbc := readTable(t, "builtin:wdbc", data.Options{})
	train, test, err := wdbc.Split(0.2, 1)
	if err != nil {
		t.Fatal(err)
	}
	if got := test.Counts(); train.Rows != 455 || !slices.Equal(got, []int{72, 42}) {
		t.Errorf("%d training rows, test rows by class %v", train.Rows, got)
	}
	other, _, _ := wdbc.Split(0.2, 2)
	if slices.Equal(other.Positions, train.Positions) {
		t.Error("seeds 1 and 2 split alike")
	}
}

func TestSplitFaults(t *testing.T) {
	table := &data.Table{Rows: 2, Cols: 1, X: []float64{1, 2}, Y: []int{0, 1}, Features: []string{"x"}, Classes: []string{"a", "b"}, Source: "t.csv", Found: data.Found{Label: "name"}}
	for share, want := range map[float64]string{
		0:    "test share is 0, must be above 0 and below 1",
		1:    "test share is 1, must be above 0 and below 1",
		0.5:  `t.csv: all rows are of different classes, and each keeps its row for training: its column is "name", Options.Label names another`,
		0.01: "t.csv: 2 rows are too few for a test share of 0.01",
	} {
		if _, _, err := table.Split(share, 1); err == nil || err.Error() != want {
			t.Errorf("share %v: %v, want %s", share, err, want)
		}
	}
	if _, err := table.Folds(3, 1); err == nil || err.Error() != "t.csv: 3 folds of 2 rows, must be from 2 to their number" {
		t.Error(err)
	}
}

func TestFolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t, false)
		k := rapid.IntRange(2, 6).Draw(t, "k")
		folds, err := table.Folds(k, 1)
		if err != nil {
			if table.Rows >= k {
				t.Fatal(err)
			}
			return
		}
		var all []int
		for _, fold := range folds {
			all = append(all, fold...)
			counts := table.Subset(fold).Counts()
			for c, n := range table.Counts() {
				if counts[c] < n/k || counts[c] > (n+k-1)/k {
					t.Fatalf("class %d: %d of %d rows in one of %d folds", c, counts[c], n, k)
				}
			}
			if len(fold) < table.Rows/k || len(fold) > (table.Rows+k-1)/k {
				t.Fatalf("%d of %d rows in one of %d folds", len(fold), table.Rows, k)
			}
		}
		slices.Sort(all)
		for i, row := range all {
			if i != row {
				t.Fatalf("rows %v", all)
			}
		}
	})
}

func TestSample(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t, false)
		n := rapid.IntRange(0, 40).Draw(t, "n")
		some := table.Sample(n, 1)
		if rows := some.Positions; some.Rows != min(n, table.Rows) || !slices.IsSorted(rows) || len(slices.Compact(rows)) != min(n, table.Rows) {
			t.Fatalf("%d rows of %d: %v", n, table.Rows, rows)
		}
		for c, got := range some.Counts() {
			want := float64(min(n, table.Rows)*table.Counts()[c]) / float64(table.Rows)
			if math.Abs(float64(got)-want) >= 1 {
				t.Fatalf("class %d: %d rows, its share is %v", c, got, want)
			}
		}
	})
}

// The products of so many rows and rows exceed 32 bits.
func TestSampleOfManyRows(t *testing.T) {
	table := &data.Table{Rows: 200_000, Classes: []string{"a", "b"}}
	for i := range table.Rows {
		table.Y = append(table.Y, i/150_000)
	}
	if got := table.Sample(100_000, 1).Counts(); !slices.Equal(got, []int{75_000, 25_000}) {
		t.Errorf("rows by class %v", got)
	}
}

func TestHash(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t, true)
		other := clone(table)
		other.Source, other.Features = "elsewhere", slices.Repeat([]string{"x"}, table.Cols)
		for i, v := range other.X {
			if v == 0 {
				other.X[i] = math.Copysign(0, -1)
			}
		}
		if table.Hash() != other.Hash() {
			t.Fatal("the same content has two hashes")
		}
		i := rapid.IntRange(0, len(table.X)-1).Draw(t, "i")
		other.X[i] = math.Nextafter(other.X[i], math.Inf(1))
		if !math.IsNaN(table.X[i]) && table.Hash() == other.Hash() {
			t.Fatal("the hash overlooks a value")
		}
		other = clone(table)
		row := rapid.IntRange(0, table.Rows-1).Draw(t, "row")
		other.Y[row] = (other.Y[row] + 1) % 3
		if table.Hash() == other.Hash() {
			t.Fatal("the hash overlooks a label")
		}
	})
}

// Tables whose fields contradict each other ended the program where their rows were dealt.
func TestSplitOfBrokenTables(t *testing.T) {
	for name, spoil := range map[string]func(t *data.Table){
		"labels":    func(t *data.Table) { t.Y = t.Y[:3] },
		"class":     func(t *data.Table) { t.Y[3] = 7 },
		"no class":  func(t *data.Table) { t.Y[3] = -1 },
		"classes":   func(t *data.Table) { t.Classes = nil },
		"rows":      func(t *data.Table) { t.Rows = 99 },
		"values":    func(t *data.Table) { t.X = t.X[:7] },
		"groups":    func(t *data.Table) { t.Groups = []int{1} },
		"positions": func(t *data.Table) { t.Positions = []int{1} },
		"raw":       func(t *data.Table) { t.Raw = []float64{1} },
		"columns":   func(t *data.Table) { t.Columns = make([]column.Column, 1) },
	} {
		table := &data.Table{
			Rows: 6, Cols: 2, X: make([]float64, 12), Y: []int{0, 1, 0, 1, 0, 1},
			Features: []string{"a", "b"}, Classes: []string{"x", "y"}, Source: "drawn",
		}
		if _, _, err := table.Split(0.5, 1); err != nil {
			t.Fatal(err)
		}
		spoil(table)
		if _, _, err := table.Split(0.5, 1); err == nil {
			t.Errorf("%s: split", name)
		}
		if _, err := table.Folds(2, 1); err == nil {
			t.Errorf("%s: folded", name)
		}
	}
}
