package harden

import "github.com/hardwood-ml/hardwood/data"

// ceiling returns a share of the rows that no model can be right on in the
// whole ball: of two rows of different classes whose balls meet at most one
// can be. A matching of such rows, with each row on both sides, counts twice
// what has to go at least (the linear bound of vertex cover, Nemhauser and
// Trotter 1975).
func ceiling(t *data.Table, eps float64) float64 {
	meet := make([][]int32, t.Rows)
	for i := range t.Rows {
		for j := range i {
			if t.Y[i] != t.Y[j] && near(t.Row(i), t.Row(j), 2*(eps-margin)) {
				meet[i] = append(meet[i], int32(j))
				meet[j] = append(meet[j], int32(i))
			}
		}
	}
	m := matching{meet: meet, partner: make([]int32, t.Rows), seen: make([]int, t.Rows)}
	for i := range m.partner {
		m.partner[i] = -1
	}
	matched := 0
	for i := range meet {
		m.round++
		if m.augment(int32(i)) {
			matched++
		}
	}
	return 1 - float64(matched)/2/float64(t.Rows)
}

// near reports whether two rows are within a distance in the inf norm.
func near(a, b []float64, distance float64) bool {
	for f, v := range a {
		if d := v - b[f]; d > distance || -d > distance {
			return false
		}
	}
	return true
}

// matching pairs rows on the left with rows on the right.
type matching struct {
	meet    [][]int32
	partner []int32 // of the rows on the right, -1 for none
	seen    []int   // round in which a row on the right was looked at
	round   int
}

// augment finds a partner for a row on the left, and others for those it takes
// partners from.
func (m *matching) augment(row int32) bool {
	for _, right := range m.meet[row] {
		if m.seen[right] == m.round {
			continue
		}
		m.seen[right] = m.round
		if m.partner[right] < 0 || m.augment(m.partner[right]) {
			m.partner[right] = row
			return true
		}
	}
	return false
}
