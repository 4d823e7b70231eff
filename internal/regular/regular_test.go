package regular

import (
	"io"
	"os"
	"testing"
)

// A file of size 0 is not read: it may be a file of the system that waits for its next line.
func TestOpenWithoutBytes(t *testing.T) {
	const made = "/proc/version" // when it is read
	if text, err := os.ReadFile(made); err != nil || len(text) == 0 {
		t.Skip("no file of the system")
	}
	f, err := Open(made)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if text, err := io.ReadAll(f); err != nil || len(text) > 0 {
		t.Errorf("read %q, %v", text, err)
	}
}
