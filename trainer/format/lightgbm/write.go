package lightgbm

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/byoutput"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/rounding"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/sets"
)

// Losses says what a file of LightGBM would not keep of a model: scores and, within rounding of the
// boundary, classes may then differ. It is empty if LightGBM predicts exactly what e does, apart from
// two exceptions. LightGBM takes values of at most 1e-35 in size for 0, which does not count unless a
// threshold other than 0 lies among them. And sums of several trees that only rounding distinguishes
// from a tie do not count: with two classes those above 0 and up to [Cutoff], with more, scores of
// equal probability, from which LightGBM takes the first.
func Losses(e *ensemble.Ensemble) (losses []string) {
	if e.Sum == ensemble.Float32 {
		losses = append(losses, "the model adds in float32, LightGBM in float64")
	}
	if e.Outputs == 1 && e.Cutoff != 0 && e.Cutoff != Cutoff {
		losses = append(losses, fmt.Sprintf("class 1 begins above the margin %v, with LightGBM above %v", e.Cutoff, Cutoff))
	}
	if e.Outputs > 1 && e.ByProbability && e.Link != ensemble.Softmax {
		losses = append(losses, "classes of nearly the same score are told apart by probability, with LightGBM by the score")
	}
	if margin := withinCutoff(e); margin != 0 {
		losses = append(losses, fmt.Sprintf("a leaf has the margin %v, which is class 1, and with LightGBM class 0, up to %v", margin, Cutoff))
	}
	if e.Average {
		for _, b := range e.Base {
			if b != 0 {
				losses = append(losses, fmt.Sprintf("the model adds %v to the average of its trees, LightGBM adds nothing", b))
				break
			}
		}
	}
	if slices.ContainsFunc(e.Trees, func(t ensemble.Tree) bool { return slices.ContainsFunc(t.Splits, isTiny) }) {
		losses = append(losses, "the model splits at values of at most 1e-35 in size, which LightGBM takes for 0")
	}
	return append(losses, missingWithMembers(e)...)
}

// withinCutoff returns the margin of a leaf that means class 1 in a model of one tree and class 0 in
// LightGBM, 0 for none.
func withinCutoff(e *ensemble.Ensemble) float64 {
	if e.Outputs != 1 || e.Classes != 2 || e.Cutoff != 0 || e.Link != ensemble.Logistic || e.Average || len(e.Trees) != 1 {
		return 0
	}
	for _, v := range e.Trees[0].Leaves {
		if margin := e.Base[0] + v; 0 < margin && margin <= Cutoff {
			return margin
		}
	}
	return 0
}

// Cautions say what to beware of with a LightGBM file that keeps everything of a model.
func Cautions(e *ensemble.Ensemble) (cautions []string) {
	if e.Outputs == 1 && e.Link == ensemble.Vote {
		cautions = append(cautions, "LightGBM's predict gives the share of the votes for class 1, its probability, less 0.5: class 1 is what is above 0")
	}
	if slices.ContainsFunc(e.Trees, func(t ensemble.Tree) bool { return slices.ContainsFunc(t.Splits, isAtZero) }) {
		cautions = append(cautions, "the model splits at 0, and LightGBM takes values of at most 1e-35 in size for 0: they may go another way there")
	}
	return cautions
}

// Write writes a model as text of version 3, which LightGBM 2.3 to 4.x and leaves load.
//
// LightGBM has no base score, so the base of each output goes into the leaves of its first tree, which
// gives the same sums bit for bit. A tree with vectors in its leaves becomes one tree per output.
// Thresholds on float32 features become the largest float64 that float32 rounds to the same side.
func Write(w io.Writer, e *ensemble.Ensemble) error {
	if err := e.Validate(); err != nil {
		return err
	}
	e, err := sets.Oriented(e, false)
	if err != nil {
		return err
	}
	m := exported{Ensemble: numberOthers(e)}
	if m.trees, err = byoutput.Trees(e); err != nil {
		return err
	}
	for i := range m.trees {
		if err := tooWide(m.trees[i].Splits); err != nil {
			return fmt.Errorf("tree %d: %w", i, err)
		}
		if e.Average { // added after averaging, so each tree has to contain it
			m.trees[i].Add = e.Base[i%e.Outputs]
		}
		for l := range len(m.trees[i].Splits) + 1 {
			if v := m.trees[i].Add + m.trees[i].Value(l); v-v != 0 {
				return fmt.Errorf("tree %d: leaf %d has value %v with the base score that LightGBM has there", i, l, v)
			}
		}
	}
	out := bufio.NewWriterSize(w, 64<<10)
	m.header(out)
	var scratch []byte
	for i := range m.trees {
		scratch = m.tree(scratch[:0], i)
		out.Write(scratch)
	}
	out.WriteString("end of trees\n\nfeature_importances:\n\nparameters:\nend of parameters\n\npandas_categorical:")
	if err := m.words(out); err != nil {
		return err
	}
	return out.Flush()
}

// exported is an ensemble in LightGBM's terms.
type exported struct {
	*ensemble.Ensemble
	trees []byoutput.Tree
}

