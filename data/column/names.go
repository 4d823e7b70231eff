package column

import (
	"strconv"
	"strings"
)

// Numbered reports whether names are numbers in order and say nothing, as the readers of
// tables number columns without names, or LightGBM does.
func Numbered(names []string) bool {
	var number [20]byte // names of wide tables are many: none is made to compare
	for _, first := range []string{"f0", "f1", "Column_0"} {
		prefix, from := first[:len(first)-1], int(first[len(first)-1]-'0')
		k := 0
		for ; k < len(names); k++ {
			rest, ok := strings.CutPrefix(names[k], prefix)
			if !ok || rest != string(strconv.AppendInt(number[:0], int64(from+k), 10)) {
				break
			}
		}
		if k == len(names) {
			return true
		}
	}
	return false
}
