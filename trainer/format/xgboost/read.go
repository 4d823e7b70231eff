package xgboost

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/limit"
)

// model collects what the parts of a file say.
type model struct {
	r document.Reader

	version     []string
	booster     string
	objective   string
	features    int
	classes     int
	targets     int
	baseScore   []float32
	names       []string
	attributes  map[string]string
	trees       []ensemble.Tree
	inTree      bool      // the tree after those is being read
	perRound    int       // num_parallel_tree
	group       []int32   // tree_info: the output of each tree
	skipped     []string  // keys that nothing is known about
	dropWeights []float32 // dart: a factor for each of the first trees

	scratch nodes
}

// Read reads a model that save_model has written. warn is called with what
// the user should know about a model that is fine otherwise.
func Read(r document.Reader, warn func(string)) (*ensemble.Ensemble, error) {
	m := &model{r: r}
	learner := false
	for r.Object(); r.Next(); {
		switch r.Key() {
		case "learner":
			learner = true
			m.learner()
		case "version":
			for r.Array(); r.Next(); {
				m.version = append(m.version, strconv.FormatInt(r.Int(), 10))
			}
		case "Config", "Model":
			r.Fail("this is a pickled or serialized booster: use save_model to write the model alone")
		default:
			r.Skip()
		}
	}
	if err := r.End(); err != nil {
		if m.inTree {
			err = fmt.Errorf("tree %d: %w", len(m.trees), err)
		}
		return nil, err
	}
	if !learner {
		return nil, errors.New("no learner in the file")
	}
	return m.ensemble(warn)
}

func (m *model) learner() {
	r := m.r
	for r.Object(); r.Next(); {
		switch r.Key() {
		case "attributes":
			m.attributes = make(map[string]string)
			for r.Object(); r.Next(); {
				if key := r.Key(); r.Kind() == document.String {
					m.attributes[key] = r.String()
				} else {
					r.Skip()
				}
			}
		case "feature_names":
			m.names = document.Strings(r, nil)
		case "gradient_booster":
			m.gradientBooster()
		case "learner_model_param":
			m.params()
		case "objective":
			for r.Object(); r.Next(); {
				if r.Key() == "name" {
					m.objective = r.String()
				} else {
					r.Skip()
				}
			}
		default:
			r.Skip()
		}
	}
}

func (m *model) params() {
	r := m.r
	for r.Object(); r.Next(); {
		switch r.Key() {
		case "num_feature":
			m.features = m.count(limit.Features)
		case "num_class":
			m.classes = m.count(limit.Classes)
		case "num_target":
			m.targets = m.count(limit.Classes)
		case "base_score":
			m.baseScore = m.scores()
		default:
			r.Skip()
		}
	}
}

// count reads a number that XGBoost writes as a text.
func (m *model) count(largest int) int {
	key, text := m.r.Key(), m.r.String()
	n, err := strconv.Atoi(text)
	if m.r.Err() == nil && (err != nil || n < 0 || n > largest) {
		m.r.Fail("%s is %q, not a number from 0 to %d", key, text, largest)
	}
	return n
}

// scores reads base_score: "5E-1", or, since XGBoost 3.1, "[5E-1]" with one
// number or one for each class.
func (m *model) scores() (scores []float32) {
	text := m.r.String()
	list := strings.TrimSuffix(strings.TrimPrefix(text, "["), "]")
	for field := range strings.SplitSeq(list, ",") {
		v, err := strconv.ParseFloat(strings.TrimSpace(field), 32)
		if err != nil && m.r.Err() == nil {
			m.r.Fail("base_score is %q", text)
		}
		scores = append(scores, float32(v))
	}
	return scores
}

// gradientBooster reads the trees. Dart wraps them once more.
func (m *model) gradientBooster() {
	r := m.r
	for r.Object(); r.Next(); {
		switch r.Key() {
		case "name":
			if m.booster = r.String(); r.Err() == nil && m.booster != "gbtree" && m.booster != "dart" {
				r.Fail("booster %q has no trees: only gbtree and dart are supported", m.booster)
			}
		case "gbtree":
			for r.Object(); r.Next(); {
				if r.Key() == "model" {
					m.gbtree()
				} else {
					r.Skip()
				}
			}
		case "model":
			m.gbtree()
		case "weight_drop": // before 3.4
			m.dropWeights = document.Float32s(r, nil)
		default:
			m.unknown()
		}
	}
}

