package ablation

import "github.com/hardwood-ml/hardwood/eval/report"

// ColumnOf returns the column for an axis in tables of runs. The option clean gets another name, so
// that programs that read tables do not take it for the clean accuracy.
func ColumnOf(axis string) report.Column {
	if axis == "clean" {
		return report.Column{Name: "option clean", Text: true, Help: "mixing weight of the natural margins, or votes"}
	}
	return report.Column{Name: axis, Text: true}
}
