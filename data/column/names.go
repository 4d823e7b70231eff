package column

import (
	"strconv"
	"strings"
)

// Numbered reports whether names are just numbers in order, as readers of tables and LightGBM
// number columns without names.
func Numbered(names []string) bool {
	var number [20]byte // wide tables have many names: comparing makes no strings
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
