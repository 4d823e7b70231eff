package lightgbm

import (
	"bufio"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// numSets returns the number of splits on sets.
func numSets(splits []ensemble.Split) (n int) {
	for i := range splits {
		if splits[i].Set != nil {
			n++
		}
	}
	return n
}

// appendSets appends the sets of a tree, as bits.
func appendSets(b []byte, splits []ensemble.Split) []byte {
	bounds, words := []int64{0}, []uint32{}
	for i := range splits {
		s := splits[i].Set
		if s == nil {
			continue
		}
		from := len(words)
		words = append(words, make([]uint32, s.Levels[len(s.Levels)-1]/32+1)...)
		for _, l := range s.Levels {
			words[from+int(l/32)] |= 1 << (l % 32)
		}
		bounds = append(bounds, int64(len(words)))
	}
	b = list(b, "cat_boundaries", len(bounds), func(b []byte, i int) []byte { return strconv.AppendInt(b, bounds[i], 10) })
	return list(b, "cat_threshold", len(words), func(b []byte, i int) []byte { return strconv.AppendUint(b, uint64(words[i]), 10) })
}

// numberOthers gives the level that stands for all which a column does not list, and which no split
// names, the number after the others, as words are for numbers without gaps.
func numberOthers(e *ensemble.Ensemble) *ensemble.Ensemble {
	numbered := *e
	numbered.Columns = slices.Clone(e.Columns)
	for f := range numbered.Columns {
		if c := &numbered.Columns[f]; c.ListsOther() {
			c.Codes = slices.Clone(c.Codes)
			last := len(c.Codes) - 1
			c.Codes[last] = int32(last)
		}
	}
	return &numbered
}

// info returns the entry of a feature in feature_infos.
func (m *exported) info(f int) string {
	if !m.Categorical(f) {
		return "[-inf:inf]"
	}
	codes := m.Columns[f].Codes
	if len(codes) == 0 {
		return "none"
	}
	words := make([]string, len(codes))
	for i, c := range codes {
		words[i] = strconv.Itoa(int(c))
	}
	return strings.Join(words, ":")
}

// words writes pandas_categorical: for each categorical feature the words of codes 0, 1 and so on; null
// if a feature has none, or its codes have gaps.
func (m *exported) words(out *bufio.Writer) error {
	var lists [][]string
	for f := range m.Columns {
		if !m.Categorical(f) {
			continue
		}
		c := &m.Columns[f]
		if n := len(c.Codes); n == 0 || c.Names == nil || int(c.Codes[n-1]) != n-1 {
			lists = nil
			break
		}
		lists = append(lists, c.Names)
	}
	if given := m.Origin.Trainer[pandasKey]; given != "" && !strings.Contains(given, "\n") {
		if same, _, err := categories(given); err == nil && slices.EqualFunc(lists, same, slices.Equal[[]string]) {
			out.WriteString(given + "\n")
			return nil
		}
	}
	typed := make([]any, len(lists))
	for i, list := range lists {
		if typed[i] = list; !m.Origin.By(ensemble.LightGBM) {
			typed[i] = asNumbers(list)
		}
	}
	text, err := json.Marshal(typed)
	if lists == nil {
		text = []byte("null")
	}
	out.Write(append(text, '\n'))
	return err
}

// asNumbers returns categories as pandas has them in a column read from CSV: as numbers if all are
// numbers, otherwise unchanged.
func asNumbers(list []string) any {
	numbers := make([]json.Number, len(list))
	for i, word := range list {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil || strconv.FormatFloat(v, 'f', -1, 64) != word || math.IsInf(v, 0) || v != v {
			return list
		}
		numbers[i] = json.Number(word)
	}
	return numbers
}
