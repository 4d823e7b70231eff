package lightgbm

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// rawTree is a tree as it is in the file: a list per property. The next tree reuses its memory.
type rawTree struct {
	leaves                         int // -1 until known
	feature, decision, left, right []int32
	threshold, gain, cover, value  []float64

	categorical int      // number of splits on categories
	bounds      []int32  // where the set of each categorical split begins in bits, and the end
	bits        []uint32 // of the members of all sets
}

// tree reads the tree whose first line has been read.
func (m *model) tree() {
	t := &m.raw
	*t = rawTree{
		leaves:  -1,
		feature: t.feature[:0], decision: t.decision[:0], left: t.left[:0], right: t.right[:0],
		threshold: t.threshold[:0], gain: t.gain[:0], cover: t.cover[:0], value: t.value[:0],
		bounds: t.bounds[:0], bits: t.bits[:0],
	}
	for m.next() {
		switch string(m.key) {
		case "num_leaves":
			if t.leaves >= 0 {
				m.fail("num_leaves again, without a line \"Tree=%d\" before it", len(m.e.Trees)+1)
			}
			t.leaves = m.int(math.MaxInt32)
		case "num_cat":
			t.categorical = m.int(math.MaxInt32)
		case "cat_boundaries":
			t.bounds = m.int32s(t.bounds)
		case "cat_threshold":
			t.bits = m.uint32s(t.bits)
		case "split_feature":
			t.feature = m.int32s(t.feature)
		case "threshold":
			t.threshold = m.float64s(t.threshold)
		case "decision_type":
			t.decision = m.int32s(t.decision)
		case "left_child":
			t.left = m.int32s(t.left)
		case "right_child":
			t.right = m.int32s(t.right)
		case "leaf_value":
			t.value = m.float64s(t.value)
		case "split_gain":
			t.gain = m.float64s(t.gain)
		case "internal_weight":
			t.cover = m.float64s(t.cover)
		case "is_linear":
			if m.int(1) == 1 {
				m.fail("linear trees are not supported: train with linear_tree=false")
			}
		case "Tree", endOfTrees, oldEnd:
			m.hold()
			m.finish(t)
			return
		}
	}
	m.fail("the file ends inside tree %d: it is truncated", len(m.e.Trees))
}

// finish adds a tree to the ensemble.
func (m *model) finish(t *rawTree) {
	n := t.leaves - 1
	for _, list := range []struct {
		name      string
		got, want int
	}{
		{"split_feature", len(t.feature), n}, {"threshold", len(t.threshold), n}, {"decision_type", len(t.decision), n},
		{"left_child", len(t.left), n}, {"right_child", len(t.right), n}, {"leaf_value", len(t.value), n + 1},
	} {
		if n < 0 || list.got != list.want {
			m.fail("tree %d has num_leaves %d and %d entries of %s", len(m.e.Trees), t.leaves, list.got, list.name)
			return
		}
	}
	out := ensemble.Tree{Leaves: append(make([]float64, 0, n+1), t.value...)}
	if n > 0 {
		out.Splits = make([]ensemble.Split, n)
	}
	sets := m.sets(t)
	if m.err != nil {
		return
	}
	detours := false
	for i := range out.Splits {
		s := &out.Splits[i]
		*s = ensemble.Split{Feature: ensemble.Feature(t.feature[i]), Left: t.left[i], Right: t.right[i], Threshold: t.threshold[i]}
		if len(t.gain) == n && len(t.cover) == n {
			s.Gain, s.Cover = orZero(t.gain[i]), orZero(t.cover[i])
		}
		s.DefaultLeft = t.decision[i]&defaultLeft != 0
		switch missing := t.decision[i] >> missingShift & 3; {
		case t.decision[i]&categorical != 0: // missing values go right, whatever the bits say
			at := int(s.Threshold)
			if float64(at) != s.Threshold || at < 0 || at >= len(sets) {
				m.fail("tree %d: node %d is split by set %v of %d", len(m.e.Trees), i, s.Threshold, len(sets))
				return
			}
			if s.Set = sets[at]; s.Set == nil { // each may become the levels of a feature: a small file must not fill the memory
				m.fail("tree %d: node %d is split by set %d, as another node is", len(m.e.Trees), i, at)
				return
			}
			sets[at], s.Threshold, s.DefaultLeft = nil, 0, false
			continue
		case missing == missingZero:
			detours = !zeros.Straight(s) || detours
			continue
		case missing == missingNone:
			s.DefaultLeft = 0 <= s.Threshold
		}
		tinyAsZero(s)
	}
	if detours && !m.expand(&out, t.decision) {
		return
	}
	m.expanded += len(out.Splits)
	m.e.Trees = append(m.e.Trees, out)
}

// orZero replaces NaN, an unknown number, by 0.
func orZero(v float64) float64 {
	if v != v {
		return 0
	}
	return v
}
