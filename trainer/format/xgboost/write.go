package xgboost

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/byoutput"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/sets"
)

// Losses says what a file of XGBoost would not keep of a model: scores and, within rounding of the
// boundary, classes may then differ. It is empty if XGBoost predicts exactly what e does.
func Losses(e *ensemble.Ensemble) (losses []string) {
	if e.Input == ensemble.Float64 {
		losses = append(losses, "the model reads features in float64, XGBoost in float32")
	}
	if e.Sum == ensemble.Float64 {
		losses = append(losses, "the model adds in float64, XGBoost in float32")
	}
	if e.Average {
		losses = append(losses, "the model averages its trees, XGBoost adds them: their leaf values are divided by their number")
	}
	if o := objectiveOf(e); votesOnce(e) && e.Cutoff != half {
		losses = append(losses, fmt.Sprintf("class 1 begins above the score %v, which is moved to %v, XGBoost's share of the votes", e.Cutoff, half))
	} else if !votesOnce(e) && e.Outputs == 1 && e.Cutoff != o.cutoffOf(e) {
		losses = append(losses, fmt.Sprintf("class 1 begins above the margin %v, with XGBoost above %v", e.Cutoff, o.cutoffOf(e)))
	}
	if e.Outputs > 1 && e.ByProbability != objectiveOf(e).softmax {
		losses = append(losses, "XGBoost takes the first of classes whose probabilities are equal in float32")
	}
	return losses
}

// objectiveOf returns the objective that predicts what e does, with probabilities if possible.
func objectiveOf(e *ensemble.Ensemble) objective {
	name := e.Origin.Trainer["objective"]
	switch {
	case e.Classes == 0:
		name = "reg:squarederror"
	case e.Outputs > 1 && e.Link == ensemble.Softmax && name != "multi:softmax":
		name = "multi:softprob"
	case e.Outputs > 1:
		name = "multi:softmax"
	case name == "binary:logitraw", e.Link == ensemble.Vote: // its prediction is the sum of the leaves
		name = "binary:logitraw"
	case e.Link != ensemble.Logistic: // XGBClassifier predicts class 1 above 0.5, not above a margin of 0
		name = "binary:hinge"
	default:
		name = "binary:logistic"
	}
	o, _ := findObjective(name)
	return o
}

// cutoffOf returns the margin above which a file with this objective predicts class 1.
func (o objective) cutoffOf(e *ensemble.Ensemble) float64 {
	if o.name == "binary:logitraw" && o.name == e.Origin.Trainer["objective"] {
		return rawCutoff(e)
	}
	return o.cutoff
}

// half is the share of the votes above which XGBClassifier predicts class 1, and so the cutoff in a
// file of two classes that vote.
const half = 0.5

// votesOnce reports whether trees vote for one of two classes by a single score.
func votesOnce(e *ensemble.Ensemble) bool { return e.Outputs == 1 && e.Link == ensemble.Vote }

// shared returns a model whose score is the share of the votes, if trees vote for one of two classes:
// XGBoost predicts that unchanged.
func shared(e *ensemble.Ensemble) *ensemble.Ensemble {
	if !votesOnce(e) || e.Cutoff == half {
		return e
	}
	moved := *e
	moved.Base, moved.Cutoff = []float64{e.Base[0] + (half - e.Cutoff)}, half
	return &moved
}

// Cautions say what to beware of with an XGBoost file that keeps everything of a model.
func Cautions(e *ensemble.Ensemble) (cautions []string) {
	if o := objectiveOf(e); o.name == "multi:softmax" && e.Classes > 2 {
		cautions = append(cautions, "load it as a Booster, whose predict gives the class: XGBClassifier.predict takes that for a probability, and says 1 of all classes from 1 on")
		if e.Link == ensemble.Vote {
			cautions = append(cautions, "probabilities, which are shares of the votes, are what predict gives with output_margin=True")
		}
	}
	if name, refused := refusedName(e); refused {
		cautions = append(cautions, fmt.Sprintf("the file names no columns, as XGBoost refuses names with [, ] or <, such as %.60q: hand it the columns in the order of this model", name))
	}
	return cautions
}

