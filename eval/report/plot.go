package report

import (
	"fmt"
	"html"
	"image/color"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Plot is a plot of lines with bands.
type Plot struct {
	Name  string // of its files, without extension
	Title string
	X, Y  string // axis labels
	LogX  bool   // needs values above 0, as LogY
	LogY  bool   // whole decades
	Share bool   // y is a share and runs from 0 to 1
	Both  bool   // x is a share too, and both axes cover just the range of the series

	Series []Series
}

// Series is a line, with a band from Lo to Hi if they are not nil.
type Series struct {
	Name   string
	X, Y   []float64
	Lo, Hi []float64
	Dashed bool
	Marks  bool // points without a line
	Color  int  // number of a colour, from 0; after seven they repeat
}

// palette is that of Okabe and Ito, whose colours colour-blind readers can tell apart.
var palette = []color.NRGBA{
	{0x00, 0x72, 0xb2, 0xff}, {0xd5, 0x5e, 0x00, 0xff}, {0x00, 0x9e, 0x73, 0xff}, {0xcc, 0x79, 0xa7, 0xff},
	{0x56, 0xb4, 0xe9, 0xff}, {0xe6, 0x9f, 0x00, 0xff}, {0x80, 0x80, 0x80, 0xff},
}

// grey is the colour of lines for comparison.
const grey = 6

const (
	width  = 6 * vg.Inch
	height = 3.6 * vg.Inch
)

// SVG writes the plot as a standalone file, on white.
func (p *Plot) SVG(w io.Writer) error {
	g, err := p.draw()
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, g.svg())
	return err
}

// fonts lists fonts with the same widths as Liberation Sans, for systems without it.
const fonts = "Liberation Sans, Arial, Helvetica, sans-serif"

// drawing is a plot that is ready to be drawn.
type drawing struct {
	*plot.Plot
	below  *plot.Legend // nil if the legend is inside the plot
	height vg.Length    // of the plot and the legend below it
}

// on draws on a canvas with the height of the drawing.
func (g *drawing) on(canvas vg.CanvasSizer) {
	c := sheet(canvas)
	if g.below == nil {
		g.Draw(c)
		return
	}
	room := g.height - height
	if g.BackgroundColor != nil {
		c.SetColor(g.BackgroundColor)
		c.Fill(c.Rectangle.Path())
	}
	g.Draw(draw.Crop(c, 0, 0, room, 0))
	g.below.Draw(draw.Crop(c, 0, 0, 0, room-c.Size().Y))
}

// svg returns the drawing as an SVG file.
func (g *drawing) svg() string {
	c := vgsvg.New(width, g.height)
	g.on(c)
	var b strings.Builder
	c.WriteTo(&b) // a strings.Builder takes everything
	return strings.ReplaceAll(b.String(), "font-family:Liberation Sans", "font-family:"+fonts)
}

// PNG writes the plot as a picture, on white.
func (p *Plot) PNG(w io.Writer) error {
	g, err := p.draw()
	if err != nil {
		return err
	}
	c := vgimg.NewWith(vgimg.UseWH(width, g.height), vgimg.UseDPI(150))
	g.on(c)
	_, err = vgimg.PngCanvas{Canvas: c}.WriteTo(w)
	return err
}

// inline returns the plot as an svg element that takes its colours from the page: currentColor for
// axes and text, --series-0 and so on for lines.
func (p *Plot) inline() (string, error) {
	g, err := p.draw()
	if err != nil {
		return "", err
	}
	g.BackgroundColor = nil
	text := g.svg()
	text = text[strings.Index(text, "<svg"):]
	open := fmt.Sprintf(`<svg role="img" aria-label="%s" viewBox="0 0 %v %v" xmlns="http://www.w3.org/2000/svg">`, html.EscapeString(p.Title), float64(width), float64(g.height))
	text = open + text[strings.Index(text, ">")+1:]
	colors := []string{"#000000", "currentColor"}
	for i, c := range palette {
		colors = append(colors, hex(c), fmt.Sprintf("var(--series-%d)", i))
	}
	return strings.NewReplacer(colors...).Replace(text), nil
}

func hex(c color.NRGBA) string {
	return fmt.Sprintf("#%.2X%.2X%.2X", c.R, c.G, c.B)
}

// newPlot returns an empty plot with texts in sans serif. The default font is a variable of the library,
// which a program may use for plots of its own, also at the same time.
func newPlot() *plot.Plot {
	g := plot.New()
	for _, of := range []*font.Font{
		&g.Title.TextStyle.Font, &g.Legend.TextStyle.Font, &g.X.Label.TextStyle.Font, &g.X.Tick.Label.Font, &g.Y.Label.TextStyle.Font, &g.Y.Tick.Label.Font,
	} {
		of.Typeface, of.Variant = "Liberation", "Sans"
	}
	return g
}

func (p *Plot) draw() (*drawing, error) {
	g := newPlot()
	g.Title.Text, g.X.Label.Text, g.Y.Label.Text = p.Title, p.X, p.Y
	g.Title.Padding = vg.Points(6)
	for i := range p.Series {
		if err := p.Series[i].add(p, g); err != nil {
			return nil, fmt.Errorf("plot %s: %w", p.Name, err)
		}
	}
	if p.LogX {
		logarithmic(&g.X)
	}
	if p.Both {
		along(&g.X)
	}
	switch {
	case p.Both:
		along(&g.Y)
	case p.Share:
		g.Y.Min, g.Y.Max, g.Y.Tick.Marker = 0, 1, plot.TickerFunc(percents)
	case p.LogY:
		if g.Y.Min <= g.Y.Max {
			g.Y.Min, g.Y.Max = math.Pow(10, math.Floor(math.Log10(g.Y.Min))), math.Pow(10, math.Ceil(math.Log10(g.Y.Max)))
		}
		logarithmic(&g.Y)
	default:
		g.Y.Min = min(g.Y.Min, 0)
	}
	return p.withLegend(g), nil
}

