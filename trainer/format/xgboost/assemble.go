package xgboost

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/words"
)

// ensemble puts the parts together.
func (m *model) ensemble(warn func(string)) (*ensemble.Ensemble, error) {
	o, err := m.check()
	if err != nil {
		return nil, err
	}
	e := &ensemble.Ensemble{
		Features: m.features, Classes: o.classes, Outputs: 1, Trees: m.trees,
		Cutoff: o.cutoff, ByProbability: o.softmax, Input: ensemble.Float32, Sum: ensemble.Float32, Link: o.link,
		Origin: ensemble.Origin{
			Source:  m.source(),
			Trainer: map[string]string{"objective": m.objective, "booster": m.booster},
		},
	}
	if o.classes < 0 {
		e.Classes, e.Outputs = m.classes, m.classes
	}
	if len(m.names) > 0 {
		e.Schema.Features = m.names
	}
	if text := m.attributes[scikitKey]; text != "" {
		e.Origin.Trainer[scikitKey] = text
	}
	m.readVotes(e)
	if err := m.setColumns(e); err != nil {
		return nil, err
	}
	for t := range e.Trees {
		if e.Trees[t].Output != ensemble.VectorLeaves {
			e.Trees[t].Output = int(m.group[t])
		}
		for l, v := range e.Trees[t].Leaves {
			if len(m.dropWeights) > 0 {
				e.Trees[t].Leaves[l] = float64(float32(v) * m.dropWeights[t])
			}
		}
	}
	if err := m.setBase(e, o); err != nil {
		return nil, err
	}
	m.stopEarly(e, warn)
	if err := m.takeMissing(e, warn); err != nil {
		return nil, err
	}
	if o.name == "binary:logitraw" && e.Link != ensemble.Vote {
		if e.Cutoff = rawCutoff(e); e.Cutoff == half {
			warn("binary:logitraw gives margins: class 1 is read where they are above 0.5, as XGBClassifier.predict has it, not above 0, where probabilities are above 0.5: binary:logistic knows no such difference")
		} else {
			warn("binary:logitraw gives margins: class 1 is read where they are above 0, while XGBClassifier.predict asks for more than 0.5")
		}
	}
	if m.before(1, 3) || m.booster == "dart" && m.before(1, 4) {
		addBaseLast(e)
	}
	if len(m.skipped) > 0 {
		warn(fmt.Sprintf("the file has %s, which this version of hardwood does not know: if that counts, predictions differ from XGBoost's", strings.Join(m.skipped, ", ")))
	}
	words.Name(e, m.attributes[words.Key])
	return e, e.Validate()
}

// rawCutoff is the margin above which a model of binary:logitraw predicts class 1: where XGBClassifier
// saved it, which takes margins for probabilities, 0.5.
func rawCutoff(e *ensemble.Ensemble) float64 {
	if e.Origin.Trainer[scikitKey] != "" {
		return half
	}
	return 0
}

// check returns the objective, or what contradicts itself or is not read.
func (m *model) check() (objective, error) {
	o, known := findObjective(m.objective)
	switch {
	case !m.whole:
		return o, errors.New("no list of trees in the file, as in what save_config writes: save_model writes the model")
	case !known:
		return o, fmt.Errorf("objective %q is not supported; these are: %s%s", m.objective, objectiveNames(), m.advice())
	case m.targets > 1:
		return o, fmt.Errorf("model has %d targets, and one is supported: train a model for each", m.targets)
	case len(m.group) != len(m.trees):
		return o, fmt.Errorf("tree_info has %d entries for %d trees", len(m.group), len(m.trees))
	case m.counted >= 0 && m.counted != len(m.trees):
		return o, fmt.Errorf("num_trees is %d, of %d trees", m.counted, len(m.trees))
	case slices.ContainsFunc(m.group, func(output int32) bool { return output < 0 }):
		return o, fmt.Errorf("tree_info has an output of %d", slices.Min(m.group))
	case len(m.dropWeights) != len(m.trees) && (len(m.dropWeights) > 0 || m.booster == "dart"):
		return o, fmt.Errorf("weight_drop has %d entries for %d trees", len(m.dropWeights), len(m.trees))
	case o.classes < 0 && m.classes < 2:
		return o, fmt.Errorf("objective %s with %d classes", m.objective, m.classes)
	}
	return o, nil
}

