package rounds

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// sumOf returns a hash of what a run takes over from a checkpoint: a digit that a disk has changed would
// make another model of it.
func sumOf(e *ensemble.Ensemble) string {
	h := sha256.New()
	fmt.Fprintln(h, e.Base, e.Cutoff)
	for _, c := range e.Columns {
		fmt.Fprintf(h, "%d %q\n", c.Codes, c.Names)
	}
	var b []byte
	whole := func(v int) { b = binary.LittleEndian.AppendUint64(b, uint64(v)) }
	number := func(v float64) { b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v)) }
	is := func(v bool) {
		if v {
			whole(1)
		} else {
			whole(0)
		}
	}
	for t := range e.Trees {
		tree := &e.Trees[t]
		b = b[:0]
		whole(tree.Output)
		whole(len(tree.Splits))
		for i := range tree.Splits {
			s := &tree.Splits[i]
			whole(int(s.Feature))
			whole(int(s.Left))
			whole(int(s.Right))
			is(s.DefaultLeft)
			number(s.Threshold)
			number(s.Gain)
			number(s.Cover)
			if is(s.Set != nil); s.Set != nil {
				is(s.Set.Right)
				whole(len(s.Set.Levels))
				for _, level := range s.Set.Levels {
					whole(int(level))
				}
			}
		}
		for _, leaf := range tree.Leaves {
			number(leaf)
		}
		h.Write(b)
	}
	return hex.EncodeToString(h.Sum(nil))
}
