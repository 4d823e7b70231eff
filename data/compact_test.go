package data

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// A compact table is what the same source is without compacting, value by value and in all that was
// found.
func TestCompact(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	dir := t.TempDir()
	written := filepath.Join(dir, "t.csv")
	if err := os.WriteFile(written, []byte(manyColumns(1100)), 0o600); err != nil {
		t.Fatal(err)
	}
	numbers := filepath.Join(dir, "n.csv")
	if err := os.WriteFile(numbers, []byte(dummies(1100)), 0o600); err != nil {
		t.Fatal(err)
	}
	words := filepath.Join(dir, "w.csv")
	if err := os.WriteFile(words, []byte(hashed(9000)), 0o600); err != nil {
		t.Fatal(err)
	}
	const withLevels, made = 5, 9 // cases, all of them compact; those of numbers once the first rows tell that
	cases := []struct {
		source string
		o      Options
	}{
		{written, Options{Label: "class"}},
		{written, Options{Label: "class", Weight: "weight", Categorical: []string{"code"}}},
		{written, Options{Label: "class", SplitBy: "patient", MissingWords: []string{"blue", "7"}}},
		{written, Options{Label: "amount", Regression: true, Ignore: []string{"colour"}, MaxRows: 1050}},
		{written, Options{Label: "class", Keep: []string{"no", "yes"}, Numeric: []string{"all"}}},
		{numbers, Options{Label: "class"}},
		{numbers, Options{Label: "class", Weight: "count", Numeric: []string{"all"}}},
		{numbers, Options{Label: "late", Regression: true, MissingWords: []string{"2"}}},
		{words, Options{Label: "class"}},
	}
	tables, _ := filepath.Glob("../../shared/datasets/tables/*.csv.gz")
	for _, source := range tables {
		o := Options{}
		if name := filepath.Base(source); name == "abalone.csv.gz" || name == "movies.csv.gz" || name == "autos.csv.gz" {
			continue // whose labels are for a regression
		}
		cases = append(cases, struct {
			source string
			o      Options
		}{source, o})
	}
	some := 0
	for k, c := range cases {
		plain, err := Read(t.Context(), c.source, c.o)
		if err != nil {
			if k < made {
				t.Fatal(err)
			}
			continue // needs a flag
		}
		for _, at := range []int{1, 1000} {
			o := c.o
			o.Compact, o.compactAt = true, at
			got, err := Read(t.Context(), c.source, o)
			if err != nil {
				t.Fatalf("%s: %v", c.source, err)
			}
			if got.compact == nil {
				if k < withLevels || k < made && at > 1 {
					t.Errorf("case %d at %d: not compact", k, at)
				}
				continue
			}
			some++
			if c.source == words && got.compact.wide != nil {
				t.Errorf("%d columns of hashed words hold all cells", len(got.compact.wide))
			}
			if err := got.Validate(); err != nil {
				t.Errorf("%s: %v", c.source, err)
			}
			sameTable(t, plain, got)
			half := make([]int, 0, plain.Rows)
			for i := plain.Rows - 1; i > 0; i -= 2 {
				half = append(half, i)
			}
			sameTable(t, plain.Subset(half), got.Subset(half))
			a, b := *plain, got.Subset(slices.Collect(func(yield func(int) bool) {
				for i := range got.Rows {
					if !yield(i) {
						return
					}
				}
			}))
			a.X = slices.Clone(a.X)
			fitted, stretched := FitTypical(&a)
			other, too := FitTypical(b)
			if !reflect.DeepEqual(fitted, other) || !slices.Equal(stretched, too) {
				t.Errorf("%s: scaled by %v, want %v", c.source, other, fitted)
			}
			for _, table := range []*Table{&a, b} {
				if err := fitted.Apply(table); err != nil {
					t.Fatal(err)
				}
			}
			if b.compact == nil {
				t.Errorf("%s: scaling puts the rows into X", c.source)
			}
			b.Positions = a.Positions
			sameTable(t, &a, b)
			scaled, raw := plain.Subset(half), got.Subset(half)
			for _, table := range []*Table{scaled, raw} {
				table.KeepRaw()
				if err := fitted.Apply(table); err != nil {
					t.Fatal(err)
				}
			}
			sameTable(t, scaled, raw)
			columns := []int{0, 2, plain.Cols - 1}
			sameTable(t, scaled.Select(columns), raw.Select(columns))
			again := []int{7, 3, 3}
			sameTable(t, scaled.Subset(again), raw.Subset(again))
			raw.Unscale()
			raw.keepRaw = false
			sameTable(t, plain.Subset(half), raw)
			whole := *raw
			whole.Densify()
			for _, more := range []*Table{raw, &whole} { // compact and not
				want, err := plain.Append(plain.Subset(half))
				if err != nil {
					t.Fatal(err)
				}
				all, err := got.Append(more)
				if err != nil {
					t.Fatal(err)
				}
				sameTable(t, want, all)
			}
			got.Densify()
			sameTable(t, plain, got)
		}
	}
	if some < 10 {
		t.Errorf("%d tables were compact", some)
	}
}

