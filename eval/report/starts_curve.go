package report

import "fmt"

// scaleName is the name of the plot's files.
const scaleName = "distance-time"

// startsPlot shows the mean distance over the time per row, with a point per number of starts.
func startsPlot(in *Input) *Plot {
	p := &Plot{Name: scaleName, Title: "Distance over time for growing numbers of starts", X: "seconds per row", Y: "mean distance (" + normName(in) + ")", LogX: true}
	for i, curve := range in.Report.StartsCurves {
		s := Series{Name: curve.Method, Color: i}
		for _, point := range curve.Points {
			s.X = append(s.X, max(point.Seconds, 1e-9)) // above 0 for the logarithmic axis
			s.Y = append(s.Y, point.MeanDistance)
		}
		p.Series = append(p.Series, s)
	}
	return p
}

func startsTable(in *Input) *Table {
	t := &Table{Caption: "Mean distance and time per row", Columns: []Column{{Name: "method", Text: true}, {Name: "starts"}, {Name: "mean distance"}, {Name: "time per row"}}}
	for _, curve := range in.Report.StartsCurves {
		for _, p := range curve.Points {
			t.Rows = append(t.Rows, []Cell{Word(curve.Method), Count(p.Starts), Number(p.MeanDistance), {Text: fmt.Sprintf("%s ms", short(1000*p.Seconds)), Value: p.Seconds}})
		}
	}
	return t
}
