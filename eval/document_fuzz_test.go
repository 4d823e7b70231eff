package eval

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzReadDocument: a text is metrics.json that says the same when it is written and
// read again, or an error in one line.
func FuzzReadDocument(f *testing.F) {
	f.Add([]byte(document))
	f.Add([]byte(strings.Replace(document, `"schema": 2`, `"schema": 1, "natural": {"rows": 1}`, 1)))
	f.Add([]byte(`{"schema": 3}`))
	f.Add([]byte("{\"schema\": {\n}}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := ReadDocument(text)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("not one line: %q", err)
			}
			return
		}
		written, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ReadDocument(written)
		if diff := cmp.Diff(d, again, same); d.Schema == schemaVersion && (err != nil || diff != "") {
			t.Errorf("%v %s", err, diff)
		}
	})
}
