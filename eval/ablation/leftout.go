package ablation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/trainer"
)

// leftOut collects the values of axes by data set.
type leftOut struct {
	data []string
	of   map[string]map[string][]string // by axis and data
}

func newLeftOut() *leftOut { return &leftOut{of: map[string]map[string][]string{}} }

// add adds the settings of a run, without the axes that are listed.
func (l *leftOut) add(data string, s Settings, listed map[string]bool) {
	if !slices.Contains(l.data, data) {
		l.data = append(l.data, data)
	}
	for name, v := range s {
		if listed[name] {
			continue
		}
		if l.of[name] == nil {
			l.of[name] = map[string][]string{}
		}
		if of := l.of[name]; !slices.Contains(of[data], v) {
			of[data] = append(of[data], v)
		}
	}
}

// addPlain adds the training parameters of a run that its settings do not list, as they have the
// values without hardening, among the axes that other runs have brought.
func (l *leftOut) addPlain(data string, s Settings) {
	plain := trainer.Defaults(s["booster"])
	for i := range trainer.Options {
		o := &trainer.Options[i]
		if name := trainPrefix + o.Name; l.of[name] != nil && s[name] == "" && (o.For == "" || o.For == s["booster"]) {
			l.add(data, Settings{name: o.Text(&plain)}, nil)
		}
	}
}

// said returns the values of an axis, with the data sets if these differ. It leaves out data sets on
// which the axis has no effect.
func (l *leftOut) said(name string) string {
	var texts []string
	on := map[string][]string{}
	for _, data := range l.data {
		values := l.of[name][data]
		if values == nil {
			continue
		}
		text := strings.Join(values, " or ")
		if on[text] == nil {
			texts = append(texts, text)
		}
		on[text] = append(on[text], data)
	}
	if len(texts) == 1 {
		return texts[0]
	}
	for i, text := range texts {
		texts[i] = fmt.Sprintf("%s on %s", text, strings.Join(on[text], " and "))
	}
	return "(" + strings.Join(texts, "; ") + ")"
}

// LeftOut says which values the axes that a spec leaves out have among the runs of a grid, and that
// they are those of hardwood harden; "" if it leaves out none.
func (s *Spec) LeftOut(g *Grid) string {
	listed, values := s.listed(), newLeftOut()
	for data, settings := range g.Settings() {
		values.add(data, settings, listed)
	}
	if len(values.of) == 0 {
		return ""
	}
	for data, settings := range g.Settings() {
		values.addPlain(data, settings)
	}
	var names []string
	for name := range values.of {
		names = append(names, name)
	}
	sortAxes(names)
	said := make([]string, len(names))
	for i, name := range names {
		said[i] = strings.TrimPrefix(name, trainPrefix) + " " + values.said(name)
	}
	of := ""
	if len(s.Seeds) > 1 {
		of = fmt.Sprintf(" on the rows of seed %d", s.Seeds[0])
	}
	text := fmt.Sprintf("Not in the spec, and so as in hardwood harden%s: %s.", of, strings.Join(said, ", "))
	if s.hardensBaseline(g, listed) {
		text += " The baseline has that too, and is no natural training."
	}
	for _, loops := range values.of["loop"] {
		if slices.ContainsFunc(loops, func(loop string) bool { return loop != none }) {
			return text + " Whether the loop pays, harden looks and ablate does not."
		}
	}
	return text
}

// hardensBaseline reports whether a baseline with natural values of loop, split or gradient is still
// hardened, by options that the spec leaves out.
func (s *Spec) hardensBaseline(g *Grid, listed map[string]bool) bool {
	natural := map[string]string{"loop": none, "split": "0", "gradient": advboost.NaturalGradient}
	is := false
	for name, v := range s.Baseline {
		is = is || natural[name] == text(v)
	}
	if !is {
		return false
	}
	natural["refit"], natural["relabel"] = "0", "0"
	for data, settings := range g.Settings() {
		base := s.baseline(data, settings)
		for name, value := range natural {
			if v, has := base[name]; has && v != value && !listed[name] {
				return true
			}
		}
	}
	return false
}
