package ablation

import (
	"context"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/eval"
)

// overRows sets the intervals of differences over the rows that the runs were judged on.
func (c contrast) overRows(ctx context.Context, measures []measure, all []Difference) {
	var lists [][]float64
	var of []*Difference
	rows := c.judged()
	for k, m := range measures {
		d := &all[k]
		values, err := c.byRow(m, rows)
		if values == nil {
			d.Interval = eval.Interval{Lo: d.Mean - float64(normal*err), Hi: d.Mean + float64(normal*err)}
			continue
		}
		lists, of = append(lists, values), append(of, d)
	}
	intervals, err := eval.MeanIntervals(ctx, eval.Resampling{Count: resamples}, rows.groups, lists...)
	if err != nil { // of the context; Find returns it
		return
	}
	for k := range intervals {
		of[k].Interval = intervals[k]
	}
}

// judged are the rows that runs were judged on.
type judged struct {
	rows   int
	number map[int]int // index of a row, from 0, by its place in the file; nil if all runs have the same rows
	groups []int       // group of each row, nil without groups
}

// judged returns the rows that the runs were judged on: if seeds draw them from one file, all rows
// that any seed drew.
func (c contrast) judged() judged {
	first := c.first()
	all := judged{rows: first.rows, groups: first.Groups}
	same := true
	for p := range c.pairs() {
		same = same && slices.Equal(p.plus.Places, first.Places)
	}
	if same {
		return all
	}
	all = judged{number: map[int]int{}}
	for p := range c.pairs() {
		for i, place := range p.plus.Places {
			if _, known := all.number[place]; known {
				continue
			}
			all.number[place] = all.rows
			all.rows++
			if p.plus.Groups != nil {
				all.groups = append(all.groups, p.plus.Groups[i])
			}
		}
	}
	return all
}

// byRow returns one value per judged row, whose mean is the mean difference, or nil if the measure
// is not known row by row; and the standard error as if each run had rows of its own.
//
// If seeds draw rows of one file, a row counts as often as it was drawn, so that the mean is a
// ratio: the sum over the drawn rows by their number. The value of a row is then the mean plus the
// row's influence on that ratio.
func (c contrast) byRow(m measure, rows judged) (values []float64, err float64) {
	var drawn []float64 // how often each row was drawn, 1 on average
	for p := range c.pairs() {
		err += float64(math.Hypot(m.err(p.plus), m.err(p.minus)) * p.share)
		plus, minus := m.values(p.plus), m.values(p.minus)
		if plus == nil || len(plus) != len(minus) {
			continue
		}
		if values == nil {
			n := len(plus)
			if rows.number != nil {
				n = rows.rows
			}
			values, drawn = make([]float64, n), make([]float64, n)
		}
		if rows.number == nil {
			for i, v := range plus {
				values[i] = values[i] + float64(p.share*v) - float64(p.share*minus[i])
			}
			continue
		}
		share := p.share * float64(rows.rows) / float64(len(plus))
		for i, v := range plus {
			at := rows.number[p.plus.Places[i]]
			drawn[at] += share
			values[at] += float64(share * (v - minus[i]))
		}
	}
	if values != nil && rows.number != nil {
		mean := c.seeds(m).mean
		for i := range values {
			values[i] += float64(mean * (1 - drawn[i]))
		}
	}
	return values, err
}

// rowsError is the standard error of the difference on one split due to the sampling of its rows,
// averaged over the splits.
func (c contrast) rowsError(m measure) float64 {
	sum := 0.0
	for k := range c {
		one := c[k : k+1]
		rows := one.judged()
		values, err := one.byRow(m, rows)
		if values != nil {
			err = eval.MeanError(values, rows.groups)
		}
		sum += err
	}
	return sum / float64(len(c))
}
