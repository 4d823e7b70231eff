package xgboost

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/missingrange"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/rounding"
)

// otherMissing returns the number that XGBClassifier takes for a missing value, "" for NaN, its
// default. XGBClassifier stores it in an attribute of the file that Booster ignores. Other keys there,
// such as columns, may contain another "missing".
func otherMissing(attribute string) string {
	var params map[string]json.RawMessage
	if err := json.Unmarshal(notFinite.ReplaceAll([]byte(attribute), []byte("null")), &params); err != nil {
		return ""
	}
	text := string(params["missing"])
	if _, err := strconv.ParseFloat(text, 64); err != nil && !errors.Is(err, strconv.ErrRange) {
		return ""
	}
	return text
}

// notFinite matches what Python writes for numbers that JSON does not have.
var notFinite = regexp.MustCompile(`\bNaN\b|-?\bInfinity\b`)

// most is the largest factor by which the number of splits may grow when trees are to send a number as
// if it were missing: a file must not fill the memory.
const most = 64

// takeMissing makes the trees read rows as XGBClassifier does: the number that it takes for a missing
// value goes where missing values go. To everything else it is a number, which an attacker may set or
// change.
//
// Missing values go where that number goes at every split. So a file written from the model predicts
// the same in Booster and, if it keeps that attribute, in XGBClassifier.
func (m *model) takeMissing(e *ensemble.Ensemble, warn func(string)) error {
	found := otherMissing(m.attributes[scikitKey])
	if found == "" {
		return nil
	}
	wide, err := strconv.ParseFloat(found, 32)
	if err != nil {
		return fmt.Errorf("XGBClassifier takes %[1]s for a missing value in this model (missing=%[1]s), which is none of its 32-bit numbers: train with numpy.nan for %[1]s", found)
	}
	if err := e.Validate(); err != nil {
		return err
	}
	v := float32(wide)
	numbers := missingrange.Numbers{Before: float64(rounding.Below(v)), First: float64(v), Last: float64(v)}
	before, after := 0, int64(0)
	for i := range e.Trees {
		before += len(e.Trees[i].Splits)
	}
	for i := range e.Trees {
		t := &e.Trees[i]
		straight := true
		for n := range t.Splits {
			if s := &t.Splits[n]; s.Set != nil {
				sendLevel(s, float64(v))
			} else {
				straight = numbers.Straight(s) && straight
			}
		}
		if !straight && t.Output == ensemble.VectorLeaves { // no version keeps that number in a file with such trees
			return fmt.Errorf("XGBClassifier takes %[1]s for a missing value in this model (missing=%[1]s), whose leaves hold vectors: train with numpy.nan for %[1]s", found)
		}
		taken := func(n int32) bool { return t.Splits[n].Set == nil }
		if !straight && !numbers.Expand(t, taken, most*int64(before)-after) {
			return fmt.Errorf("XGBClassifier takes %[1]s for a missing value in this model (missing=%[1]s), which takes more than %d times the splits to say: "+
				"train with numpy.nan for %[1]s; or, if no row has %[1]s, get_booster().set_attr(scikit_learn=None) before save_model makes a number of it", found, most)
		}
		after += int64(len(t.Splits))
	}
	levels := ""
	for f := range e.Columns {
		if c := &e.Columns[f]; c.Kind == column.Categorical {
			c.MissingWords = []string{found}
			levels = "; in a column of categories it is missing, and stays so"
		}
	}
	grown := ""
	if after > int64(before) {
		grown = fmt.Sprintf(", for which the trees have %d splits, in the file %d", after, before)
	}
	warn(fmt.Sprintf("XGBClassifier takes %[1]s for a missing value in this model (missing=%[1]s): cells of %[1]s go where missing values go%[2]s; an attacker may set a number to %[1]s, "+
		"and change one that is %[1]s unless %[1]s is among the words for missing values of the rows%[3]s", found, grown, levels))
	return nil
}

// sendLevel makes a split on a set send level v, if it is one, where missing values go.
func sendLevel(s *ensemble.Split, v float64) {
	level := int32(max(-1, min(v, column.MaxCode)))
	if float64(level) != v || level < 0 || level >= column.MaxCode || s.Set.Left(level) == s.DefaultLeft {
		return
	}
	set := *s.Set
	if at, member := slices.BinarySearch(set.Levels, level); member {
		set.Levels = slices.Delete(slices.Clone(set.Levels), at, at+1)
	} else {
		set.Levels = slices.Insert(slices.Clone(set.Levels), at, level)
	}
	s.Set = &set
}
