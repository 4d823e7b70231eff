package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// TestPage: names from the data cannot break the page.
func TestPage(t *testing.T) {
	dir, in := written(t, 200)
	page, err := os.ReadFile(filepath.Join(dir, "report.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"<i>", `of <&`, "feature <", "family:Liberation Sans;"} {
		if bytes.Contains(page, []byte(bad)) {
			t.Errorf("the page holds %q unescaped", bad)
		}
	}
	for _, want := range []string{"green &amp; blue", Answer(in)[:20], `role="img"`, `lang="en"`, "prefers-color-scheme: dark", "@media print", "family:Liberation Sans, Arial,"} {
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("the page lacks %q", want)
		}
	}
	again := t.TempDir()
	if err := Write(t.Context(), again, in); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"report.html", "metrics.json", "robust-accuracy.svg", "robust-accuracy.png", "comparison.tex"} {
		a, _ := os.ReadFile(filepath.Join(dir, name))
		b, err := os.ReadFile(filepath.Join(again, name))
		if err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s is not the same when it is written again (%v)", name, err)
		}
	}
}

func TestTable(t *testing.T) {
	table := &Table{
		Columns: []Column{{Name: "model_x", Text: true}, {Name: "robust"}, {Name: "about", Text: true}},
		Rows: [][]Cell{
			{Word("a & b"), {Text: "50.0 %", Value: 0.5, Best: true}, Word("ü")},
			{Word("c"), {Text: "∞", Value: 1, Second: true}, Word("longer")},
		},
	}
	for name, c := range map[string]struct {
		write func(*bytes.Buffer) error
		want  string
	}{
		"text": {func(b *bytes.Buffer) error { return table.Text(b) }, "model_x  robust  about\na & b    50.0 %  ü\nc             ∞  longer\n"},
		"csv":  {func(b *bytes.Buffer) error { return table.CSV(b) }, "model_x,robust,about\na & b,0.5,ü\nc,1,longer\n"},
		"latex": {func(b *bytes.Buffer) error { return table.LaTeX(b) }, `% \usepackage{booktabs,xcolor}
\begin{tabular}{lrl}
\toprule
model\_x & robust & about \\ \midrule
a \& b & \textbf{50.0 \%} & ü \\
c & {\color{blue}$\infty$} & longer \\
\bottomrule
\end{tabular}
`},
	} {
		var b bytes.Buffer
		if err := c.write(&b); err != nil || b.String() != c.want {
			t.Errorf("%s: got %q, want %q (%v)", name, b.String(), c.want, err)
		}
	}
}

// TestAnswer: the page says the verdict, and of one model how it compares with
// the constant.
func TestAnswer(t *testing.T) {
	dir, in := written(t, 300)
	page, err := os.ReadFile(filepath.Join(dir, "report.html"))
	v := in.Report.Verdict
	if err != nil || Answer(in) != v.Sentence || !strings.Contains(v.Sentence, "At eps 0.1 (L-inf) the hardened model ") {
		t.Errorf("%v: %q", err, v.Sentence)
	}
	if warned := bytes.Contains(page, []byte(`class="answer warning"`)); warned != (v.Word != eval.MoreRobust) {
		t.Errorf("%s is warned of: %v", v.Word, warned)
	}
	in.Report.Verdict, in.Report.Models = nil, in.Report.Models[:1]
	for constant, want := range map[float64]bool{0: false, 1: true} {
		in.Report.Constant.Accuracy = constant
		if got := Answer(in); strings.Contains(got, "no less than the model") != want {
			t.Errorf("beside a constant of %v: %q", constant, got)
		}
		for _, aim := range []eval.Aim{eval.AimBalanced, eval.AimWorstClass} {
			in.Report.Aim, in.Report.Constant.Balanced = aim, constant
			in.Report.Constant.Accuracy = 1 - constant // which is not what it is judged by
			if got := Answer(in); strings.Contains(got, "no less than the model") != want {
				t.Errorf("aim %s, beside a constant of %v: %q", aim, constant, got)
			}
		}
		in.Report.Aim = ""
	}
	at := &in.Report.Models[0].Metrics.At[in.Report.Focus(0)]
	at.Certified, at.Undecided = 0.55, 0.25
	if got := Answer(in); !strings.Contains(got, "stays right on 55.0 % of the rows, as is proved, and no change is known that flips a further 25.0 %; without") {
		t.Errorf("open rows count as right: %q", got)
	}
}

// TestExamples: the file has a line per row and model, and as many columns as
// its head.
func TestExamples(t *testing.T) {
	_, in := written(t, 50)
	var b bytes.Buffer
	x, err := NewExamples(&b, in.Table, in.Report.Norm, nil, true)
	if err != nil {
		t.Fatal(err)
	}
	e := in.Report.Models[0]
	c := &e.Fragile[0]
	for _, r := range []attack.Result{
		{Row: c.Row, Label: c.Label, Predicted: c.Label, Example: c.Example, Class: c.Class, Distance: c.Distance},
		{Row: 7, Status: attack.None, Class: -1, Distance: math.Inf(1), LowerBound: math.Inf(1)},
	} {
		if err := x.Add(&e.Model, c.X, &r); err != nil {
			t.Fatal(err)
		}
	}
	if err := x.Flush(); err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(lines) != 3 || len(lines[0]) != 1+len(resultColumns)+in.Table.Cols {
		t.Fatalf("got %v, %v", lines, err)
	}
	if found, none := lines[1], lines[2]; found[len(found)-1] == "" || none[len(none)-1] != "" || none[6] != "inf" || none[4] != "" {
		t.Errorf("got %v and %v", found, none)
	}
}

