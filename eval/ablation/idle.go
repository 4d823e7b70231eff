package ablation

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer"
)

// idling says which options of hardening have no effect on the model of some settings, and why.
type idling struct {
	advboost.Strategy
	splits bool // splits are natural, without a radius of their own

	// Reasons such as "loop none"; "" if there is an attack in the loop, if gradients are worst-case
	// ones, and if leaf values are refitted as trees grow.
	noLoop, noGradient, noRefit string
}

func (s Settings) idling() idling {
	how, _ := s.strategy(&DataSet{}) // check reports what is wrong
	return idlingOf(how, how.Split == 0 && s[trainPrefix+"robust-eps"] == "" && s[trainPrefix+"robust-down"] == "")
}

// Beside returns beside which values of other options an option of hardening, or one of training that
// is about robust splits, has no effect, such as "loop none"; "" if it has one.
func Beside(how advboost.Strategy, option string) string {
	i := idlingOf(how, how.Split == 0)
	return i.beside(option)
}

func idlingOf(how advboost.Strategy, splits bool) idling {
	i := idling{Strategy: how, splits: splits}
	if !how.Attacks() {
		i.noLoop = "loop none"
	}
	forest := how.Booster == trainer.Forest
	switch {
	case forest:
		i.noGradient = "booster forest"
	case how.Gradient == advboost.NaturalGradient:
		i.noGradient = "gradient natural"
	}
	switch {
	case i.noGradient != "" && !forest:
		i.noRefit = i.noGradient
	case how.Refit == 0:
		i.noRefit = "refit 0"
	case how.Gradient == advboost.MessageBound && how.Norm != attack.LInf:
		i.noRefit = "gradient message-bound in norm " + how.Norm.String()
	}
	return i
}

// beside returns why an axis has no effect, "" if it has one. Some axes without effect stay among
// the settings, because existing stores name runs by them; simplify drops the others.
func (i *idling) beside(axis string) string {
	forest := i.Booster == trainer.Forest
	switch axis {
	case "refit":
		if i.Refit > 0 || i.noRefit != "refit 0" {
			return i.noRefit
		}
	case "refit-examples":
		if forest {
			return i.noGradient
		}
		return cmp.Or(i.noLoop, i.noRefit)
	case "clean":
		switch {
		case forest:
			return i.noRefit
		case i.Relabel == 0:
			return i.noGradient
		}
	case "weight", "distance-weight":
		if i.Use == advboost.Replace {
			return cmp.Or(i.noLoop, "examples replace")
		}
		return i.noLoop
	case "radius":
		if i.Split == 0 && i.onlySplits() {
			return "split 0, " + i.noRefit + " and " + i.noLoop
		}
	case trainPrefix + "robust-both", trainPrefix + "robust-split", "robust-both", "robust-split":
		if i.splits {
			return "split 0"
		}
	default:
		for k := range advboost.StrategyOptions {
			if o := &advboost.StrategyOptions[k]; o.Name == axis {
				return i.Idle(o)
			}
		}
	}
	return ""
}

// onlySplits reports whether models are hardened by robust splits alone, or not at all.
func (i *idling) onlySplits() bool {
	return i.noLoop != "" && i.noGradient != "" && i.noRefit != "" && i.Relabel == 0
}

// bare returns the settings without the axes that have no effect: settings with the same result make
// the same models.
func (s Settings) bare() Settings {
	some, idling := maps.Clone(s), s.idling()
	maps.DeleteFunc(some, func(axis, _ string) bool { return idling.beside(axis) != "" })
	if idling.Booster == trainer.Forest && idling.Refit > 0 {
		some["refit"] = "1" // in a forest, all numbers above 0 do the same
	}
	return some
}

// Idle says which axes with several values have no effect, and because of which others, among the
// runs of a grid: those that are in no setting, and those in which settings differ although they
// make the same models. It is "" if there are none.
func (s *Spec) Idle(g *Grid) string {
	axes := slices.DeleteFunc(s.axes(), func(a namedAxis) bool { return len(a.values) < 2 })
	in, without, idle := map[string]bool{}, map[string][]string{}, map[string][]string{}
	votes := map[int]bool{}
	for _, settings := range g.Settings() {
		i := settings.idling()
		for _, a := range axes {
			of, reason := without, i.beside(a.name)
			if _, kept := settings[a.name]; kept {
				in[a.name], of = true, idle
			}
			if reason != "" && !slices.Contains(of[a.name], reason) {
				of[a.name] = append(of[a.name], reason)
			}
		}
		if i.Booster == trainer.Forest && i.Refit > 0 {
			votes[i.Refit] = true
		}
	}
	var said []string
	for _, a := range axes {
		says := func(reasons []string, what string) {
			said = append(said, fmt.Sprintf("%s means nothing beside %s%s.", strings.TrimPrefix(a.name, trainPrefix), strings.Join(reasons, " or "), what))
		}
		const same = ": settings that differ in nothing else make the same models"
		switch {
		case !in[a.name] && without[a.name] != nil:
			says(without[a.name], ", and is left out")
		case idle[a.name] != nil:
			says(idle[a.name], same)
		}
		if a.name == "refit" && len(votes) > 1 {
			said = append(said, "In a forest refit is 0 or not"+same+".")
		}
	}
	return strings.Join(said, " ")
}

// idleNote is Idle for all runs of a spec.
func idleNote(s *Spec) string {
	grid, err := s.Grid()
	if err != nil {
		return "" // the spec has no valid grid
	}
	return s.Idle(grid)
}

// idleOf reports whether an axis has no effect in any of the groups.
func idleOf(groups []Group, axis string) bool {
	return !slices.ContainsFunc(groups, func(g Group) bool {
		_, has := g.Settings[axis]
		i := g.Settings.idling()
		return has && i.beside(axis) == ""
	})
}
