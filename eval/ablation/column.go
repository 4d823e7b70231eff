package ablation

import "github.com/hardwood-ml/hardwood/eval/report"

// ColumnOf returns the column that tables of runs have for an axis. Who reads them by the
// names of columns is not to take the option clean for the clean accuracy.
func ColumnOf(axis string) report.Column {
	if axis == "clean" {
		return report.Column{Name: "option clean", Text: true, Help: "mixing weight of the natural margins, or votes"}
	}
	return report.Column{Name: axis, Text: true}
}