// TestExamplesKeepTheNamesOfTheData: a column of the data that is called like one of what
// was found is the only one of its name.
func TestExamplesKeepTheNamesOfTheData(t *testing.T) {
	var b bytes.Buffer
	table := &data.Table{Cols: 4, Features: []string{"distance", "row", "found_row", "x"}}
	x, err := NewExamples(&b, table, attack.LInf, nil, false)
	if err == nil {
		err = x.Flush()
	}
	want := "model,found_found_row,label,predicted,adversarial_label,norm,found_distance,lower_bound,status,distance,row,found_row,x\n"
	if err != nil || b.String() != want {
		t.Errorf("got %s, %v", b.String(), err)
	}
}

// TestExamplesKeepUnknownLevels: a level of the rows that was in no training row is written
// as the word it is.
func TestExamplesKeepUnknownLevels(t *testing.T) {
	known := column.Column{Kind: column.Categorical, Codes: []int32{0, 1, 3}, Names: []string{"AK", "AL", "CA"}}
	all := column.Named([]string{"AK", "AL", "AZ", "CA"})
	table := &data.Table{Rows: 1, Cols: 2, Features: []string{"state", "x"}, Classes: []string{"a", "b"}, X: []float64{2, 1}, Y: []int{0}, Columns: []column.Column{all, {}}}
	e := &ensemble.Ensemble{Features: 2, Outputs: 1, Classes: 2, Base: []float64{0}, Link: ensemble.Logistic, Columns: []column.Column{known, {}}}
	e.Trees = []ensemble.Tree{{Splits: []ensemble.Split{{Feature: 1, Threshold: 1, Left: ^0, Right: ^1}}, Leaves: []float64{-1, 1}}}
	var b bytes.Buffer
	x, err := NewExamples(&b, table, attack.LInf, nil, false)
	if err == nil {
		err = x.Add(&eval.Model{Name: "m", Ensemble: e}, []float64{2, 1}, &attack.Result{Example: []float64{2, 15687868}, Class: 1, Distance: 1})
	}
	if err == nil {
		err = x.Flush()
	}
	if err != nil || !strings.HasSuffix(b.String(), ",AZ,15687868\n") {
		t.Errorf("got %s, %v", b.String(), err)
	}
}

func TestPercents(t *testing.T) {
	for want, r := range map[string][2]float64{
		"0 % 20 % 40 % 60 % 80 % 100 %": {0, 1}, "98 % 99 % 100 %": {0.971, 1}, "62.5 % 63 % 63.5 % 64 %": {0.622, 0.6405},
	} {
		var got []string
		for _, tick := range percents(r[0], r[1]) {
			got = append(got, tick.Label)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("from %v to %v: %q, want %s", r[0], r[1], got, want)
		}
	}
}

// A difference of nothing has no sign of a loss, whatever rounding leaves.
func TestNoNegativeZero(t *testing.T) {
	for v, want := range map[float64]string{-1e-17: "+0.0 points", -4e-4: "+0.0 points", -6e-4: "-0.1 points", 0.01: "+1.0 points"} {
		if got := Points(v).Text; got != want {
			t.Errorf("%v is %q, want %q", v, got, want)
		}
	}
	if got := interval(eval.Interval{Lo: -1e-17, Hi: 0.002}, true); got != "0.0 to 0.2" {
		t.Errorf("interval %s", got)
	}
}

// A model that is never right under attack has no distances, and does not hide those of another.
func TestDistancesOfOneModel(t *testing.T) {
	never := &eval.Evaluation{Model: eval.Model{Name: "never right"}, Metrics: eval.Metrics{Rows: 3}}
	right := &eval.Evaluation{Model: eval.Model{Name: "right"}, Metrics: eval.Metrics{Rows: 3, Quantiles: []eval.Quantile{{P: 0.5, Distance: 0.25}}, MeanLowerBound: 0.2}}
	for _, models := range [][]*eval.Evaluation{{never, right}, {right, never}} {
		var b bytes.Buffer
		if err := distances(&Input{Report: &eval.Report{Models: models}})[0].CSV(&b); err != nil {
			t.Fatal(err)
		}
		if want := "model,50 %,mean lower bound,no example,attack time\nright,0.25,0.2,0,0\n"; b.String() != want {
			t.Errorf("got %s, want %s", &b, want)
		}
	}
	if none := distances(&Input{Report: &eval.Report{Models: []*eval.Evaluation{never}}}); none != nil {
		t.Errorf("distances of a model that is never right: %v", none)
	}
}

