package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/internal/seed"
)

// The command that is printed after a search trains the model that was found, whatever the
// search had time to try; also if defaults depend on the levels of a table, and in norm 0, in
// which splits cannot be robust.
func TestTunedAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute under the race detector")
	}
	dir := t.TempDir()
	levels := filepath.Join(dir, "levels.csv")
	writeLevels(t, levels)
	for name, flags := range map[string][]string{
		"time":           {"--tune-time", "2s", "--eps", "0.1", "--rows", "150", "--test-rows", "20"},
		"norm 0":         {"--tune", "--norm", "0", "--eps", "1", "--rows", "100", "--test-rows", "20", "--rounds", "3", "--booster", "gbdt"},
		"levels":         {"--tune", "--data", levels, "--eps", "0.1", "--rounds", "3", "--booster", "forest"},
		"levels, norm 2": {"--tune", "--data", levels, "--norm", "2", "--eps", "0.1", "--rounds", "3", "--booster", "gbdt"},
	} {
		t.Run(name, func(t *testing.T) {
			tuned, again := filepath.Join(dir, name, "tuned"), filepath.Join(dir, name, "again")
			code, stdout, stderr := hardwood(t, append([]string{"harden", "--quiet", "--resamples", "20", "--out", tuned}, flags...)...)
			if code != 0 {
				t.Fatalf("exit code %d: %s", code, stderr)
			}
			var d eval.Document
			if err := json.Unmarshal(read(t, filepath.Join(tuned, "metrics.json")), &d); err != nil || d.Tuning == nil || (name == "time") != (d.Tuning.Budget == 2) {
				t.Fatalf("%+v, %v", d.Tuning, err)
			}
			command := d.Tuning.Command
			if !strings.Contains(stdout, command+"\n") || strings.Contains(command, "tune") {
				t.Errorf("%q is not printed", command)
			}
			args := append(strings.Fields(command)[1:], "--quiet", "--out", again)
			if code, _, stderr := hardwood(t, args...); code != 0 {
				t.Fatalf("exit code %d: %s", code, stderr)
			}
			if !bytes.Equal(read(t, filepath.Join(tuned, "hardened.json")), read(t, filepath.Join(again, "hardened.json"))) {
				t.Errorf("%s trains another model", command)
			}
		})
	}
}

// writeLevels writes a table of which one column holds levels, at a distance of 1 from each
// other.
func writeLevels(t *testing.T, path string) {
	t.Helper()
	var table strings.Builder
	table.WriteString("a,b,c,colour,label\n")
	for i := range 120 {
		r := seed.At(97, i)
		y := i % 2
		fmt.Fprintf(&table, "%.3f,%.3f,%.3f,%s,%s\n", r.Float64()+0.5*float64(y), r.Float64(), r.Float64()-0.3*float64(y),
			[]string{"red", "green", "blue"}[r.IntN(2)+y], []string{"no", "yes"}[y])
	}
	if err := os.WriteFile(path, []byte(table.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}
