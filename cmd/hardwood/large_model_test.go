package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The note is about files of more than half a gigabyte only, and names the file, its size and flags.
func TestLargeModelsAreNoted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "forest.json")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for size, want := range map[int64]string{500e6: "", 1.6e9: "forest.json takes 1.6 GB: --max-depth, "} {
		if err := os.Truncate(path, size); err != nil { // a file of holes
			t.Fatal(err)
		}
		var out bytes.Buffer
		tellLarge(&progress{w: &out}, path)
		if got := out.String(); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%d bytes: %q, want %q", size, got, want)
		}
	}
}