// Infinite distances and differences are shown with their sign, and pages sort by them.
func TestInfinite(t *testing.T) {
	table := Table{Columns: []Column{{Name: "distance"}}}
	for sign, want := range map[int]string{1: "+∞", -1: "-∞"} {
		c := change(math.Inf(sign))
		if c.Text != want {
			t.Errorf("%v is %q, want %q", c.Value, c.Text, want)
		}
		table.Rows = append(table.Rows, []Cell{c})
	}
	var b bytes.Buffer
	if err := table.html().Render(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`data-value="+Infinity"`, `data-value="-Infinity"`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in %s", want, &b)
		}
	}
}

// TestLogarithmicPlot: one point, or none, can be drawn on logarithmic axes.
func TestLogarithmicPlot(t *testing.T) {
	for name, y := range map[string]float64{"one point": 0.1, "no points": math.NaN()} {
		p := Plot{Name: name, LogX: true, LogY: true, Series: []Series{{X: []float64{1e-5}, Y: []float64{y}}}}
		var b bytes.Buffer
		if err := p.SVG(&b); err != nil || !strings.Contains(b.String(), "<path") {
			t.Errorf("%s: %v, %q", name, err, b.String())
		}
	}
}

// The largest changes are shown where they differ between features, and in words where there are none,
// or where a value can only go missing.
func TestUnitOfChanges(t *testing.T) {
	in := &Input{
		Table: &data.Table{Features: []string{"days", "metres", "colour", "id", "member"}, Cols: 5,
			Columns: []column.Column{{}, {}, {Kind: column.Categorical}, {}, {Kind: column.Boolean}}},
		Report: &eval.Report{
			Eps: []float64{0.29, 0.5}, Still: [][]int{{3, 4}, {3}},
			Widest: [][]float64{{0, 13.63, math.NaN(), 0, 0}, {eval.OnlyBlank, 23.5, math.NaN(), 5, 1}},
		},
	}
	var b bytes.Buffer
	if err := unit(in).Tables[0].CSV(&b); err != nil {
		t.Fatal(err)
	}
	if want := "feature,eps 0.29,eps 0.5\ndays,none,only missing\nmetres,13.63,23.5\ncolour,another level,another level\nmember,none,the other value\n"; b.String() != want {
		t.Errorf("got %s, want %s", &b, want)
	}
	in.Report.Constraints = &attack.Constraints{Blank: []float64{1, 0, 0, 0, 0}}
	if got := unit(in).Tables[0].Caption; !strings.HasSuffix(got, "in the data's units; what may-blank names can also go missing, if eps allows") {
		t.Error(got)
	}
	in.Report.Widest[1][0], in.Report.Widest[1][4] = 23.5, 0
	if s := unit(in); s.Tables != nil {
		t.Errorf("changes that are alike are shown: %v", s.Tables)
	}
}

// Of a wide table the changes of the first columns that can change are shown, which the caption says.
func TestUnitOfManyColumns(t *testing.T) {
	for cols, says := range map[int]string{101: "in the data's units", 102: "; the first 100 of 101 columns"} {
		names, widest := make([]string, cols), make([]float64, cols)
		for f := range names {
			names[f], widest[f] = fmt.Sprint("gene", f), float64(f)
		}
		in := &Input{Table: &data.Table{Features: names, Cols: cols}, Report: &eval.Report{Eps: []float64{0.3}, Still: [][]int{{0}}, Widest: [][]float64{widest}}}
		of := unit(in).Tables[0]
		if len(of.Rows) != 100 || of.Rows[0][0].Text != "gene1" || !strings.HasSuffix(of.Caption, says) {
			t.Errorf("%d columns: %d rows from %s on: %s", cols, len(of.Rows), of.Rows[0][0].Text, of.Caption)
		}
	}
}

// Values that go missing are shown, and are no moves up or down.
func TestByFeatureTellsMissing(t *testing.T) {
	e := &eval.Evaluation{
		Model: eval.Model{Name: "m"}, Metrics: eval.Metrics{Rows: 28, CleanAccuracy: 1},
		Moves: []eval.Move{{Name: "bili", Rows: 11, Missing: 9, Up: 1, Raw: 1}, {Name: "ast", Rows: 6, Missing: 6, Raw: 1}, {Name: "age", Rows: 4, Up: 3, Raw: 1}},
	}
	text := func() string {
		var b bytes.Buffer
		if err := byFeature(&Input{Report: &eval.Report{Models: []*eval.Evaluation{e}}})[0].Text(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for _, want := range []string{`of them to missing +of the others upwards`, `bili .* 81\.8 % +50\.0 %`, `ast .* 100\.0 % +– +–`, `age .* 0\.0 % +75\.0 %`} {
		if got := text(); !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for f := range e.Moves {
		e.Moves[f].Missing = 0
	}
	if got := text(); !regexp.MustCompile(`moved in +of them upwards`).MatchString(got) || strings.Contains(got, "missing") {
		t.Errorf("where nothing goes missing:\n%s", got)
	}
}
