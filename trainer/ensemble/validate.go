package ensemble

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/data/column"
)

// errNone is the error for a nil model.
var errNone = errors.New("no model is given")

// Validate reports the first inconsistency of e: every index must be in range, every inner node and
// leaf reached from its root exactly once with parents before children, every leaf and base value
// finite, every threshold a number that is representable in the precision that e claims, and the names
// and the scaling of features possible ones.
func (e *Ensemble) Validate() error {
	switch {
	case e == nil:
		return errNone
	case e.Features < 1:
		return fmt.Errorf("model has %d features", e.Features)
	case e.Classes < 0 || e.Classes == 1:
		return fmt.Errorf("model has %d classes", e.Classes)
	case e.Outputs != 1 && (e.Outputs != e.Classes):
		return fmt.Errorf("model has %d outputs for %d classes", e.Outputs, e.Classes)
	case e.Outputs == 1 && e.Classes > 2:
		return fmt.Errorf("model has one output for %d classes", e.Classes)
	case len(e.Base) != e.Outputs:
		return fmt.Errorf("model has %d base values for %d outputs", len(e.Base), e.Outputs)
	case e.Link > Vote:
		return fmt.Errorf("model has unknown link %d", e.Link)
	case e.Link == Logistic && e.Outputs > 1, e.Link == Softmax && e.Outputs == 1:
		return fmt.Errorf("model has %d outputs, which is not for the link %v", e.Outputs, e.Link)
	case e.LevelRule > Byte:
		return fmt.Errorf("model has unknown rule of levels %d", e.LevelRule)
	case e.Input > Float32 || e.Sum > Float32:
		return fmt.Errorf("model has unknown precision")
	case math.IsNaN(e.Cutoff) || math.IsInf(e.Cutoff, 0):
		return fmt.Errorf("model has cutoff %v", e.Cutoff)
	}
	for k, b := range e.Base {
		if math.IsNaN(b) || math.IsInf(b, 0) {
			return fmt.Errorf("base value of output %d is %v", k, b)
		}
	}
	if err := e.Schema.validate(e); err != nil {
		return err
	}
	if err := e.validateColumns(); err != nil {
		return err
	}
	for i := range e.Trees {
		if err := e.validateTree(&e.Trees[i]); err != nil {
			return fmt.Errorf("tree %d: %w", i, err)
		}
	}
	return nil
}

func (s *Schema) validate(e *Ensemble) error {
	switch {
	case s.Features != nil && len(s.Features) != e.Features:
		return fmt.Errorf("model has %d feature names for %d features", len(s.Features), e.Features)
	case s.Classes != nil && len(s.Classes) != e.Classes:
		return fmt.Errorf("model has %d class names for %d classes", len(s.Classes), e.Classes)
	case len(s.Min) != len(s.Max) || s.Min != nil && len(s.Min) != e.Features:
		return fmt.Errorf("model has scaling for %d and %d of %d features", len(s.Min), len(s.Max), e.Features)
	case (s.Width != 0 || s.Height != 0) && (s.Width < 1 || s.Width*s.Height != e.Features):
		return fmt.Errorf("model reads images of %dx%d with %d features", s.Width, s.Height, e.Features)
	}
	for f, lo := range s.Min {
		if hi := s.Max[f]; !(lo <= hi) || math.IsInf(lo, 0) || math.IsInf(hi-lo, 0) {
			return fmt.Errorf("feature %d is scaled from the range %v to %v", f, lo, hi)
		}
	}
	if name, twice := column.Again(s.Features); twice {
		return fmt.Errorf("model has two features called %q", name)
	}
	if name, twice := column.Again(s.Classes); twice {
		return fmt.Errorf("model has two classes called %q", name)
	}
	return nil
}

