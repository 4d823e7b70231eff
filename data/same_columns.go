package data

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// doubtSame notes columns that are the same in every row as one before them: a model knows them
// apart, and so does an attacker, who may change one and leave the other.
func (c *collector) doubtSame() {
	t := c.table
	if c.described() || t.Sparse != nil || column.Numbered(t.Features) || t.held() < fewCells {
		return // they are pixels and the like, or chance does it
	}
	const first, named = 1000, 3
	suspects := t.alike(min(first, t.held()), nil)
	if suspects != nil && t.held() > first {
		suspects = t.alike(t.held(), suspects)
	}
	same := map[int][]string{} // by the first
	var groups []int
	for f, of := range suspects {
		if of < 0 || !t.sameColumn(f, of) {
			continue
		}
		if same[of] == nil {
			groups = append(groups, of)
			same[of] = []string{strconv.Quote(phrase.Clip(t.Features[of]))}
		}
		same[of] = append(same[of], strconv.Quote(phrase.Clip(t.Features[f])))
	}
	var texts []string
	for _, of := range groups[:min(named, len(groups))] {
		names := same[of]
		if more := len(names) - named; more > 1 {
			names = append(names[:named], fmt.Sprintf("%d more", more))
		}
		texts = append(texts, phrase.List(names, "and"))
	}
	if more := len(groups) - named; more > 0 {
		texts = append(texts, "and "+phrase.Count(more, "more such group"))
	}
	if texts != nil {
		t.Found.Doubts = append(t.Found.Doubts, fmt.Sprintf("columns %s: the same in every row, though an attacker may change one and leave the other: Options.Ignore leaves columns out", strings.Join(texts, "; ")))
	}
}

// alike returns for each column the first one that looks like it in some rows, -1 for none and nil if
// all differ. With among, only columns that look like one there, and those, are compared.
func (t *Table) alike(rows int, among []int) []int {
	looked := make([]bool, t.Cols)
	for f := range looked {
		looked[f] = among == nil
	}
	for f, of := range among {
		if of >= 0 {
			looked[f], looked[of] = true, true
		}
	}
	marks := make([]uint64, t.Cols)
	for i := range rows {
		for f := range marks {
			if looked[f] {
				marks[f] = (marks[f] ^ math.Float64bits(t.At(i, f))) * 0x9e3779b97f4a7c15
				marks[f] ^= marks[f] >> 32
			}
		}
	}
	first := map[uint64]int{}
	found, some := make([]int, t.Cols), false
	for f, mark := range marks {
		found[f] = -1
		if !looked[f] {
			continue
		}
		if of, seen := first[mark]; seen {
			found[f], some = of, true
		} else {
			first[mark] = f
		}
	}
	if !some {
		return nil
	}
	return found
}

// sameColumn reports whether two columns are of one kind and the same in every row, and not always the
// same.
func (t *Table) sameColumn(a, b int) bool {
	if t.Columns != nil && !reflect.DeepEqual(t.Columns[a], t.Columns[b]) {
		return false
	}
	varies := false
	for i := range t.held() {
		v, w := t.At(i, a), t.At(i, b)
		if v != w && (v == v || w == w) {
			return false
		}
		varies = varies || v != t.At(0, a)
	}
	return varies
}
