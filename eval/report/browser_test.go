package report

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// browser returns a headless browser, or skips the test where there is none.
func browser(t *testing.T) string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no chromium on this machine: the report is not tested in a browser")
	return ""
}

// open loads a page and returns its document after its scripts have run, and
// what the browser logged.
func open(t *testing.T, page string) (dom, log string) {
	t.Helper()
	var out, errors bytes.Buffer
	c := exec.Command(browser(t), "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--enable-logging=stderr",
		"--user-data-dir="+t.TempDir(), "--dump-dom", "file://"+page)
	c.Stdout, c.Stderr = &out, &errors
	if err := c.Run(); err != nil {
		t.Fatalf("%v: %s", err, errors.String())
	}
	return out.String(), errors.String()
}

// written writes the report of two random models on many rows.
func written(t *testing.T, rows int) (dir string, in *Input) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 9))
	shape := ensembletest.Shape{Features: 6, Trees: 6, Depth: 3, Classes: 3}
	a, b := ensembletest.Random(r, shape), ensembletest.Random(r, shape)
	table := &data.Table{Rows: rows, Cols: 6, Source: `rows <&"'> of a test`, Classes: []string{"red", "green & blue", "<i>"}}
	for f := range 6 {
		table.Features = append(table.Features, fmt.Sprintf("feature <%d>", f))
	}
	for range rows {
		x := ensembletest.Row(r, a)
		table.X, table.Y = append(table.X, x...), append(table.Y, a.Class(x))
	}
	report, err := eval.Evaluate(context.Background(), []eval.Model{{Name: "natural", Ensemble: a}, {Name: "hardened", Ensemble: b}}, table,
		eval.Options{Attack: ltattack.Attack{Starts: 1}, Eps: []float64{0.01, 0.1}, Resamples: 20})
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	in = &Input{Report: report, Table: table, Provenance: eval.Provenance{Command: "hardwood eval '<x>'", Units: "scaled"}}
	if err := Write(t.Context(), dir, in); err != nil {
		t.Fatal(err)
	}
	return dir, in
}

var cell = regexp.MustCompile(`<td[^>]*data-label="([^"]*)" data-value="([^"]*)"`)

// TestBrowser: the report loads without an error, is small however many rows
// there are, shows the numbers of metrics.json, and its tables sort.
func TestBrowser(t *testing.T) {
	browser(t)
	dir, _ := written(t, 10000)
	page := filepath.Join(dir, "report.html")
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if most := 3 << 20; len(text) > most {
		t.Errorf("the report has %d bytes", len(text))
	}
	if regexp.MustCompile(`(src|href)="https?:`).Match(text) {
		t.Error("the report needs a network")
	}
	dom, log := open(t, page)
	if strings.Contains(log, "CONSOLE") {
		t.Errorf("the browser complains: %s", log)
	}
	compareMetrics(t, dom, filepath.Join(dir, "metrics.json"))

	for column, what := range map[int]string{1: "clean accuracies", 4: "mean distances"} { // the constant's is infinite
		click := strings.Replace(string(text), "</body>", fmt.Sprintf(`<script>
			const head = document.querySelectorAll("table")[0].tHead.rows[0].cells[%[1]d].firstElementChild;
			head.click(); head.click();
			document.title = [...document.querySelectorAll("table")[0].tBodies[0].rows].map(r => r.cells[%[1]d].dataset.value).filter(v => v).join(" ");
		</script></body>`, column), 1)
		clicked := filepath.Join(dir, "clicked.html")
		if err := os.WriteFile(clicked, []byte(click), 0o644); err != nil {
			t.Fatal(err)
		}
		dom, log = open(t, clicked)
		title := regexp.MustCompile(`<title>(.*)</title>`).FindStringSubmatch(dom)
		if title == nil || strings.Contains(log, "CONSOLE") {
			t.Fatalf("no title after the click: %s", log)
		}
		last := math.Inf(1)
		for _, word := range strings.Fields(title[1]) {
			v, err := strconv.ParseFloat(word, 64)
			if err != nil || v > last {
				t.Errorf("after two clicks the %s are %s, not falling", what, title[1])
			}
			last = v
		}
	}
}

// compareMetrics compares the first table with metrics.json.
func compareMetrics(t *testing.T, dom, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := eval.ReadDocument(text)
	if err != nil {
		t.Fatal(err)
	}
	cells := cell.FindAllStringSubmatch(dom, -1)
	const columns = 6
	for i, name := range []string{"natural", "hardened"} {
		model := doc.Models[name]
		for k, want := range []eval.Number{eval.Number(model.Clean), model.Robust["0.01"], model.Robust["0.1"], model.MeanDistance, model.MedianDistance} {
			got, err := strconv.ParseFloat(cells[i*columns+1+k][2], 64)
			if err != nil || got != float64(want) {
				t.Errorf("%s, %s: the page has %v, metrics.json %v", name, cells[i*columns+1+k][1], got, want)
			}
		}
	}
}
