package report

import (
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot"
)

// The legend stands where nothing is drawn, at the top right if that is free.
func TestLegendIsOutOfTheWay(t *testing.T) {
	for _, test := range []struct {
		what      string
		y         []float64
		marks     bool
		left, top bool
	}{
		{"low", []float64{0.1, 0.2, 0.1}, false, false, true},
		{"rising", []float64{0, 0.5, 1}, false, false, false},
		{"high", []float64{0.9, 0.95, 1}, false, false, false},
		{"at both ends of the right", []float64{0.5, 0.5, 1, 0}, false, true, true},
		{"there between two points", []float64{1, 1, 0.6}, false, false, false},
		{"points without that line", []float64{1, 1, 0.6}, true, false, true},
	} {
		s := Series{Name: "line", Y: test.y, Marks: test.marks}
		for i := range s.Y {
			s.X = append(s.X, min(1, float64(i)/2))
		}
		p := Plot{Share: true, Series: []Series{s, {Name: "another"}, {Name: "and another"}}}
		g, err := p.draw()
		if err != nil {
			t.Fatal(err)
		}
		if g.Legend.Left != test.left || g.Legend.Top != test.top {
			t.Errorf("%s: left %t, top %t", test.what, g.Legend.Left, g.Legend.Top)
		}
	}
}

// A legend that would hide points stands below them, and makes the picture higher.
func TestLegendBelow(t *testing.T) {
	points := func(series int, name string) *Plot {
		p := &Plot{Share: true, Both: true}
		for k := range series {
			s := Series{Name: name, Marks: true, Color: k}
			for i := range 21 { // all over the plot
				s.X, s.Y = append(s.X, 0.7+float64(i)/200), append(s.Y, 0.6+float64(i*8%21)/200)
			}
			p.Series = append(p.Series, s)
		}
		return p
	}
	few, err := points(12, "a setting").draw()
	if err != nil {
		t.Fatal(err)
	}
	many, err := points(24, "a setting").draw()
	if err != nil {
		t.Fatal(err)
	}
	if few.below == nil || few.height <= height || many.height-few.height < 0.9*(few.height-height) {
		t.Errorf("12 settings: below %t, height %v; 24: %v", few.below != nil, few.height, many.height)
	}
	text, err := points(12, "a setting").inline()
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(text, ">a setting<"); n != 12 || !strings.Contains(text, fmt.Sprintf(`viewBox="0 0 %v %v"`, float64(width), float64(few.height))) {
		t.Errorf("%d names in the picture, want 12: %.200s", n, text)
	}

	// two points at the left leave the right free for a short name, not for one as long as the plot
	beside := &Plot{Share: true, Both: true, Series: []Series{{Name: "short", Marks: true, X: []float64{0.1, 0.9}, Y: []float64{0.9, 0.1}}}}
	if g, err := beside.draw(); err != nil || g.below != nil {
		t.Errorf("a short name: %v, %v", g, err)
	}
	beside.Series[0].Name = strings.Repeat("long ", 25)
	beside.Series[0].X, beside.Series[0].Y = []float64{0.1, 0.2, 0.1, 0.2}, []float64{0.9, 0.1, 0.1, 0.9}
	if g, err := beside.draw(); err != nil || g.below == nil {
		t.Errorf("a long name: %v, %v", g, err)
	}
	beside.Series[0].Name = "short"
	for _, y := range []float64{0.1, 0.9} { // lines across, one in each corner
		beside.Series = append(beside.Series, Series{Name: "constant", Dashed: true, X: []float64{0, 1}, Y: []float64{y, y}})
	}
	if g, err := beside.draw(); err != nil || g.below == nil {
		t.Errorf("lines in all corners: %v, %v", g, err)
	}
}

// Where both axes are shares they run along the points, with room for marks at their ends.
func TestAxesAlongPoints(t *testing.T) {
	p := &Plot{Share: true, Both: true, Series: []Series{{Marks: true, X: []float64{0.7, 0.72}, Y: []float64{0.65, 0.65}}}}
	g, err := p.draw()
	if err != nil {
		t.Fatal(err)
	}
	for _, axis := range []plot.Axis{g.X, g.Y} {
		if axis.Max-axis.Min > 0.05 {
			t.Errorf("from %v to %v", axis.Min, axis.Max)
		}
	}
	if !(g.X.Min < 0.7 && g.X.Max > 0.72 && g.Y.Min < 0.65 && g.Y.Max > 0.65) {
		t.Errorf("points stand on an end: %v to %v, %v to %v", g.X.Min, g.X.Max, g.Y.Min, g.Y.Max)
	}
}

// A series that cannot be drawn is an error, not a panic of what draws it.
func TestSeriesThatCannotBeDrawn(t *testing.T) {
	two := []float64{0.5, 1}
	for want, p := range map[string]*Plot{
		"has Color -1":                     {Series: []Series{{X: two, Y: two, Color: -1}}},
		"has 1 X, 2 Y":                     {Series: []Series{{X: two[:1], Y: two}}},
		"2 Lo and 0 Hi":                    {Series: []Series{{X: two, Y: two, Lo: two}}},
		"1 Lo and 1 Hi":                    {Series: []Series{{X: two, Y: two, Lo: two[:1], Hi: two[:1]}}},
		"has -1e+308, which no axis holds": {Series: []Series{{X: []float64{-1e308, 1e308}, Y: two}}},
		"has NaN in X":                     {Series: []Series{{X: []float64{0, math.NaN()}, Y: two}}},
		"has 0 in X":                       {LogX: true, Series: []Series{{X: []float64{1, 0}, Y: two}}},
		"values that are not above":        {LogY: true, Series: []Series{{X: two, Y: []float64{1, 0}}}},
	} {
		if err := p.SVG(io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// Marks of the first 49 series are told apart.
func TestMarksDiffer(t *testing.T) {
	seen := map[string]int{}
	for k := range len(palette) * len(palette) {
		p := &Plot{Series: []Series{{Marks: true, Color: k, X: []float64{0.5}, Y: []float64{0.5}}}}
		text, err := p.inline()
		if err != nil {
			t.Fatal(err)
		}
		if other, found := seen[text]; found {
			t.Fatalf("series %d and %d look the same", other, k)
		}
		seen[text] = k
	}
}

// Programs have plots of their own: drawing ours does not change the font of these.
func TestPlotsLeaveTheDefaultFont(t *testing.T) {
	before := plot.DefaultFont
	g, err := (&Plot{Series: []Series{{Name: "line", X: []float64{0, 1}, Y: []float64{0, 1}}}}).draw()
	if err != nil {
		t.Fatal(err)
	}
	if plot.DefaultFont != before {
		t.Errorf("%v, was %v", plot.DefaultFont, before)
	}
	if of := g.Legend.TextStyle.Font; of.Variant != "Sans" {
		t.Errorf("the legend is in %v", of)
	}
}
