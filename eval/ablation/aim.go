package ablation

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/eval"
)

// aim returns the aim that the runs were judged by; earlier versions had only one.
func (g *Group) aim() eval.Aim { return cmp.Or(g.runs[0].aim, eval.AimRobust) }

// aimed returns the names of the data sets that are judged by an aim, in order.
func aimed(groups []Group, aim eval.Aim) []string {
	var names []string
	for i := range groups {
		if g := &groups[i]; g.aim() == aim && !slices.Contains(names, g.Data) {
			names = append(names, g.Data)
		}
	}
	return names
}

// otherAims are the aims that captions name, with the words for them.
var otherAims = []struct {
	aim        eval.Aim
	says, word string
}{
	{eval.AimBalanced, "in robust accuracy balanced over the classes", ", mean over the classes"},
	{eval.AimWorstClass, "in robust accuracy of the worst class", ", worst class"},
}

// wordOf returns what axes of plots add to an accuracy for an aim.
func wordOf(aim eval.Aim) string {
	for _, other := range otherAims {
		if other.aim == aim {
			return other.word
		}
	}
	return ""
}

// ofAims returns what captions say about differences in other accuracies than the share of rows.
func ofAims(groups []Group) string {
	text := ""
	for _, other := range otherAims {
		switch names := aimed(groups, other.aim); {
		case len(names) == 0:
		case len(names) == len(dataOf(groups)):
			text += "; " + other.says
		default:
			text += "; on " + strings.Join(names, ", ") + " " + other.says
		}
	}
	return text
}

// unit names the accuracy that gains averaged over groups are measured in.
func unit(groups []*Group) string {
	aim := groups[0].aim()
	switch {
	case slices.ContainsFunc(groups, func(g *Group) bool { return g.aim() != aim }):
		return "robust accuracy as each data set counts it"
	case aim == eval.AimBalanced:
		return "balanced robust accuracy"
	case aim == eval.AimWorstClass:
		return "robust accuracy of the worst class"
	}
	return "robust accuracy"
}