// unknown skips a member that nothing is known about, and remembers to warn
// of it: a later XGBoost may have put something there that counts.
func (m *model) unknown() {
	if key := m.r.Key(); !slices.Contains(m.skipped, key) && len(m.skipped) < 10 {
		m.skipped = append(m.skipped, key)
	}
	m.r.Skip()
}

func (m *model) gbtree() {
	r := m.r
	for r.Object(); r.Next(); {
		switch r.Key() {
		case "gbtree_model_param":
			for r.Object(); r.Next(); {
				if r.Key() == "num_parallel_tree" {
					m.perRound = m.count(math.MaxInt32)
				} else {
					r.Skip()
				}
			}
		case "tree_info":
			m.group = document.Int32s(r, nil)
		case "trees":
			for r.Array(); r.Next(); {
				m.inTree = true
				m.scratch.read(m)
				tree := m.scratch.tree(r)
				if r.Err() != nil {
					return
				}
				m.inTree = false
				m.trees = append(m.trees, tree)
			}
		case "weight", "boosted_rounds":
			r.Fail("booster gblinear has no trees: only gbtree and dart are supported")
		case "weight_drop":
			m.dropWeights = document.Float32s(r, nil)
		case "iteration_indptr", "cats":
			r.Skip()
		default:
			m.unknown()
		}
	}
}

// ensemble puts the parts together.
func (m *model) ensemble(warn func(string)) (*ensemble.Ensemble, error) {
	o, known := findObjective(m.objective)
	switch {
	case !known:
		return nil, fmt.Errorf("objective %q is not supported; these are: %s", m.objective, objectiveNames())
	case m.targets > 1:
		return nil, fmt.Errorf("model has %d targets: only one is supported", m.targets)
	case len(m.group) != len(m.trees):
		return nil, fmt.Errorf("tree_info has %d entries for %d trees", len(m.group), len(m.trees))
	case len(m.dropWeights) > len(m.trees):
		return nil, fmt.Errorf("weight_drop has %d entries for %d trees", len(m.dropWeights), len(m.trees))
	case o.classes < 0 && m.classes < 2:
		return nil, fmt.Errorf("objective %s with %d classes", m.objective, m.classes)
	}
	e := &ensemble.Ensemble{
		Features: m.features, Classes: o.classes, Outputs: 1, Trees: m.trees,
		Cutoff: o.cutoff, ByProbability: o.softmax, Input: ensemble.Float32, Sum: ensemble.Float32, Link: o.link,
		Origin: ensemble.Origin{
			Source:  strings.TrimSpace("xgboost " + strings.Join(m.version, ".")),
			Trainer: map[string]string{"objective": m.objective, "booster": m.booster},
		},
	}
	if o.classes < 0 {
		e.Classes, e.Outputs = m.classes, m.classes
	}
	if len(m.names) > 0 {
		e.Schema.Features = m.names
	}
	for t := range e.Trees {
		e.Trees[t].Output = int(m.group[t])
		for l, v := range e.Trees[t].Leaves {
			if t < len(m.dropWeights) {
				e.Trees[t].Leaves[l] = float64(float32(v) * m.dropWeights[t])
			}
		}
	}
	if err := m.setBase(e, o); err != nil {
		return nil, err
	}
	m.warnOfEarlyStop(e, warn)
	if len(m.skipped) > 0 {
		warn(fmt.Sprintf("the file has %s, which this version of hardwood does not know: if that counts, predictions differ from XGBoost's", strings.Join(m.skipped, ", ")))
	}
	return e, e.Validate()
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
	for _, score := range m.baseScore {
		if o.logit && !(score > 0 && score < 1) {
			return fmt.Errorf("base_score is %v: objective %s takes a probability", score, o.name)
		}
		e.Base = append(e.Base, o.margin(score))
	}
	return nil
}

// warnOfEarlyStop tells of trees beyond the best iteration, which
// Booster.predict uses and XGBClassifier.predict leaves out.
func (m *model) warnOfEarlyStop(e *ensemble.Ensemble, warn func(string)) {
	best, err := strconv.Atoi(m.attributes["best_iteration"])
	rounds := len(e.Trees) / (e.Outputs * max(m.perRound, 1))
	if err == nil && best+1 < rounds {
		warn(fmt.Sprintf("training stopped early: of %d rounds, number %d (from 0) is the best; all are read, as Booster.predict uses them, while XGBClassifier.predict stops after the best", rounds, best))
	}
}
