package report

import "testing"

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
