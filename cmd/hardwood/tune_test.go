package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/eval"
)

// The command that is printed after a search by time trains the model that was
// found, whatever was tried in that time.
func TestTunedAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute under the race detector")
	}
	dir := t.TempDir()
	code, stdout, stderr := hardwood(t, "harden", "--quiet", "--tune-time", "2s", "--eps", "0.1", "--rows", "150", "--test-rows", "20",
		"--resamples", "20", "--out", filepath.Join(dir, "tuned"))
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	metrics, err := os.ReadFile(filepath.Join(dir, "tuned", "metrics.json"))
	if err != nil {
		t.Fatal(err)
	}
	var d eval.Document
	if err := json.Unmarshal(metrics, &d); err != nil || d.Tuning == nil || d.Tuning.Budget != 2 {
		t.Fatalf("%+v, %v", d.Tuning, err)
	}
	command := d.Tuning.Command
	if !strings.Contains(stdout, command+"\n") || strings.Contains(command, "tune") {
		t.Errorf("%q is not printed", command)
	}
	args := append(strings.Fields(command)[1:], "--quiet", "--out", filepath.Join(dir, "again"))
	if code, _, stderr := hardwood(t, args...); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	var models [2][]byte
	for i, of := range []string{"tuned", "again"} {
		if models[i], err = os.ReadFile(filepath.Join(dir, of, "hardened.json")); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(models[0], models[1]) {
		t.Errorf("%s trains another model", command)
	}
}
