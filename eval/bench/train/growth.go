package train

import (
	"context"
	"fmt"
	"math"
	"os"
	"text/tabwriter"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"

	"github.com/hardwood-ml/hardwood/eval/bench/synthetic"
)

// growths are the series to measure: in each, one dimension doubles and the other stays.
var growths = []struct {
	name  string
	sizes [][2]int // rows, features
}{
	{"rows", [][2]int{{250_000, 28}, {500_000, 28}, {1_000_000, 28}, {2_000_000, 28}}},
	{"features", [][2]int{{250_000, 28}, {250_000, 56}, {250_000, 112}}},
}

// growth measures how the CPU time of our boosting grows with the data, and fits the exponent: 1 is
// linear.
func (b *bench) growth(ctx context.Context) error {
	p := plot.New()
	p.Title.Text = "Time of training as the data grows"
	p.X.Label.Text, p.Y.Label.Text = "size, the smallest = 1", "CPU time, the smallest = 1"
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = powers{}, powers{}
	p.Legend.Top, p.Legend.Left = true, true
	out := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "\nrows\tfeatures\tCPU s\tns per value and round\t")
	for i, g := range growths {
		var sizes, times []float64
		for _, size := range g.sizes {
			t := task{Name: "growth", Rounds: 5, Depth: 8, Rate: 0.1, Subsample: 1, Fits: 1, Threads: 1}
			fmt.Fprintf(os.Stderr, "growth: %d rows of %d features\n", size[0], size[1])
			table := synthetic.HIGGS(size[0], size[1], false)
			best := math.Inf(1)
			for range b.or(3) {
				r, err := measure(ctx, &t, table, table.Subset([]int{0}))
				if err != nil {
					return err
				}
				best = min(best, r.CPU)
			}
			cells := float64(size[0]) * float64(size[1])
			fmt.Fprintf(out, "%d\t%d\t%.3g\t%.2f\t\n", size[0], size[1], best, best/cells/float64(t.Rounds)*1e9)
			sizes, times = append(sizes, math.Log2(cells)), append(times, math.Log2(best))
		}
		_, exponent := stat.LinearRegression(sizes, times, nil, false)
		fmt.Fprintf(out, "time grows with %s to the power of\t%.2f\t\t\t\n", g.name, exponent)
		line := make(plotter.XYs, len(sizes))
		for j := range sizes {
			line[j] = plotter.XY{X: math.Exp2(sizes[j] - sizes[0]), Y: math.Exp2(times[j] - times[0])}
		}
		if err := addLine(p, i, fmt.Sprintf("%s, to the power of %.2f", g.name, exponent), line); err != nil {
			return err
		}
	}
	if err := addLine(p, len(growths), "linear", plotter.XYs{{X: 1, Y: 1}, {X: 8, Y: 8}}); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	fmt.Println("plot:", b.plot)
	return p.Save(6*vg.Inch, 4*vg.Inch, b.plot)
}

func addLine(p *plot.Plot, i int, name string, xys plotter.XYs) error {
	line, points, err := plotter.NewLinePoints(xys)
	if err != nil {
		return err
	}
	line.Color, points.Color, points.Shape = plotutil.Color(i), plotutil.Color(i), plotutil.Shape(i)
	p.Add(line, points)
	p.Legend.Add(name, line, points)
	return nil
}

// powers marks the powers of two.
type powers struct{}

func (powers) Ticks(lo, hi float64) (ticks []plot.Tick) {
	for v := 1.0; v <= hi; v *= 2 {
		ticks = append(ticks, plot.Tick{Value: v, Label: fmt.Sprint(v)})
	}
	return ticks
}
