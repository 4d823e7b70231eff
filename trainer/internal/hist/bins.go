package hist

import (
	"math"

	"github.com/hardwood-ml/hardwood/data/seed"
)

// Missing is the bin of missing values.
const Missing = 255

// sampled is the number of rows that the thresholds are found from, at most:
// the rank of a quantile is then right to 0.2 % of the rows.
const sampled = 1 << 16

// Bins are the binned features of rows. Features that never differ are left
// out; the others stand in slots, eight to a block.
type Bins struct {
	Slots []Slot
	n     int
	words [][]uint64 // per block, a word per row: slot 8b+j in bits 8j to 8j+7
	table []table    // per slot
}

// Slot is a feature that can be split.
type Slot struct {
	Feature int
	Cuts    []float64 // thresholds; bin i holds values above Cuts[i-1] and up to Cuts[i]
	Missing bool      // some row misses the feature
	Windows []Window  // of the thresholds; nil where nobody moves the feature
}

// window returns the window of a threshold.
func (s *Slot) window(cut int) Window {
	if s.Windows == nil {
		return Window{cut + 1, cut + 1}
	}
	return s.Windows[cut]
}

// NewBins finds thresholds for at most maxBin bins of each feature, the one
// for missing values included, and bins rows of cols values. reach says how
// far an adversary moves each feature, nil: not at all.
func NewBins(x []float64, cols, maxBin int, reach []Reach, random uint64, threads int) *Bins {
	b := &Bins{n: len(x) / max(1, cols)}
	b.Slots = findSlots(x, cols, maxBin, reach, random, threads)
	b.words = make([][]uint64, (len(b.Slots)+7)/8)
	b.table = make([]table, len(b.Slots))
	for s := range b.Slots {
		b.table[s].fill(b.Slots[s].Cuts)
	}
	for i := range b.words {
		b.words[i] = make([]uint64, b.n)
	}
	missing := make([][]bool, Chunks(b.n))
	Parallel(threads, len(missing), func(chunk int) {
		missing[chunk] = make([]bool, len(b.Slots))
		lo, end := Chunk(b.n, chunk)
		for tile := max(16, 1<<15/max(1, cols)); lo < end; lo += tile { // rows that stay in the cache
			for block := range b.words {
				b.binBlock(block, x, cols, lo, min(lo+tile, end), missing[chunk])
			}
		}
	})
	for _, chunk := range missing {
		b.note(chunk)
	}
	return b
}

func (t *table) fill(cuts []float64) {
	for i := range t {
		t[i] = math.MaxUint64
	}
	for i, c := range cuts {
		t[i] = key(c)
	}
}

// findSlots finds the thresholds of all features from a sample of the rows.
func findSlots(x []float64, cols, maxBin int, reach []Reach, random uint64, threads int) []Slot {
	rows := sampleRows(len(x)/max(1, cols), random)
	found := make([]Slot, cols)
	const group = 8 // columns that share a line of the cache
	Parallel(threads, (cols+group-1)/group, func(g int) {
		lo, hi := g*group, min(cols, (g+1)*group)
		keys := make([][]uint64, hi-lo)
		for j := range keys {
			keys[j] = make([]uint64, 0, len(rows))
		}
		for _, r := range rows {
			for j, v := range x[int(r)*cols+lo : int(r)*cols+hi] {
				if v == v {
					keys[j] = append(keys[j], key(v))
				}
			}
		}
		buffer := make([]uint64, len(rows))
		for j, k := range keys {
			sortKeys(k, buffer)
			var r Reach
			if reach != nil {
				r = reach[lo+j]
			}
			found[lo+j] = findSlot(lo+j, k, r, maxBin, len(k) < len(rows))
		}
	})
	slots := found[:0]
	for _, s := range found {
		if len(s.Cuts) > 0 || s.Missing {
			slots = append(slots, s)
		}
	}
	return slots
}

// findSlot finds the thresholds of a feature from the sorted keys of its
// values.
func findSlot(f int, keys []uint64, reach Reach, maxBin int, missing bool) Slot {
	cuts := findCuts(reach.candidates(keys), maxBin-1)
	return Slot{Feature: f, Cuts: cuts, Missing: missing && len(keys) > 0, Windows: reach.windows(cuts, keys)}
}

// sampleRows returns ascending row numbers: all, or one of each of sampled
// equal stretches.
func sampleRows(n int, random uint64) []int32 {
	rows := make([]int32, min(n, sampled))
	r := seed.At(random, streamSample)
	for i := range rows {
		lo, hi := i*n/len(rows), (i+1)*n/len(rows)
		rows[i] = int32(lo)
		if hi-lo > 1 {
			rows[i] += int32(r.IntN(hi - lo))
		}
	}
	return rows
}

// binBlock bins the features of a block for rows lo to hi.
func (b *Bins) binBlock(block int, x []float64, cols, lo, hi int, missing []bool) {
	slots := b.Slots[8*block : min(8*block+8, len(b.Slots))]
	tables := b.table[8*block:]
	words := b.words[block]
	for i := lo; i < hi; i++ {
		row := x[i*cols : (i+1)*cols]
		w := uint64(0)
		for j := range slots {
			v := row[slots[j].Feature]
			bin := tables[j].bin(key(v))
			if v != v {
				bin = Missing
				missing[8*block+j] = true
			}
			w |= bin << (8 * j)
		}
		words[i] = w
	}
}

// note marks slots that some row misses.
func (b *Bins) note(missing []bool) {
	for s, m := range missing {
		if m {
			b.Slots[s].Missing = true
		}
	}
}

// Len returns the number of rows.
func (b *Bins) Len() int { return b.n }

// Append bins one more row.
func (b *Bins) Append(x []float64) {
	for i := range b.words {
		b.words[i] = append(b.words[i], 0)
	}
	b.n++
	b.Replace(b.n-1, x)
}

// Replace bins row i anew.
func (b *Bins) Replace(i int, x []float64) {
	for block := range b.words {
		slots := b.Slots[8*block : min(8*block+8, len(b.Slots))]
		w := uint64(0)
		for j := range slots {
			v := x[slots[j].Feature]
			bin := b.table[8*block+j].bin(key(v))
			if v != v {
				bin = Missing
				slots[j].Missing = true
			}
			w |= bin << (8 * j)
		}
		b.words[block][i] = w
	}
}

// Truncate drops the rows from number n on.
func (b *Bins) Truncate(n int) {
	for i := range b.words {
		b.words[i] = b.words[i][:n]
	}
	b.n = n
}

// Bin returns the bin of row i in slot s.
func (b *Bins) Bin(i, s int) uint8 { return uint8(b.words[s/8][i] >> (8 * (s % 8))) }

// Threshold returns the value that parts bin and the next bin of slot s. After
// the last bin, where only missing values are parted from the others, that is
// a number no value is above.
func (b *Bins) Threshold(s, bin int) float64 {
	if cuts := b.Slots[s].Cuts; bin < len(cuts) {
		return cuts[bin]
	}
	return math.MaxFloat32
}
