package attack

import (
	"math"
	"slices"
)

// repair takes a row that need not obey the links, and moves the columns that others are derived
// from until derived columns land in the cells that the row has them in and orders hold. Either all
// columns of a link move together, which is near in norm inf, or only the one that has to move
// least. If neither gets there the row stays as it is. Links go backwards, as the columns that one
// of them moves may be derived by an earlier one.
func (p *Problem) repair(victim, x, row []float64, together bool) {
	for i := range slices.Backward(p.Constraints.Links) {
		l := &p.Constraints.Links[i]
		if l.Missing(x) {
			continue
		}
		m := linkMove{problem: p, link: l, x: x, row: row, from: slices.Clone(row), raw: p.Constraints.written(victim, x, row)}
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

// linkMove moves columns of a row until a link puts its column into a cell.
type linkMove struct {
	problem   *Problem
	link      *Link
	x         []float64           // the victim as the model reads it
	row, from []float64           // the row, and the row before
	raw       func(f int) float64 // what columns of the row are in the data's units

	cell, way int // the cell to reach, and whether it is up (1) or down (-1)
}

// at returns the cell that the link puts its column in, even if scaling moves it back a little.
func (m *linkMove) at() int {
	p, c, f := m.problem, m.problem.Constraints, m.link.Feature
	back := float64(float64(2*m.way) * c.unsteady(m.link, m.raw))
	if back != 0 && m.link.Step != 0 { // it must not round to another step
		sum, _ := m.link.sum(m.raw)
		return int(p.Grid.Cell(f, round(p.Ensemble, c.scaledTo(f, m.link.rounded(sum-float64(back*c.Range[f]))))))
	}
	return int(p.Grid.Cell(f, round(p.Ensemble, c.scaledTo(f, m.link.value(m.raw))-back)))
}

// aim sets the cell in which the row has the column, and the way there.
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
		return m.raw(m.link.Feature) <= sum-float64(2*m.problem.Constraints.apart(m.link, m.raw, m.x, m.row))
	}
	return m.way*(m.at()-m.cell) >= 0
}

// move moves some columns of the original row so far that each change counts distance.
func (m *linkMove) move(columns []int, distance float64) {
	copy(m.row, m.from)
	for _, f := range columns {
		way := float64(m.way) * m.slope(f)
		weight := m.problem.Constraints.Weigh(f, way)
		if weight == 0 {
			weight = 1 // a free derived column: the columns that it is derived from count
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

// least returns how far some columns have to move, +Inf if they never arrive, and restores the row.
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
