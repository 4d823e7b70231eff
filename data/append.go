package data

import (
	"fmt"
	"slices"
)

// Append returns a table of the rows of t and then those of more, which has to number its groups
// alike. Tables that are not [Table.Alike], scaled alike and both sparse or not are an error.
// Positions, and what [Table.Stranger] and [Table.Written] know, are dropped, as they belong to two sources;
// and the raw values of compact rows.
func (t *Table) Append(more *Table) (*Table, error) {
	if err := t.Alike(more); err != nil {
		return nil, err
	}
	switch {
	case !t.Scaling.equal(more.Scaling):
		return nil, fmt.Errorf("%s and %s are not scaled alike", t.Name(), more.Name())
	case (t.Y == nil) != (more.Y == nil) || (t.Target == nil) != (more.Target == nil) || (t.Sparse == nil) != (more.Sparse == nil):
		return nil, fmt.Errorf("the rows of %s and those of %s are not of one kind", t.Name(), more.Name())
	}
	all := *t
	all.Rows, all.Positions = t.Rows+more.Rows, nil
	all.strangers, all.reading = nil, nil
	all.Y, all.Target = slices.Concat(t.Y, more.Y), slices.Concat(t.Target, more.Target)
	all.X, all.Raw = nil, nil
	switch compact := t.compact != nil || more.compact != nil; {
	case compact:
		all.compact = newCompact(all.Rows, all.Cols)
		for _, of := range [...]*Table{t, more} {
			for _, row := range of.eachRow() {
				all.compact.add(row)
			}
		}
		all.compact.end()
	case t.Sparse == nil:
		all.X = slices.Concat(t.X, more.X)
		if t.Raw != nil && more.Raw != nil {
			all.Raw = slices.Concat(t.Raw, more.Raw)
		}
	}
	if t.Weights != nil || more.Weights != nil {
		all.Weights = slices.Concat(t.weights(), more.weights())
	}
	if all.Groups = nil; t.Groups != nil && more.Groups != nil {
		all.Groups = slices.Concat(t.Groups, more.Groups)
	}
	if t.Sparse != nil {
		all.Sparse = t.Sparse.join(more.Sparse)
	}
	return &all, nil
}

// weights returns the weights of all rows.
func (t *Table) weights() []float64 {
	if t.Weights != nil {
		return t.Weights
	}
	return slices.Repeat([]float64{1}, t.Rows)
}

// join returns the rows of s and then those of more.
func (s *Sparse) join(more *Sparse) *Sparse {
	all := &Sparse{
		Start: slices.Clone(s.Start), Absent: s.Absent,
		Column: slices.Concat(s.Column, more.Column), Value: slices.Concat(s.Value, more.Value),
	}
	for _, at := range more.Start[1:] {
		all.Start = append(all.Start, len(s.Value)+at)
	}
	if s.raw != nil && more.raw != nil {
		all.raw = slices.Concat(s.raw, more.raw)
	}
	return all
}
