package attack

import (
	"math"
	"slices"
)

// repair moves the columns that others are derived from, in a row of who need not obey the
// links, until derived columns come to the cells that the row has them in, and what is at
// most a sum is so. Of the columns of a link all move together, which is near in norm inf,
// or the one does for which that is nearest. Where none gets there the row stays as it is.
// What columns are derived from comes later, as they may be derived themselves.
func (p *Problem) repair(victim, x, row []float64, together bool) {
	for i := range slices.Backward(p.Constraints.Links) {
		l := &p.Constraints.Links[i]
		if l.Missing(x) {
			continue
		}
		m := linkMove{problem: p, link: l, victim: victim, x: x, row: row, from: slices.Clone(row)}
		if m.aim(); m.arrived() {
			continue
		}
		var columns []int
		for _, f := range l.Features()[1:] {
			if !slices.Contains(columns, f) {
				columns = append(columns, f)
			}
		}
		ways := [][]int{columns}
		if !together {
			ways = slices.Collect(slices.Chunk(columns, 1))
		}
		nearest, by := math.Inf(1), []int(nil)
		for _, way := range ways {
			if d := m.least(way); d < nearest {
				nearest, by = d, way
			}
		}
		m.move(by, nearest)
	}
}

// linkMove moves columns of a row to where a link leaves its column in a cell.
type linkMove struct {
	problem   *Problem
	link      *Link
	victim, x []float64 // as it is written, and as the model reads it
	row, from []float64 // the row, and as it was

	cell, way int // the cell to come to, and whether that is up or down
}

// raw returns what a column is in the data's units.
func (m *linkMove) raw(f int) float64 {
	if m.row[f] == m.x[f] {
		return m.problem.Constraints.raw(f, m.victim[f])
	}
	return m.problem.Constraints.raw(f, m.row[f])
}

// at returns the cell that the link leaves its column in, also if scaling moves it a little
// back.
func (m *linkMove) at() int {
	p, f := m.problem, m.link.Feature
	back := float64(float64(2*m.way) * p.Constraints.unsteady(m.link, m.raw))
	return int(p.Grid.Cell(f, round(p.Ensemble, p.Constraints.scaledTo(f, m.link.value(m.raw))-back)))
}

// aim takes in where the row has the column.
func (m *linkMove) aim() {
	f := m.link.Feature
	if m.cell = int(m.problem.Grid.Cell(f, m.row[f])); !m.link.AtMost && m.at() > m.cell {
		m.way = -1
	} else {
		m.way = 1
	}
}

// arrived reports whether the columns of the sum have moved far enough.
func (m *linkMove) arrived() bool {
	if m.link.AtMost {
		sum, _ := m.link.sum(m.raw)
		return m.raw(m.link.Feature) <= sum
	}
	return m.way*(m.at()-m.cell) >= 0
}

// move moves some columns of the row as it was so far that each counts as much.
func (m *linkMove) move(columns []int, distance float64) {
	copy(m.row, m.from)
	for _, f := range columns {
		way := float64(m.way) * m.slope(f)
		weight := m.problem.Constraints.Weigh(f, way)
		if weight == 0 {
			weight = 1 // a derived column, of which others count
		}
		if to := m.from[f] + way*distance/weight; m.problem.Constraints.Derived(f) {
			m.row[f] = to
		} else {
			m.row[f] = m.problem.Admit(f, m.x[f], to)
		}
	}
}

// slope returns 1 for a column with which the sum grows, -1 for one with which it falls.
func (m *linkMove) slope(f int) float64 {
	before, _ := m.link.sum(m.raw)
	after, _ := m.link.sum(func(g int) float64 {
		if g == f {
			return m.raw(f) + float64(1e-6*max(1, math.Abs(m.raw(f))))
		}
		return m.raw(g)
	})
	if after < before {
		return -1
	}
	return 1
}

// least returns how far some columns have to move, +Inf if they get nowhere, and leaves
// the row as it was.
func (m *linkMove) least(columns []int) float64 {
	defer m.move(nil, 0)
	const doublings, halvings = 60, 50
	far := 0x1p-30
	for i := 0; ; i++ {
		if m.move(columns, far); m.arrived() {
			break
		}
		if i == doublings {
			return math.Inf(1)
		}
		far *= 2
	}
	near := 0.0
	for range halvings {
		mid := near + float64((far-near)/2)
		if m.move(columns, mid); m.arrived() {
			far = mid
		} else {
			near = mid
		}
	}
	return far
}
