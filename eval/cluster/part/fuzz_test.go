package part

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzParse: whatever --part says, a part is one of its parts and is written as it
// is read, or there is an error.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"3/64", "env/64", "0/1", "-1/4", "9223372036854775808/1", "+1/+2", "1/2/3", ""} {
		f.Add(text, "4")
	}
	f.Fuzz(func(t *testing.T, text, place string) {
		p, err := Parse(text, env("SLURM_ARRAY_TASK_ID", place))
		if err != nil {
			return
		}
		if again, err := Parse(p.String(), nil); p.Number < 1 || p.Number > p.Of || err != nil || again != p {
			t.Errorf("%q is part %+v, read again %+v: %v", text, p, again, err)
		}
	})
}

// FuzzOpen: whatever a note and its file hold, parts are put together again or
// refused in one line.
func FuzzOpen(f *testing.F) {
	job := &Job{Command: "attack", Version: "1", Arch: "amd64"}
	rows := []byte("row,label\n1,\"a\nb\"\n")
	note := Note{Part: Part{1, 1}, Holds: Rows, Job: job, SHA256: fmt.Sprintf("%x", sha256.Sum256(rows))}
	text, err := note.text()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text, rows)
	f.Add(bytes.Replace(text, []byte(`"of": 1`), []byte(`"of": 9223372036854775807`), 1), rows)
	f.Add([]byte("null"), rows)
	path := filepath.Join(f.TempDir(), "a.csv")
	f.Fuzz(func(t *testing.T, note, rows []byte) {
		for name, content := range map[string][]byte{path: rows, path + Extension: note} {
			if err := os.WriteFile(name, content, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		set, err := Collect([]string{path}, "1", "amd64")
		if err == nil {
			err = set.WriteCSV(io.Discard)
		}
		if err != nil && strings.ContainsAny(err.Error(), "\n\r") {
			t.Errorf("not one line: %q", err)
		}
	})
}