func (m *exported) header(out *bufio.Writer) {
	fmt.Fprintf(out, "tree\nversion=v3\nnum_class=%d\nnum_tree_per_iteration=%d\nlabel_index=0\nmax_feature_idx=%d\n",
		m.Outputs, m.Outputs, m.Features-1)
	switch {
	case m.Classes == 0:
		out.WriteString("objective=regression\n")
	case m.Outputs > 1 && m.Link == ensemble.Softmax:
		fmt.Fprintf(out, "objective=multiclass num_class:%d\n", m.Outputs)
	case m.Outputs == 1 && m.Link == ensemble.Logistic:
		out.WriteString("objective=binary sigmoid:1\n")
	default: // margins are the prediction
		out.WriteString("objective=custom\n")
	}
	if m.Average || m.Link == ensemble.Vote && len(m.trees) == m.Outputs { // a single tree can also vote
		out.WriteString("average_output\n")
	}
	out.WriteString("feature_names=")
	taken := map[string]bool{} // LightGBM refuses duplicate names
	for f := range m.Features {
		if f > 0 {
			out.WriteByte(' ')
		}
		if m.Schema.Features == nil {
			fmt.Fprintf(out, "%s%d", columnName, f)
		} else {
			name := featureName(m.Schema.Features[f], f)
			for taken[name] {
				name += "_"
			}
			taken[name] = true
			out.WriteString(name)
		}
	}
	out.WriteString("\nfeature_infos=")
	for f := range m.Features {
		if f > 0 {
			out.WriteByte(' ')
		}
		out.WriteString(m.info(f))
	}
	out.WriteString("\ntree_sizes=")
	var scratch []byte
	for i := range m.trees {
		if i > 0 {
			out.WriteByte(' ')
		}
		scratch = m.tree(scratch[:0], i)
		fmt.Fprint(out, len(scratch))
	}
	out.WriteString("\n\n")
}

// columnName begins the names that LightGBM gives to unnamed features.
const columnName = "Column_"

// featureName replaces the characters of a name that LightGBM's header or its JSON cannot hold.
func featureName(name string, f int) string {
	if name == "" {
		return columnName + strconv.Itoa(f)
	}
	return strings.Map(func(r rune) rune {
		if r <= ' ' || strings.ContainsRune(`=",:[]{}`, r) {
			return '_'
		}
		return r
	}, name)
}

// tree appends the text of tree i.
func (m *exported) tree(b []byte, i int) []byte {
	t := &m.trees[i]
	splits := t.Splits
	b = append(b, "Tree="+strconv.Itoa(i)+"\nnum_leaves="+strconv.Itoa(len(splits)+1)+"\nnum_cat="+strconv.Itoa(numSets(splits))+"\n"...)
	b = list(b, "split_feature", len(splits), func(b []byte, n int) []byte {
		return strconv.AppendInt(b, int64(splits[n].Feature), 10)
	})
	b = list(b, "split_gain", len(splits), func(b []byte, n int) []byte { return number(b, splits[n].Gain) })
	set := 0
	b = list(b, "threshold", len(splits), func(b []byte, n int) []byte {
		if splits[n].Set != nil {
			set++
			return strconv.AppendInt(b, int64(set-1), 10)
		}
		if m.Input == ensemble.Float32 {
			return number(b, rounding.Last(float32(splits[n].Threshold)))
		}
		return number(b, splits[n].Threshold)
	})
	b = list(b, "decision_type", len(splits), func(b []byte, n int) []byte {
		if splits[n].Set != nil {
			return strconv.AppendInt(b, categorical, 10)
		}
		if splits[n].DefaultLeft {
			return strconv.AppendInt(b, missingNaN<<missingShift|defaultLeft, 10)
		}
		return strconv.AppendInt(b, missingNaN<<missingShift, 10)
	})
	b = list(b, "left_child", len(splits), func(b []byte, n int) []byte { return strconv.AppendInt(b, int64(splits[n].Left), 10) })
	b = list(b, "right_child", len(splits), func(b []byte, n int) []byte { return strconv.AppendInt(b, int64(splits[n].Right), 10) })
	b = list(b, "leaf_value", len(splits)+1, func(b []byte, l int) []byte {
		return number(b, t.Add+t.Value(l))
	})
	b = list(b, "internal_weight", len(splits), func(b []byte, n int) []byte { return number(b, splits[n].Cover) })
	if set > 0 {
		b = appendSets(b, splits)
	}
	return append(b, "is_linear=0\nshrinkage=1\n\n\n"...)
}

func list(b []byte, key string, n int, value func(b []byte, i int) []byte) []byte {
	b = append(append(b, key...), '=')
	for i := range n {
		if i > 0 {
			b = append(b, ' ')
		}
		b = value(b, i)
	}
	return append(b, '\n')
}

// number appends a number in a form that LightGBM reads, including infinities.
func number(b []byte, v float64) []byte {
	if math.IsInf(v, 0) {
		return append(b, map[bool]string{true: "inf", false: "-inf"}[v > 0]...)
	}
	return strconv.AppendFloat(b, v, 'g', -1, 64)
}
