package ablation

import (
	"bufio"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/hardwood-ml/hardwood/eval/store"
)

// BenchmarkResume is what it takes to find out that all of 100,000 runs on a table of
// 100 MB are done, and to make their report.
func BenchmarkResume(b *testing.B) {
	dir := b.TempDir()
	table := filepath.Join(dir, "rows.csv")
	f, err := os.Create(table)
	if err != nil {
		b.Fatal(err)
	}
	w := bufio.NewWriter(f)
	r := rand.New(rand.NewChaCha8([32]byte{}))
	fmt.Fprintln(w, "a,b,c,d,class")
	for i := range 2_500_000 {
		fmt.Fprintf(w, "%.6f,%.6f,%.6f,%.6f,%d\n", r.Float64(), r.Float64(), r.Float64(), r.Float64(), i%2)
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	f.Close()
	const grid = "seeds = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]\nsplit = [0, 1]\ngradient = [\"natural\", \"tree-bound\"]\n" +
		"[train]\nmax-depth = [3, 4, 5, 6, 7]\nrounds = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]\n" +
		"eta = [0.1, 0.2, 0.3, 0.4, 0.5]\nlambda = [0, 1, 2, 3, 4]\nsubsample = [0.6, 1.0]\n"
	s := specOf(b, grid+"[[data]]\nsource = '"+table+"'\neps = 0.1\n")
	small := specOf(b, "loop = \"none\"\n[[data]]\nsource = \"builtin:wdbc\"\neps = 0.1\n[train]\nrounds = 5\n")
	one, err := small.Grid()
	if err != nil {
		b.Fatal(err)
	}
	like, err := NewRunner(small, "v", nil).Do(b.Context(), one.Task(0))
	if err != nil {
		b.Fatal(err)
	}
	keep, err := store.Open(filepath.Join(dir, "runs.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer keep.Close()
	if err := s.Settle(b.Context(), nil); err != nil {
		b.Fatal(err)
	}
	fillStore(b, s, filepath.Join(dir, "runs.db"), like)
	for b.Loop() {
		began := time.Now()
		runs, err := Run(b.Context(), s, keep, Options{Version: "v", Models: NoModels})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(runs)), "runs")
		b.ReportMetric(time.Since(began).Seconds(), "s-to-resume")
		found, err := Find(b.Context(), s, runs, keep.Runs(b.Context(), runs))
		if err != nil {
			b.Fatal(err)
		}
		if err := found.Page("", "").HTML(io.Discard); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(time.Since(began).Seconds(), "s-with-report")
		var after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc)/1e6, "MB-of-groups")
		runtime.KeepAlive(found)
	}
}

// splitBy returns the metrics of a run as if its rows were split by another seed.
func splitBy(seed uint64, like *store.Run) string {
	var d document
	if err := json.Unmarshal([]byte(like.Metrics), &d); err != nil {
		panic(err)
	}
	return strings.ReplaceAll(like.Metrics, d.Data.Hash, fmt.Sprint(seed))
}

// fillStore keeps all runs of a spec in a store, as if they came out like one, in one
// transaction.
func fillStore(b *testing.B, s *Spec, path string, like *store.Run) {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	tx, err := db.Begin()
	if err != nil {
		b.Fatal(err)
	}
	insert, err := tx.Prepare("INSERT INTO runs (id, spec, settings, seed, data, hash, version, finished, seconds, metrics, model) VALUES (?,?,?,?,?,?,?,?,?,?,x'')")
	if err != nil {
		b.Fatal(err)
	}
	tasks, err := s.Grid()
	if err != nil {
		b.Fatal(err)
	}
	r := NewRunner(s, "v", nil)
	for _, t := range tasks.Tasks() {
		id, err := r.ID(t)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := insert.Exec(id, s.Name, t.Settings.JSON(), int64(t.Seed), t.Data.Name, like.Hash, "v", like.Finished, 2, splitBy(t.Seed, like)); err != nil {
			b.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		b.Fatal(err)
	}
}
