package lightgbm

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/limit"
)

// Read reads a text model of version 2, 3 or 4.
func Read(r io.Reader) (*ensemble.Ensemble, error) {
	m := model{lines: lines{r: bufio.NewReaderSize(r, 64<<10)}, e: &ensemble.Ensemble{}, classes: 1, perRound: 1}
	m.header()
	for m.next() && string(m.key) == "Tree" {
		m.tree()
	}
	if m.err == nil && !m.atEnd() {
		m.fail("the file ends before the line \"end of trees\": it is truncated")
	}
	const pandas = "pandas_categorical:"
	for m.next() {
		if text := bytes.TrimSpace(m.text); bytes.HasPrefix(text, []byte(pandas)) {
			m.pandas = string(text[len(pandas):])
		}
	}
	if m.err != nil {
		return nil, m.err
	}
	return m.ensemble()
}

// What follows the last tree; before LightGBM 2.2 those were the importances.
const (
	endOfTrees = "end of trees"
	oldEnd     = "feature importances:"
)

func (m *model) atEnd() bool { return string(m.key) == endOfTrees || string(m.key) == oldEnd }

// model is a file being read.
type model struct {
	lines
	e         *ensemble.Ensemble
	version   string
	objective string
	classes   int // num_class: 1 for two classes and for regression
	perRound  int // num_tree_per_iteration
	names     []string
	infos     []string // feature_infos
	listed    int      // number of trees in tree_sizes, 0 if there is none
	pandas    string   // pandas_categorical, a JSON list
	typed     bool     // pandas has categories that are not all texts

	raw      rawTree // scratch
	expanded int     // number of splits after taking zeros for missing
}

// header reads up to the first tree.
func (m *model) header() {
	if !m.next() || string(m.key) != "tree" {
		m.fail("the first line is not \"tree\"")
	}
	for m.next() {
		switch string(m.key) {
		case "version":
			m.version = string(m.value)
			if !slices.Contains([]string{"v2", "v3", "v4"}, m.version) {
				m.fail("version %.40q of LightGBM's text format is not supported, only v2, v3 and v4", m.value)
			}
		case "num_class":
			m.classes = m.int(limit.Classes)
		case "num_tree_per_iteration":
			m.perRound = m.int(limit.Classes)
		case "max_feature_idx":
			m.e.Features = m.int(limit.Features-1) + 1
		case "objective":
			m.objective = string(m.value)
		case "average_output":
			m.e.Average = true
		case "feature_names":
			m.names = strings.Fields(string(m.value))
		case "feature_infos":
			m.infos = strings.Fields(string(m.value))
		case "tree_sizes":
			m.listed = len(bytes.Fields(m.value))
		case "num_leaves", "leaf_value":
			m.fail("%s before the line \"Tree=0\"", m.key)
		case "linear_tree":
			m.fail("linear trees are not supported: train with linear_tree=false")
		case "Tree", endOfTrees, oldEnd:
			m.hold()
			return
		}
	}
}

// ensemble puts the parts together.
func (m *model) ensemble() (*ensemble.Ensemble, error) {
	e := m.e
	if m.version == "" {
		return nil, errors.New("no version in the file")
	}
	if m.classes != m.perRound || m.classes < 1 {
		return nil, fmt.Errorf("num_class is %d and num_tree_per_iteration %d", m.classes, m.perRound)
	}
	if m.listed != 0 && m.listed != len(e.Trees) {
		return nil, fmt.Errorf("tree_sizes lists %d trees, and %d are there: the file is cut, or joined", m.listed, len(e.Trees))
	}
	e.Outputs = m.classes
	if err := m.setObjective(); err != nil {
		return nil, err
	}
	if len(e.Trees)%e.Outputs != 0 {
		return nil, fmt.Errorf("%d trees do not make whole rounds of %d", len(e.Trees), e.Outputs)
	}
	for t := range e.Trees {
		e.Trees[t].Output = t % e.Outputs
	}
	e.Base = make([]float64, e.Outputs)
	plain := func(i int) bool { return m.names[i] == fmt.Sprint(columnName, i) }
	for i := range m.names {
		if !plain(i) {
			e.Schema.Features = m.names
			break
		}
	}
	if err := m.setColumns(); err != nil {
		return nil, err
	}
	e.Origin = ensemble.Origin{Source: ensemble.LightGBM + " " + m.version, Trainer: map[string]string{"objective": m.objective}}
	if m.typed {
		e.Origin.Trainer[pandasKey] = m.pandas
	}
	return e, e.Validate()
}

// instead says of objectives that are not read which one to train with, if they predict classes.
var instead = map[string]string{
	"multiclassova": ": train with objective=multiclass", "cross_entropy_lambda": ": train with objective=cross_entropy",
}

// setObjective sets the classes, link and cutoff that the objective implies.
func (m *model) setObjective() error {
	e := m.e
	name, params, _ := strings.Cut(m.objective, " ")
	switch name {
	case "binary", "cross_entropy", "xentropy":
		if name == "binary" && strings.TrimSpace(params) != "sigmoid:1" {
			return fmt.Errorf("objective %q is not supported: only sigmoid:1, LightGBM's default, is: train with that", m.objective)
		}
		e.Classes, e.Link, e.Cutoff = 2, ensemble.Logistic, Cutoff
	case "multiclass", "softmax":
		e.Classes, e.Link, e.ByProbability = e.Outputs, ensemble.Softmax, true
	case "", "none", "custom": // margins are the prediction
		e.Classes, e.Link = max(e.Outputs, 2), ensemble.Softmax
		switch {
		case e.Average: // not trained by LightGBM: a forest that votes, as Write writes it
			e.Link = ensemble.Vote
		case e.Outputs == 1:
			e.Link = ensemble.Logistic
		}
		return nil
	case "regression", "regression_l2", "regression_l1", "huber", "fair", "quantile", "mape":
		if strings.Contains(params, "sqrt") {
			return errors.New("regression with sqrt is not supported")
		}
	default:
		return fmt.Errorf("objective %q is not supported; these are: binary, cross_entropy, multiclass, regression, custom%s", m.objective, instead[name])
	}
	if (e.Classes > 2 || e.ByProbability) != (e.Outputs > 1) {
		return fmt.Errorf("objective %q with num_class %d", m.objective, m.classes)
	}
	return nil
}
