package regular

import (
	"io"
	"os"
	"path/filepath"
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

// Editors of Windows begin a text with a byte order mark, which is none of it.
func TestReadTextWithoutByteOrderMark(t *testing.T) {
	path := filepath.Join(t.TempDir(), "threat.toml")
	if err := os.WriteFile(path, []byte("\xef\xbb\xbf[all]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := ReadText(path); err != nil || string(text) != "[all]\n" {
		t.Errorf("read %q, %v", text, err)
	}
}
