package paper

import (
	"compress/gzip"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval/report"
)

// write writes random rows, of class 1 where the first two features sum to
// more than 1, as the files of breast-cancer.
func write(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	r := rand.New(rand.NewPCG(2, 3))
	for _, name := range []string{Sets[0].train, Sets[0].test} {
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		z := gzip.NewWriter(f)
		for range 120 {
			a, b := r.Float64(), r.Float64()
			label := 0
			if a+b > 1 {
				label = 1
			}
			fmt.Fprintf(z, "%d 1:%.4f 2:%.4f 3:%.4f\n", label, a, b, r.Float64())
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	return dir
}

// TestRun: all tables are there, with the published figures beside ours, and
// no method is nearer than the exact search.
func TestRun(t *testing.T) {
	r, err := Run(t.Context(), Options{Dir: write(t), Quick: true, Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	tables := r.Tables()
	var captions []string
	for _, table := range tables {
		captions = append(captions, table.Caption)
		for _, row := range table.Rows {
			if len(row) != len(table.Columns) {
				t.Errorf("%s: %d cells for %d columns", table.Caption, len(row), len(table.Columns))
			}
		}
	}
	if len(tables) != 12 { // three norms for each of two GBDTs, two for the forest; naive, models, sizes, convergence
		t.Fatalf("tables are %q", captions)
	}
	for f, m := range r.all {
		exact := r.all[figure{f.kind, f.norm, f.set, "exact"}]
		if f.method == plain || strings.HasPrefix(f.method, "naive") {
			continue // fewer rows
		}
		for i := range m {
			if best := &exact[i]; best.Status == attack.Optimal && m[i].Distance < best.Distance*(1-1e-6) {
				t.Errorf("%v, row %d: %v is nearer than the optimum %v", f, i, m[i].Distance, best.Distance)
			}
		}
	}
	first := tables[0]
	for c, want := range map[string]string{"lt": "0.235", "cube": "0.53", "exact": "0.222"} {
		if got := beside(first, c); got != want {
			t.Errorf("beside %s stands %q, the paper has %s", c, got, want)
		}
	}
	if got := beside(tables[10], "iterations"); got != "2.1" {
		t.Errorf("beside our iterations stands %q, the paper has 2.1", got)
	}
}

// beside returns the cell after the column of a name, in the first row.
func beside(t *report.Table, column string) string {
	for c := range t.Columns {
		if t.Columns[c].Name == column {
			return t.Rows[0][c+1].Text
		}
	}
	return "no column " + column
}

// TestCompare: methods are compared on the rows that all of them finished.
func TestCompare(t *testing.T) {
	found := func(d float64) attack.Result {
		return attack.Result{Status: attack.Found, Example: []float64{0}, Distance: d, Seconds: 2}
	}
	late, wrong := attack.Result{Stop: attack.Cancelled}, attack.Result{Status: attack.Misclassified}
	best := found(0.5)
	best.Status = attack.Optimal
	r := &Results{all: map[figure][]attack.Result{
		{method: "a"}:    {found(1), wrong, found(3), found(5), late},
		{method: "b"}:    {best, wrong, late, found(1.5), found(7)},
		{method: "none"}: {late, wrong, late, late, late},
	}}
	at := func(method string) figure { return figure{method: method} }
	of, rows := r.compare(at, []string{"a", "b"})
	if want := (map[string]reached{"a": {3, 2, 0}, "b": {1, 2, 1}}); rows != 2 || !reflect.DeepEqual(of, want) {
		t.Errorf("%v on %d rows, want %v on 2", of, rows, want)
	}
	if of, rows := r.compare(at, []string{"none", "a"}); rows != 3 || of["a"].distance != 3 || !math.IsNaN(of["none"].distance) {
		t.Errorf("beside a method without results: %v on %d rows", of, rows)
	}
	if _, rows := r.compare(at, []string{"a", "c"}); rows > 0 {
		t.Error("a method that was not run is compared")
	}
}

// TestLimit: what is not finished in time is left out.
func TestLimit(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the clock stands still for longer than the limit")
	}
	var phases []string
	r, err := Run(t.Context(), Options{Dir: write(t), Quick: true, Threads: 1, Limit: time.Nanosecond, Say: func(p string) { phases = append(phases, p) }})
	if err != nil {
		t.Fatal(err)
	}
	for f, results := range r.all {
		for i := range results {
			if s := &results[i]; s.Status != attack.Misclassified && s.Stop != attack.Cancelled {
				t.Errorf("%v: row %d was attacked: %+v", f, i, s)
			}
		}
	}
	if got, want := phases[0], "breast-cancer: train natural, 44 attacks to go in 44ns at most"; got != want {
		t.Errorf("the first phase is %q, want %q", got, want)
	}
	if tables := r.Tables(); len(tables) != 1 || tables[0].Caption != "Models" {
		t.Errorf("there are %d tables, the first is %q", len(tables), tables[0].Caption)
	}
}

func TestFind(t *testing.T) {
	dir := write(t)
	for _, c := range []struct {
		names []string
		quick bool
		want  string
	}{
		{nil, true, "[breast-cancer]"},
		{nil, false, "[breast-cancer]"},
		{[]string{"breast-cancer"}, false, "[breast-cancer]"},
		{[]string{"brest-cancer"}, false, `unknown data set "brest-cancer": did you mean "breast-cancer"?`},
		{[]string{"HIGGS"}, true, "HIGGS-46k.train.libsvm.gz: "},
	} {
		sets, err := find(dir, c.names, c.quick)
		var names []string
		for _, s := range sets {
			names = append(names, s.Name)
		}
		if got := fmt.Sprint(names, err); !strings.Contains(got, c.want) {
			t.Errorf("find(%v, %v): got %s, want %s", c.names, c.quick, got, c.want)
		}
	}
	if _, err := find(t.TempDir(), nil, true); err == nil || !strings.Contains(err.Error(), "holds none of the paper's data sets") {
		t.Errorf("an empty directory: %v", err)
	}
}
