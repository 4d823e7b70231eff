package golearn

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sjwhitworth/golearn/base"

	"github.com/hardwood-ml/hardwood/data"
)

var errNoGrid = errors.New("no golearn grid is given")

// Table copies a grid into a table. Features are the attributes that are not class attributes, which
// must be floats; NaN is a missing value. The class attribute, at most one, is either categorical, and
// its values are the classes; or a float, and the classes are the numbers that occur, in ascending
// order.
func Table(grid base.FixedDataGrid) (*data.Table, error) {
	if grid == nil {
		return nil, errNoGrid
	}
	_, rows := grid.Size()
	t := &data.Table{Rows: rows, Source: "golearn grid"}
	attributes := featuresOf(grid)
	for _, a := range attributes {
		if _, ok := a.(*base.FloatAttribute); !ok {
			return nil, fmt.Errorf("golearn grid: attribute %q is no float; encode it as numbers first", a.GetName())
		}
		t.Features = append(t.Features, a.GetName())
	}
	t.Cols = len(attributes)
	var err error
	if t.X, err = floats(grid, attributes); err != nil {
		return nil, err
	}
	switch classes := grid.AllClassAttributes(); len(classes) {
	case 0:
	case 1:
		err = addClasses(t, grid, classes[0])
	default:
		err = fmt.Errorf("golearn grid: %d class attributes, there must be one", len(classes))
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// featuresOf returns the attributes that are not class attributes, in the order
// of the grid. (base.NonClassAttributes returns them in a random order.)
func featuresOf(grid base.FixedDataGrid) []base.Attribute {
	classes := grid.AllClassAttributes()
	return slices.DeleteFunc(slices.Clone(grid.AllAttributes()), func(a base.Attribute) bool {
		return slices.ContainsFunc(classes, a.Equals)
	})
}

// floats returns the values of attributes, row by row.
func floats(grid base.FixedDataGrid, attributes []base.Attribute) ([]float64, error) {
	specs, err := resolve(grid, attributes)
	if err != nil {
		return nil, err
	}
	_, rows := grid.Size()
	x := make([]float64, 0, rows*len(attributes))
	for i := range rows { // grid.MapOverRows visits the rows of a view in random order
		for f, spec := range specs {
			v := base.UnpackBytesToFloat(grid.Get(spec, i))
			if math.IsInf(v, 0) {
				return nil, fmt.Errorf("golearn grid: row %d: attribute %q is infinite", i, attributes[f].GetName())
			}
			x = append(x, v)
		}
	}
	return x, nil
}

// resolve returns where the grid keeps attributes.
func resolve(grid base.FixedDataGrid, attributes []base.Attribute) ([]base.AttributeSpec, error) {
	specs := make([]base.AttributeSpec, len(attributes))
	for i, a := range attributes {
		var err error
		if specs[i], err = grid.GetAttribute(a); err != nil {
			return nil, fmt.Errorf("golearn grid: attribute %q: %w", a.GetName(), err)
		}
	}
	return specs, nil
}

// addClasses reads the labels.
func addClasses(t *data.Table, grid base.FixedDataGrid, class base.Attribute) error {
	t.Y = make([]int, 0, t.Rows)
	switch class := class.(type) {
	case *base.CategoricalAttribute:
		spec, err := grid.GetAttribute(class)
		if err != nil {
			return err
		}
		t.Classes = slices.Clone(class.GetValues())
		for i := range t.Rows {
			y := base.UnpackBytesToU64(grid.Get(spec, i))
			if y >= uint64(len(t.Classes)) {
				return fmt.Errorf("golearn grid: row %d: class %d is not one of %d", i, y, len(t.Classes))
			}
			t.Y = append(t.Y, int(y))
		}
	case *base.FloatAttribute:
		values, err := floats(grid, []base.Attribute{class})
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(values, math.IsNaN); i >= 0 {
			return fmt.Errorf("golearn grid: row %d: no class", i)
		}
		numberClasses(t, values)
	default:
		return fmt.Errorf("golearn grid: class attribute %q is neither categorical nor a float", class.GetName())
	}
	return nil
}

// numberClasses sets classes and labels from the distinct values.
func numberClasses(t *data.Table, values []float64) {
	distinct := slices.Clone(values)
	slices.Sort(distinct)
	distinct = slices.Compact(distinct)
	for _, v := range distinct {
		t.Classes = append(t.Classes, fmt.Sprint(v))
	}
	for _, v := range values {
		y, _ := slices.BinarySearchFunc(distinct, v, cmp.Compare)
		t.Y = append(t.Y, y)
	}
}

// Grid copies a table of classes into a grid: float attributes under the names
// of the features and, if the rows are labelled, a categorical class attribute
// named label. Levels are numbers, their codes; weights are left out.
func Grid(t *data.Table) (*base.DenseInstances, error) {
	if t == nil {
		return nil, errors.New("no table is given")
	}
	if t.Target != nil {
		return nil, fmt.Errorf("%s: a golearn grid holds classes, not regression targets", t.Name())
	}
	grid := base.NewDenseInstances()
	var specs []base.AttributeSpec
	for _, name := range t.Features {
		specs = append(specs, grid.AddAttribute(base.NewFloatAttribute(name)))
	}
	var label base.AttributeSpec
	var classes [][]byte
	if t.Y != nil {
		class := base.NewCategoricalAttribute()
		class.SetName("label")
		for _, name := range t.Classes {
			classes = append(classes, class.GetSysValFromString(name))
		}
		label = grid.AddAttribute(class)
		if err := grid.AddClassAttribute(class); err != nil {
			return nil, err
		}
	}
	if err := grid.Extend(t.Rows); err != nil {
		return nil, err
	}
	for i := range t.Rows {
		for f, v := range t.Row(i) {
			grid.Set(specs[f], i, base.PackFloatToBytes(v))
		}
		if t.Y != nil {
			if y := t.Y[i]; y < 0 || y >= len(classes) {
				return nil, fmt.Errorf("%s: row %d: class %d is not one of %d", t.Name(), i, y, len(classes))
			}
			grid.Set(label, i, classes[t.Y[i]])
		}
	}
	return grid, nil
}
