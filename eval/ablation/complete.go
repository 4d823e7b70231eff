package ablation

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/internal/option"
	"github.com/hardwood-ml/hardwood/trainer"
)

// complete fills in defaults and checks what does not depend on data. It is idempotent.
func (s *Spec) complete() error {
	if err := cmp.Or(s.checkData(), s.checkNames(), s.checkSeeds()); err != nil {
		return err
	}
	s.fillDefaults()
	if err := s.nameBaseline(); err != nil {
		return err
	}
	for i, multiple := range s.Evaluate.Eps {
		if !(multiple >= 0) || math.IsInf(multiple, 1) {
			return s.places.Explain(fmt.Errorf("evaluate: eps is %v, must be at least 0 and finite", multiple), fmt.Sprintf("evaluate.eps.%d", i))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Baseline)) {
		if err := s.checkBaseline(name, s.Baseline[name]); err != nil {
			return s.places.Explain(fmt.Errorf("baseline: %w", err), "baseline."+name)
		}
	}
	return nil
}

// fillDefaults fills in what is left out, except what depends on data.
func (s *Spec) fillDefaults() {
	s.Name, s.Evaluate.Method = cmp.Or(s.Name, "ablation"), cmp.Or(s.Evaluate.Method, "auto")
	if s.Seeds == nil {
		s.Seeds = []uint64{0}
	}
	orElse := func(a *Axis, value any) {
		if *a == nil {
			*a = value
		}
	}
	orElse(&s.Booster, trainer.GBDT)
	orElse(&s.Norm, "inf")
	orElse(&s.Radius, 1.0)
	if s.Baseline == nil {
		s.Baseline = s.usualBaseline()
	}
}

// checkData completes the data sets, and refuses two with the same name, by which tables list them.
func (s *Spec) checkData() error {
	if len(s.Data) == 0 {
		return fmt.Errorf("no data: add [[data]] with source = \"builtin:wdbc\", or a file, and eps")
	}
	number := map[string]int{}
	for i := range s.Data {
		d := &s.Data[i]
		err := d.complete(i + 1)
		if other, taken := number[d.Name]; taken && err == nil {
			err = option.Errorf("name", "data sets %d and %d are both called %q: give each a name of its own", other, i+1, d.Name)
		}
		if err != nil {
			return s.at(dataKey(i), err)
		}
		number[d.Name] = i + 1
	}
	return nil
}

// checkNames refuses unknown options, which only a literal spec can have, and two names of one
// parameter of training.
func (s *Spec) checkNames() error {
	for _, name := range slices.Sorted(maps.Keys(s.Strategy)) {
		if !isOption(name) {
			return fmt.Errorf("strategy: %w", nearest.Unknown("option", name, axisNames))
		}
	}
	given := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(s.Train)) {
		if of := presentName(name); given[of] {
			return s.places.Explain(fmt.Errorf("[train]: %w", twoNames(of)), trainPrefix+name)
		}
		given[presentName(name)] = true
	}
	return nil
}

// checkSeeds refuses an empty list of seeds, and repeated seeds, as their runs would count twice.
func (s *Spec) checkSeeds() error {
	if s.Seeds != nil && len(s.Seeds) == 0 {
		return s.places.Explain(emptyList("seeds"), "seeds")
	}
	for i, seed := range s.Seeds {
		if slices.Contains(s.Seeds[:i], seed) {
			return s.places.Explain(fmt.Errorf("seeds: %d is there twice", seed), fmt.Sprintf("seeds.%d", i))
		}
	}
	return nil
}

// checkBaseline refuses a value of the baseline that no run of the grid can have, and spells it as
// the runs do.
func (s *Spec) checkBaseline(name string, v any) error {
	axes := s.axes()
	k := slices.IndexFunc(axes, func(a namedAxis) bool { return a.name == name })
	said := strings.TrimPrefix(name, trainPrefix)
	switch {
	case k < 0 && said == name && !slices.Contains(axisNames, name):
		return nearest.Unknown("axis", name, axisNames)
	case k < 0:
		return fmt.Errorf("%s is no axis of the spec: give it values, %s among them", said, text(v))
	}
	values, at := axes[k].values, axes[k].place(text(v))
	switch {
	case len(values) == 0: // Grid refuses that
	case at < 0:
		return fmt.Errorf("%s is %s, which is none of its values: %s", said, text(v), strings.Join(values, ", "))
	case values[at] != text(v):
		s.Baseline[name] = values[at]
	}
	return nil
}

// nameBaseline renames parameters of training in the baseline to the names that settings use.
func (s *Spec) nameBaseline() error {
	for _, name := range slices.Sorted(maps.Keys(s.Baseline)) {
		if slices.Contains(axisNames, name) || !trains(name) {
			continue
		}
		of := trainPrefix + presentName(name)
		if _, twice := s.Baseline[of]; twice {
			return s.places.Explain(fmt.Errorf("baseline: %w", twoNames(presentName(name))), "baseline."+name)
		}
		s.Baseline[of] = s.Baseline[name]
		delete(s.Baseline, name)
		s.places.Rename("baseline."+name, "baseline."+of)
	}
	return nil
}

// emptyList refuses an axis, or seeds, without values.
func emptyList(name string) error {
	return fmt.Errorf("%s is an empty list: give it a value, or leave it out", name)
}

// usualBaseline returns the natural values of the axes loop, split and gradient that have several
// values, or the first value if the natural one is not among them. If none of these varies, it
// returns the first values of the other axes that vary, or of parameters of training if only those
// do.
func (s *Spec) usualBaseline() map[string]any {
	natural := map[string]any{"loop": none, "split": 0.0, "gradient": advboost.NaturalGradient}
	first, others, training := map[string]any{}, map[string]any{}, map[string]any{}
	for _, a := range s.axes() {
		if len(a.values) < 2 || a.name == "norm" {
			continue
		}
		value, hardens := natural[a.name]
		switch {
		case strings.HasPrefix(a.name, trainPrefix):
			training[a.name] = a.values[0]
		case !hardens:
			others[a.name] = a.values[0]
		case a.place(text(value)) >= 0:
			first[a.name] = value
		default:
			first[a.name] = a.values[0]
		}
	}
	for _, values := range []map[string]any{first, others} {
		if len(values) > 0 {
			return values
		}
	}
	return training
}
