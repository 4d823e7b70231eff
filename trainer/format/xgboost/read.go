package xgboost

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/limit"
)

// model collects the parts of a file.
type model struct {
	r document.Reader

	version     []int
	booster     string
	objective   string
	features    int
	classes     int
	targets     int
	baseScore   []float32
	names       []string
	types       []string   // feature_types
	levels      [][]string // the words of each feature's levels
	attributes  map[string]string
	trees       []ensemble.Tree
	whole       bool      // there is a list of trees, even if empty
	inTree      bool      // the tree after those is being read
	perRound    int       // num_parallel_tree
	counted     int       // num_trees, -1 if not given
	group       []int32   // tree_info: the output of each tree
	starts      []int32   // iteration_indptr: the first tree of each round, and their number
	skipped     []string  // unknown keys
	dropWeights []float32 // dart: a factor for each tree

	scratch nodes
}

// Read reads a model written by save_model as JSON. warn is called with what the user should know about
// a model that is otherwise fine.
func Read(r io.Reader, warn func(string)) (*ensemble.Ensemble, error) {
	return read(document.NewJSON(r), warn)
}

// ReadUBJSON reads a model written by save_model as UBJSON, like [Read].
func ReadUBJSON(r io.Reader, warn func(string)) (*ensemble.Ensemble, error) {
	return read(document.NewUBJSON(r), warn)
}

func read(r document.Reader, warn func(string)) (*ensemble.Ensemble, error) {
	m := &model{r: r, counted: -1}
	learner := false
	for r.Object(); r.Next(); {
		switch r.Key() {
		case "learner":
			learner = true
			m.learner()
		case "version":
			for r.Array(); r.Next(); {
				m.version = append(m.version, int(r.Int()))
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
		case "feature_types":
			m.types = document.Strings(r, nil)
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

// scores reads base_score: "5E-1", or, since XGBoost 3.1, "[5E-1]" with one number or one for each
// class.
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

// gradientBooster reads the trees. Dart wraps them in one more object.
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

// unknown skips an unknown member, and notes it for a warning: a later XGBoost may have put something
// there that matters.
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
				switch r.Key() {
				case "num_parallel_tree":
					m.perRound = m.count(math.MaxInt32)
				case "num_trees":
					m.counted = m.count(math.MaxInt32)
				default:
					r.Skip()
				}
			}
		case "tree_info":
			m.group = document.Int32s(r, nil)
		case "trees":
			m.whole = true
			for r.Array(); r.Next(); {
				m.inTree = true
				m.scratch.read(m)
				tree := m.scratch.tree(r)
				if r.Err() == nil {
					m.scratch.checkSiblings(r)
				}
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
		case "cats":
			m.cats()
		case "iteration_indptr":
			m.starts = document.Int32s(r, nil)
		default:
			m.unknown()
		}
	}
}