// advice says how to make a model with an unsupported objective readable: if it was trained on classes,
// another objective gives the same predictions.
func (m *model) advice() string {
	if m.objective == "reg:logistic" {
		return `: if the labels are classes, booster.set_param({"objective": "binary:logistic"}) before save_model changes no prediction`
	}
	return ""
}

// addBaseLast moves the base to trees of one leaf at the end. Old versions sum the trees from 0 on and
// then add the base, which rounds differently.
func addBaseLast(e *ensemble.Ensemble) {
	for k, base := range e.Base {
		if base != 0 {
			e.Trees = append(e.Trees, ensemble.Tree{Output: k, Leaves: []float64{base}})
			e.Base[k] = 0
		}
	}
}

// source names the version that wrote the file.
func (m *model) source() string {
	numbers := make([]string, len(m.version))
	for i, n := range m.version {
		numbers[i] = strconv.Itoa(n)
	}
	return strings.TrimSpace(ensemble.XGBoost + " " + strings.Join(numbers, "."))
}

// before reports whether a version before major.minor wrote the file.
func (m *model) before(major, minor int) bool {
	return len(m.version) >= 2 && (m.version[0] < major || m.version[0] == major && m.version[1] < minor)
}

func (m *model) setBase(e *ensemble.Ensemble, o objective) error {
	switch len(m.baseScore) {
	case 0:
		return errors.New("model has no base_score")
	case 1:
		m.baseScore = slices.Repeat(m.baseScore, e.Outputs)
	case e.Outputs:
	default:
		return fmt.Errorf("base_score has %d values for %d outputs", len(m.baseScore), e.Outputs)
	}
	if m.before(1, 3) && o.name == "binary:logitraw" {
		o.logit = true
	}
	for _, score := range m.baseScore {
		if o.logit && !(score > 0 && score < 1) {
			return fmt.Errorf("base_score is %v: objective %s takes a probability", score, o.name)
		}
		e.Base = append(e.Base, o.margin(score))
	}
	return nil
}

// stopEarly handles trees beyond the best iteration, which Booster.predict uses and
// XGBClassifier.predict leaves out. Files saved by XGBClassifier are read as it predicts.
func (m *model) stopEarly(e *ensemble.Ensemble, warn func(string)) {
	best, err := strconv.Atoi(m.attributes["best_iteration"])
	starts := m.roundStarts(e)
	rounds := len(starts) - 1
	switch {
	case err != nil || best < 0 || best >= rounds-1:
	case m.attributes[scikitKey] != "":
		e.Trees = e.Trees[:starts[best+1]]
		warn(fmt.Sprintf("training stopped early: of %d rounds, number %d (from 0) is the best, and those after it are left out, as XGBClassifier.predict leaves them out; Booster.predict uses all: get_booster().set_attr(scikit_learn=None) before save_model has them read", rounds, best))
	default:
		warn(fmt.Sprintf("training stopped early: of %d rounds, number %d (from 0) is the best; all are read, as Booster.predict uses them, while XGBClassifier.predict stops after the best: booster[:%d].save_model writes those alone", rounds, best, best+1))
	}
}

// roundStarts returns the first tree of each round, and the number of trees. XGBoost 2.0 and later list
// that, as rounds may differ; before, each has num_parallel_tree trees per output.
func (m *model) roundStarts(e *ensemble.Ensemble) (starts []int32) {
	trees := int32(len(e.Trees))
	if n := len(m.starts); n > 0 && m.starts[0] == 0 && m.starts[n-1] == trees && slices.IsSorted(m.starts) {
		return m.starts
	}
	perRound := int64(e.Outputs) * int64(max(m.perRound, 1))
	for from := int64(0); from <= int64(trees); from += perRound {
		starts = append(starts, int32(from))
	}
	return starts
}