// sameTable compares tables, and values by their bits but for the many that are missing.
func sameTable(t *testing.T, want, got *Table) {
	t.Helper()
	bits := func(v float64) uint64 {
		if v != v {
			v = math.NaN()
		}
		return math.Float64bits(v)
	}
	for i := range want.Rows {
		if !slices.EqualFunc(want.Row(i), got.Row(i), func(a, b float64) bool { return bits(a) == bits(b) }) {
			t.Fatalf("%s: row %d is %v, want %v", want.Source, i, got.Row(i), want.Row(i))
		}
		if !slices.EqualFunc(want.RawRow(i), got.RawRow(i), func(a, b float64) bool { return bits(a) == bits(b) }) {
			t.Fatalf("%s: raw row %d is %v, want %v", want.Source, i, got.RawRow(i), want.RawRow(i))
		}
	}
	at := 0
	for block, err := range got.Blocks(37) {
		if err != nil {
			t.Fatal(err)
		}
		for i := range block.Rows {
			if !slices.EqualFunc(want.Row(at), block.Row(i), func(a, b float64) bool { return bits(a) == bits(b) }) {
				t.Fatalf("%s: row %d of the blocks is %v, want %v", want.Source, at, block.Row(i), want.Row(at))
			}
			at++
		}
	}
	if at != want.Rows || want.Hash() != got.Hash() || fmt.Sprint(want.Ranges()) != fmt.Sprint(got.Ranges()) {
		t.Errorf("%s: %d rows in blocks, hash %s, want %d and %s", want.Source, at, got.Hash(), want.Rows, want.Hash())
	}
	a, b := *want, *got
	a.X, b.X, a.compact, b.compact, a.Raw, b.Raw = nil, nil, nil, nil, nil, nil
	if !reflect.DeepEqual(a, b) {
		t.Errorf("%s: found %+v, want %+v", want.Source, b, a)
	}
}

// manyColumns is a CSV file with columns of all kinds.
func manyColumns(rows int) string {
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("colour,name,code,amount,member,day,empty,one,mixed,late,weight,patient,time,class\n")
	colours := []string{"red", "green", "blue", "?", "Green", ""}
	for i := range rows {
		amount := fmt.Sprintf("%.3f", r.NormFloat64())
		mixed := fmt.Sprint(r.IntN(900))
		if r.IntN(40) == 0 {
			mixed = "none"
		}
		late := fmt.Sprint(r.IntN(3)) // of few values at first
		if i > rows/2 {
			late = fmt.Sprint(r.Float64())
		}
		fmt.Fprintf(&b, "%s,n%d,%02d,%s,%s,2024-%02d-%02d,,1,%s,%s,%d,p%d,%02d:30,%s\n", colours[r.IntN(len(colours))], r.IntN(400), r.IntN(12),
			amount, []string{"yes", "no", "NA"}[r.IntN(3)], 1+r.IntN(12), 1+r.IntN(28), mixed, late, 1+r.IntN(3), r.IntN(90), r.IntN(24), []string{"yes", "no", "perhaps", ""}[r.IntN(4)])
	}
	return b.String()
}

// hashed is a CSV file of weights of words, of which most rows have none.
func hashed(rows int) string {
	r := rand.New(rand.NewPCG(7, 8))
	var b strings.Builder
	b.WriteString("class,bank,car,deal,free,gold,hat,ink,job,key")
	for range rows {
		fmt.Fprintf(&b, "\nk%d", r.IntN(3))
		for range 9 {
			if r.IntN(24) > 0 {
				b.WriteString(",0")
			} else {
				fmt.Fprintf(&b, ",%.6f", r.ExpFloat64())
			}
		}
	}
	return b.String()
}

// dummies is a CSV file of numbers, most of them the same in each column.
func dummies(rows int) string {
	r := rand.New(rand.NewPCG(5, 6))
	var b strings.Builder
	b.WriteString("count,gap,zero,amount,late,class")
	const n = 12
	for f := range n {
		fmt.Fprintf(&b, ",d%d", f)
	}
	for i := range rows {
		late := float64(r.IntN(3)) // of few values at first
		if i > rows/2 {
			late = r.Float64()
		}
		fmt.Fprintf(&b, "\n%d,%s,%s,%.4f,%v,k%d", r.IntN(4), []string{"0", "", "1", "NaN", "-nan"}[r.IntN(5)], []string{"0", "-0", "0.0"}[r.IntN(3)], r.NormFloat64(), late, r.IntN(3))
		one := r.IntN(n)
		for f := range n {
			b.WriteString([]string{",0", ",1"}[max(0, 1-max(f-one, one-f))])
		}
	}
	return b.String()
}