// along makes an axis of shares cover just the values, with some room for marks.
func along(a *plot.Axis) {
	a.Tick.Marker = plot.TickerFunc(percents)
	if !(a.Min <= a.Max) {
		return
	}
	room := max(0.05*(a.Max-a.Min), 0.005)
	a.Min, a.Max = a.Min-room, a.Max+room
}

// logarithmic gives an axis a logarithmic scale, unless it has no values. A single value gets room on
// both sides, which would otherwise reach below 0.
func logarithmic(a *plot.Axis) {
	if !(a.Min <= a.Max) {
		return
	}
	if a.Min == a.Max {
		a.Min, a.Max = a.Min/2, a.Max*2
	}
	a.Scale, a.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
}

// sheet leaves a margin for the half of a label that sticks out beyond an axis.
func sheet(c vg.CanvasSizer) draw.Canvas {
	const margin = 3 * vg.Millimeter
	return draw.Crop(draw.New(c), margin, -margin, margin, -margin)
}

// percents marks a handful of round shares.
func percents(lo, hi float64) []plot.Tick {
	step := 0.2
	for _, finer := range []float64{0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001} {
		if hi-lo > 5*finer {
			break
		}
		step = finer
	}
	var ticks []plot.Tick
	for k := math.Ceil(lo/step-1e-9) + 0; k*step <= hi+1e-9; k++ {
		ticks = append(ticks, plot.Tick{Value: k * step, Label: fmt.Sprintf("%.4g %%", 100*k*step)})
	}
	return ticks
}

// check reports values that cannot be drawn in a plot.
func (s *Series) check(p *Plot) error {
	switch {
	case s.Color < 0:
		return fmt.Errorf("series %q has Color %d, must be at least 0", s.Name, s.Color)
	case len(s.Y) != len(s.X), len(s.Lo) != len(s.Hi), s.Lo != nil && len(s.Lo) != len(s.X):
		return fmt.Errorf("series %q has %d X, %d Y, %d Lo and %d Hi", s.Name, len(s.X), len(s.Y), len(s.Lo), len(s.Hi))
	}
	for _, x := range s.X {
		if math.IsNaN(x) || math.IsInf(x, 0) || p.LogX && x <= 0 {
			return fmt.Errorf("series %q has %v in X", s.Name, x)
		}
	}
	for _, v := range slices.Concat(s.X, s.Y, s.Lo, s.Hi) {
		if math.Abs(v) > math.MaxFloat64/4 && !math.IsInf(v, 0) { // the length of an axis may overflow, which has no end of ticks
			return fmt.Errorf("series %q has %v, which no axis holds", s.Name, v)
		}
	}
	if p.LogY && slices.ContainsFunc(slices.Concat(s.Y, s.Lo, s.Hi), func(y float64) bool { return y <= 0 }) {
		return fmt.Errorf("series %q has values that are not above 0, on a logarithmic axis", s.Name)
	}
	return nil
}

func (s *Series) add(p *Plot, g *plot.Plot) error {
	if err := s.check(p); err != nil {
		return err
	}
	c := palette[s.Color%len(palette)]
	if s.Lo != nil {
		band, err := plotter.NewPolygon(s.outline())
		if err != nil {
			return err
		}
		faint := c
		faint.A = 48
		band.Color, band.LineStyle.Width = faint, 0
		g.Add(band)
	}
	xys := s.points(s.Y)
	if len(xys) == 0 {
		return nil
	}
	if s.Marks {
		return s.mark(g, xys, c)
	}
	line, err := plotter.NewLine(xys)
	if err != nil {
		return err
	}
	line.Color, line.Width = c, vg.Points(1.8)
	if s.Dashed {
		line.Dashes = []vg.Length{vg.Points(5), vg.Points(3)}
	}
	g.Add(line)
	g.Legend.Add(s.Name, line)
	return nil
}

// mark adds points, with a shape for each colour, and other shapes when colours repeat.
func (s *Series) mark(g *plot.Plot, xys plotter.XYs, c color.NRGBA) error {
	dots, err := plotter.NewScatter(xys)
	if err != nil {
		return err
	}
	shapes := []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.RingGlyph{}, draw.CrossGlyph{}} // the filled ones first
	dots.Color, dots.Shape, dots.Radius = c, shapes[(s.Color+s.Color/len(palette))%len(shapes)], vg.Points(4)
	g.Add(dots)
	g.Legend.Add(s.Name, dots)
	return nil
}

// points pairs the finite values of y with their x.
func (s *Series) points(y []float64) plotter.XYs {
	var xys plotter.XYs
	for i, v := range y {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			xys = append(xys, plotter.XY{X: s.X[i], Y: v})
		}
	}
	return xys
}

// outline returns the points along the top of the band and back along its bottom.
func (s *Series) outline() plotter.XYs {
	top, bottom := s.points(s.Hi), s.points(s.Lo)
	for i := len(bottom) - 1; i >= 0; i-- {
		top = append(top, bottom[i])
	}
	return top
}
