package experiment

import (
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/data"
)

// Copies says how many test rows are also training rows, with the same values and class: a model has
// seen them, so they say little about new rows. It is "" if they are few. Rows of categories and
// small integers are often equal by chance; so equal rows count as copies only if they are at most
// twenty and have a value in some column that no other row has, unless the training and test rows
// are the same altogether.
func (d *Data) Copies() string {
	const few, share, most = 10, 20, 20 // a twentieth
	if d.Test == nil || d.Train.Sparse != nil || d.Test.Sparse != nil {
		return ""
	}
	n, all := 0, d.alike()
	same := d.Train.Rows == d.Test.Rows && len(all) >= few && !slices.ContainsFunc(all, func(of *copies) bool { return of.train != of.test })
	if same {
		return fmt.Sprintf("the %d test rows are the training rows: what a model gets right there says nothing of new rows", d.Test.Rows)
	}
	counts := make([]map[float64]int, d.Train.Cols) // rows per value of each column, filled on demand
	for _, of := range all {
		if of.train > 0 && of.train+of.test <= most && d.tells(of, counts) {
			n += of.test
		}
	}
	if n < few || n*share < d.Test.Rows {
		return ""
	}
	return fmt.Sprintf("at least %d of %d test rows are copies of training rows, value for value: what a model gets right there says little of new rows; leave doubled rows out of the data", n, d.Test.Rows)
}

// copies are equal rows: the first test row of them, and how many there are.
type copies struct {
	first       int
	label       float64
	train, test int
}

// alike returns the distinct test rows, with their counts in both tables.
func (d *Data) alike() []*copies {
	var all []*copies
	at := make(map[uint64][]*copies, d.Test.Rows) // by a hash of the row
	x, y := make([]float64, d.Test.Cols), make([]float64, d.Test.Cols)
	find := func(t *data.Table, i int) (label float64, hash uint64, found *copies) {
		row, label := t.RowIn(x, i), labelOf(t, i)
		hash = hashOf(row)
		for _, c := range at[hash] {
			if c.label == label && slices.EqualFunc(d.Test.RowIn(y, c.first), row, sameValue) {
				return label, hash, c
			}
		}
		return label, hash, nil
	}
	for i := range d.Test.Rows {
		label, hash, c := find(d.Test, i)
		if c == nil {
			c = &copies{first: i, label: label}
			at[hash], all = append(at[hash], c), append(all, c)
		}
		c.test++
	}
	for i := range d.Train.Rows {
		if _, _, c := find(d.Train, i); c != nil {
			c.train++
		}
	}
	return all
}

// tells reports whether equal rows have a value that no other row has.
func (d *Data) tells(c *copies, counts []map[float64]int) bool {
	for f, v := range d.Test.Row(c.first) {
		if v != v {
			continue
		}
		if counts[f] == nil {
			counts[f] = map[float64]int{}
			for _, t := range []*data.Table{d.Train, d.Test} {
				for i := range t.Rows {
					counts[f][t.At(i, f)]++
				}
			}
		}
		if counts[f][v] == c.train+c.test {
			return true
		}
	}
	return false
}

// labelOf is the class of a row, or its target.
func labelOf(t *data.Table, i int) float64 {
	switch {
	case t.Y != nil:
		return float64(t.Y[i])
	case t.Target != nil:
		return t.Target[i]
	}
	return 0
}

// sameValue reports whether two values are equal, or both missing.
func sameValue(a, b float64) bool { return a == b || a != a && b != b }

// hashOf returns a hash, the same for rows that [sameValue] finds equal.
func hashOf(row []float64) uint64 {
	h := uint64(14695981039346656037)
	for _, v := range row {
		if v == v {
			h ^= math.Float64bits(v + 0) // -0 is 0
		}
		h *= 1099511628211
		h ^= h >> 29
	}
	return h
}
