package criterion

import (
	"math/rand/v2"
	"testing"

	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// Packed sums give the split of sums that are not, bit for bit: of listed bins and of all, with rows whose
// value is missing, where a side needs several rows, and for columns that the attacker cannot move or make
// missing.
func TestPackedSplits(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 7))
	splits := 0
	for range 30_000 {
		cuts, rows, minRows := 1+random.IntN(60), 4+random.IntN(40), 1+random.IntN(5)
		slot := bins.Slot{Cuts: make([]float64, cuts), Blank: random.IntN(4) == 0}
		if random.IntN(4) > 0 {
			reach, w := random.IntN(cuts+1), bins.Window{}
			for cut := range cuts {
				w.From = max(w.From, cut+1-random.IntN(reach+1))
				w.To = min(max(w.To, cut+1+random.IntN(reach+1)), cuts+1)
				slot.Windows = append(slot.Windows, w)
			}
		}
		apart, packed := [3][256]int64{}, [256]int64{}
		node, one := Node{Rows: rows, Total: make([]int64, 2)}, Node{Rows: rows, Total: make([]int64, 1)}
		lean, absent := random.IntN(cuts+1), random.IntN(2)*5
		for range rows {
			bin, weight := random.IntN(cuts+1), 1+random.Int64N(3)
			class := uint8(0)
			if (bin < lean) != (random.IntN(4) == 0) {
				class = 1
			}
			if absent > 0 && random.IntN(absent) == 0 {
				bin = bins.Missing
			}
			apart[class][bin] += weight
			apart[2][bin]++
			packed[bin] += PackRow(class, weight)
			node.Total[class] += weight
			one.Total[0] += PackRow(class, weight)
		}
		if node.Total[0] == 0 || node.Total[1] == 0 {
			continue
		}
		total := float64(node.sum())
		of := [2]Criterion{
			&RobustImpurity{Impurity: Impurity{Classes: 2, MinRows: minRows, Total: total}},
			NewPackedRobustImpurity(minRows, total).Fork(),
		}
		nodes, sums := [2]*Node{&node, &one}, [2]Sums{NewSums(3), NewSums(1)}
		if random.IntN(2) == 0 {
			for c := range apart {
				sums[0].Dense(c, apart[c][:], cuts+1)
			}
			sums[1].Dense(0, packed[:], cuts+1)
		} else {
			var at []uint8
			var listed [4][]int64
			for bin, v := range packed {
				if v == 0 {
					continue
				}
				at, listed[3] = append(at, uint8(bin)), append(listed[3], v)
				for c := range apart {
					listed[c] = append(listed[c], apart[c][bin])
				}
			}
			for c := range apart {
				sums[0].List(c, at, listed[c])
			}
			sums[1].List(0, at, listed[3])
		}
		var best [2]Split
		for i, c := range of {
			best[i].Score = c.Score(nodes[i])
			c.Begin(nodes[i])
			c.Best(nodes[i], &slot, &sums[i], &best[i])
			if c.Cover(nodes[i]) != total {
				t.Fatalf("a node of weight %v covers %v", total, c.Cover(nodes[i]))
			}
		}
		if best[0] != best[1] {
			t.Fatalf("%d cuts, %d rows, at least %d on a side: split %+v, packed %+v", cuts, rows, minRows, best[0], best[1])
		}
		if best[0].Before > 0 {
			splits++
		}
	}
	if splits < 10_000 {
		t.Errorf("only %d splits", splits)
	}
}
