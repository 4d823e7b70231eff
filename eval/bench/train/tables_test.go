package train

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Tables are opened by the label that is known for them, others by that which is taken by default, and
// a table that is refused does not keep those after it from being opened.
func TestTables(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "tables"), 0o777); err != nil {
		t.Fatal(err)
	}
	rows := func(format string) string {
		text := ""
		for i := range 40 {
			text += fmt.Sprintf(format, i, i/20, i%7)
		}
		return text
	}
	for name, content := range map[string]string{
		"autos.csv":    "price,doors,axles\n" + rows("1%[1]d.5,d%[2]d,%[3]d\n"),
		"between.csv":  "a,b\n" + rows("%[2]d,%[3]d\n"),
		"penguins.csv": "Species,wing,class\n" + rows("s%[2]d,%[3]d,c%[3]d\n"),
		"zoo.csv":      "wing,class\n" + rows("%[1]d,c%[2]d\n"),
	} {
		if err := os.WriteFile(filepath.Join(dir, "tables", name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := (&bench{datasets: dir}).tables(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	want := `autos.csv: 40 rows of 2 features (1 categorical, 1 integer); label "price", a regression: 10.5 to 139.5
  100 trees, root mean squared error `
	if !strings.HasPrefix(out.String(), want) {
		t.Errorf("%s, want %s", out.String(), want)
	}
	for _, want := range []string{
		`between.csv: which column is the label, "a" or "b"? Options.Label names it`,
		`penguins.csv: 40 rows of 2 features (1 categorical, 1 integer); label "Species": s0 50.0 %, s1 50.0 %`,
		"zoo.csv: 40 rows of 1 feature (1 integer); label \"class\": c0 50.0 %, c1 50.0 %\n  100 trees, right on 100.00 % of the training rows\nopened 3, refused 1\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s, want %s", out.String(), want)
		}
	}
}

// Public tables open as they were published; the smaller ones are tried here.
func TestPublicTables(t *testing.T) {
	b := bench{datasets: "../../../../shared/datasets", tasks: []string{"abalone", "autos", "cmc", "credit-approval", "credit-g", "penguins", "sick", "vote"}}
	if _, err := os.Stat(filepath.Join(b.datasets, "tables")); err != nil {
		t.Skip("without public tables")
	}
	var out bytes.Buffer
	if err := b.tables(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(out.String(), "\nopened 8, refused 0\n") {
		t.Error(out.String())
	}
}