// Write writes a model as JSON that XGBoost 1.7 and later load.
//
// A base margin that no base_score gives in XGBoost's arithmetic goes into the leaves of the first
// trees, which gives the same sums bit for bit. A tree with vectors in its leaves becomes one tree per
// class. Thresholds are rounded down to float32, which changes nothing for float32 features. Trees that
// vote are marked in the attributes; their score for one of two classes is the share of the votes. Leaf
// values that are too large for float32 are refused.
func Write(w io.Writer, e *ensemble.Ensemble) error {
	if err := e.Validate(); err != nil {
		return err
	}
	e, err := sets.Oriented(shared(e), true)
	if err != nil {
		return err
	}
	trees, err := byoutput.Trees(e)
	if err != nil {
		return err
	}
	for i := range trees {
		for n, s := range trees[i].Splits {
			if s.Set != nil && s.Set.Levels[len(s.Set.Levels)-1] >= column.MaxCode {
				return fmt.Errorf("tree %d: node %d splits on level %d of feature %d: XGBoost's are below 2^24", i, n, s.Set.Levels[len(s.Set.Levels)-1], s.Feature)
			}
		}
	}
	o := objectiveOf(e)
	score := o.plainScore(e)
	out := writer{Writer: document.Writer{Writer: bufio.NewWriterSize(w, 64<<10)}, features: strconv.Itoa(e.Features), scale: 1}
	if e.Average {
		out.scale = float64(e.TreesOf(0))
	}
	for i := range trees {
		if score != o.zeroScore() {
			trees[i].Add = 0 // it is in base_score
		}
		for l := range len(trees[i].Splits) + 1 {
			if v := out.leaf(&trees[i], l); v-v != 0 {
				return fmt.Errorf("tree %d: leaf %d has value %v: XGBoost's are float32, below 3.5e38", i, l, trees[i].Value(l)/out.scale)
			}
		}
	}
	out.Text(`{"learner":{"attributes":`)
	out.attributes(e, o)
	out.Text(`,"feature_names":`)
	out.names(e)
	out.Text(`,"feature_types":`)
	out.types(e)
	out.Text(`,"gradient_booster":{"model":{"gbtree_model_param":{"num_parallel_tree":"1","num_trees":"`,
		strconv.Itoa(len(trees)), `","size_leaf_vector":"0"},"tree_info":`)
	out.List(len(trees), func(i int) { out.Int(i % e.Outputs) })
	out.Text(`,"trees":[`)
	for i := range trees {
		if i > 0 {
			out.Text(",\n")
		}
		out.tree(i, &trees[i])
	}
	out.Text("]},\"name\":\"gbtree\"},\n\"learner_model_param\":{\"base_score\":\"")
	out.float(score)
	classes := "0"
	if e.Outputs > 1 {
		classes = strconv.Itoa(e.Outputs)
	}
	out.Text(`","boost_from_average":"0","num_class":"`, classes, `","num_feature":"`, out.features, `","num_target":"1"},`,
		`"objective":{"name":"`, o.name, `"`, o.params(classes), "}},\n\"version\":[1,7,4]}\n")
	return out.Flush()
}

// zeroScore is the base_score that means a margin of 0.
func (o objective) zeroScore() float32 {
	if o.logit {
		return 0.5
	}
	return 0
}

// plainScore returns the base_score that is the base margin of every output, or the one that means 0 if
// the base has to go into the leaves.
func (o objective) plainScore(e *ensemble.Ensemble) float32 {
	base := e.Base[0]
	same := !slices.ContainsFunc(e.Base, func(b float64) bool { return b != base })
	if o.logit || !same || e.Average || float64(float32(base)) != base {
		return o.zeroScore()
	}
	return float32(base)
}

// params returns the parameters that XGBoost requires after the objective's name.
func (o objective) params(classes string) string {
	switch {
	case strings.HasPrefix(o.name, "multi:"):
		return `,"softmax_multiclass_param":{"num_class":"` + classes + `"}`
	case o.name == "binary:hinge":
		return ""
	}
	return `,"reg_loss_param":{"scale_pos_weight":"1"}`
}

// writer writes the parts of a model.
type writer struct {
	document.Writer
	features string
	scale    float64 // divisor of leaf values
}

// leaf returns the value of a leaf, including the base margin if the tree holds that.
func (w *writer) leaf(t *byoutput.Tree, leaf int) float32 {
	return float32(t.Add) + float32(t.Value(leaf)/w.scale)
}

func (w *writer) float(v float32) {
	if math.IsInf(float64(v), 0) {
		w.Text(map[bool]string{true: "Infinity", false: "-Infinity"}[v > 0])
		return
	}
	w.Float(float64(v), 'E', 32)
}

// names writes the names of the features, by which XGBoost refuses a data frame with its columns in
// another order; without names it would predict such rows by position.
func (w *writer) names(e *ensemble.Ensemble) {
	names := e.Schema.Features
	if _, refused := refusedName(e); refused || !e.Origin.By(ensemble.XGBoost) && column.Numbered(names) {
		names = nil
	}
	w.List(len(names), func(i int) { w.Text(document.Quote(names[i])) })
}

// refusedName returns a name that XGBoost refuses in any data frame.
func refusedName(e *ensemble.Ensemble) (name string, refused bool) {
	at := slices.IndexFunc(e.Schema.Features, func(name string) bool { return strings.ContainsAny(name, "[]<") })
	if at < 0 {
		return "", false
	}
	return e.Schema.Features[at], true
}
