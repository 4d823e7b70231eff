package report

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// corners are those of a plot, the preferred one first.
var corners = []struct{ left, top bool }{{false, true}, {false, false}, {true, true}, {true, false}}

// The least room that the legend takes, as shares of the plot.
const (
	legendWidth = 0.33
	entryHeight = 0.075
)

// withLegend puts the legend of a plot with known axes into a corner where it hides nothing, or below the
// plot if there is none: the constant is a line across all of it.
func (p *Plot) withLegend(g *plot.Plot) *drawing {
	d := &drawing{Plot: g, height: height}
	if p.placeLegend(g) == 0 {
		return d
	}
	below := g.Legend
	below.Left, below.Top, below.YOffs = true, false, 0
	g.Legend = plot.NewLegend()
	const gap = 6
	d.below, d.height = &below, height+below.Rectangle(draw.Canvas{}).Size().Y+vg.Points(gap)
	return d
}

// placeLegend puts the legend into a corner, and returns how many places it hides.
func (p *Plot) placeLegend(g *plot.Plot) int {
	taken := legendWidth
	for i := range p.Series {
		const axis = 72 // points for the axis and the margins
		name := g.Legend.TextStyle.Width(p.Series[i].Name) + g.Legend.ThumbnailWidth
		taken = max(taken, float64(name)/float64(width-vg.Points(axis)))
	}
	var ink [][2]float64
	for i := range p.Series {
		ink = append(ink, p.Series[i].ink(g)...)
	}
	least := len(ink) + 1
	for _, corner := range corners {
		hidden := 0
		for _, at := range ink {
			x, y := at[0], at[1]
			if corner.left {
				x = 1 - x
			}
			if corner.top {
				y = 1 - y
			}
			if x > 1-taken && y < entryHeight*float64(len(p.Series)) {
				hidden++
			}
		}
		if hidden < least {
			least, g.Legend.Left, g.Legend.Top = hidden, corner.left, corner.top
		}
	}
	g.Legend.Padding, g.Legend.YOffs = vg.Points(2), vg.Points(4)
	if g.Legend.Top {
		g.Legend.YOffs = -vg.Points(4)
	}
	return least
}

// ink returns places where a series is drawn, from 0 to 1 along both axes: its points, and some
// between them if there is a line.
func (s *Series) ink(g *plot.Plot) [][2]float64 {
	const between = 20
	var places [][2]float64
	for _, y := range [][]float64{s.Y, s.Lo, s.Hi} {
		for i, xy := range s.points(y) {
			to := [2]float64{g.X.Norm(xy.X), g.Y.Norm(xy.Y)}
			if i > 0 && !s.Marks {
				from := places[len(places)-1]
				for k := 1; k < between; k++ {
					share := float64(k) / between
					places = append(places, [2]float64{from[0] + float64(share*(to[0]-from[0])), from[1] + float64(share*(to[1]-from[1]))})
				}
			}
			places = append(places, to)
		}
	}
	return places
}