func (e *Ensemble) validateColumns() error {
	if e.Columns != nil && len(e.Columns) != e.Features {
		return fmt.Errorf("model has kinds for %d columns and %d features", len(e.Columns), e.Features)
	}
	for f := range e.Columns {
		c := &e.Columns[f]
		if err := c.Check(); err != nil {
			return fmt.Errorf("feature %d %w", f, err)
		}
		switch {
		case len(c.Codes) > 0 && c.Codes[len(c.Codes)-1] > e.LevelRule.last():
			return fmt.Errorf("feature %d has level %d: no value is one above %d", f, c.Codes[len(c.Codes)-1], e.LevelRule.last())
		}
		if c.Others && (c.Codes == nil || c.Kind != column.Categorical || e.LevelRule != Listed) {
			return fmt.Errorf("feature %d has others than its levels, and lists none by the rule %v", f, Listed)
		}
	}
	return nil
}

// validateSet checks the kind of test of a split: sets for categorical columns, thresholds for the
// others.
func (e *Ensemble) validateSet(s *Split) error {
	switch {
	case e.Categorical(int(s.Feature)) != (s.Set != nil):
		return fmt.Errorf("has a test that is not for the kind of feature %d", s.Feature)
	case s.Set != nil && !column.Ascending(s.Set.Levels):
		return fmt.Errorf("has a set whose levels do not ascend from 0")
	case s.Set != nil && len(s.Set.Levels) > 0 && s.Set.Levels[len(s.Set.Levels)-1] > e.LevelRule.last():
		return fmt.Errorf("has a set with level %d: no value is one above %d", s.Set.Levels[len(s.Set.Levels)-1], e.LevelRule.last())
	case s.Set != nil && s.Threshold != 0:
		return fmt.Errorf("has a set and threshold %v", s.Threshold)
	case s.Set == nil || e.Columns[s.Feature].Names == nil:
		return nil
	}
	codes := e.Columns[s.Feature].Codes // that have the names
	for _, l := range s.Set.Levels {
		if _, named := slices.BinarySearch(codes, l); !named {
			return fmt.Errorf("has level %d of feature %d, which is none of the %d levels with names", l, s.Feature, len(codes))
		}
	}
	return nil
}

func (e *Ensemble) validateTree(t *Tree) error {
	width := 1
	if t.Output == VectorLeaves {
		width = e.Outputs
	} else if t.Output < 0 || t.Output >= e.Outputs {
		return fmt.Errorf("adds to output %d of %d", t.Output, e.Outputs)
	}
	if len(t.Leaves) != width*t.NumLeaves() {
		return fmt.Errorf("%d leaf values for %d leaves of width %d", len(t.Leaves), t.NumLeaves(), width)
	}
	for l, v := range t.Leaves {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("leaf %d has value %v", l/width, v)
		}
	}
	reached := make([]bool, len(t.Splits)+t.NumLeaves())
	for n := range t.Splits {
		s := &t.Splits[n]
		if s.Feature < 0 || int(s.Feature) >= e.Features {
			return fmt.Errorf("node %d splits on feature %d of %d", n, s.Feature, e.Features)
		}
		if err := e.validateSet(s); err != nil {
			return fmt.Errorf("node %d %w", n, err)
		}
		if math.IsNaN(s.Threshold) || e.Input == Float32 && float64(float32(s.Threshold)) != s.Threshold {
			return fmt.Errorf("node %d has threshold %v", n, s.Threshold)
		}
		for _, child := range [2]int32{s.Left, s.Right} {
			at := int(child)
			switch {
			case child >= 0 && at >= len(t.Splits), child < 0 && int(^child) >= t.NumLeaves():
				return fmt.Errorf("node %d has child %d, out of range", n, child)
			case child >= 0 && at <= n:
				return fmt.Errorf("node %d has child %d, which comes before it", n, child)
			case child < 0:
				at = len(t.Splits) + int(^child)
			}
			if reached[at] {
				return fmt.Errorf("node %d has child %d, which has another parent", n, child)
			}
			reached[at] = true
		}
	}
	return nil // 2n children, all different, none the root: every node and leaf is reached
}
