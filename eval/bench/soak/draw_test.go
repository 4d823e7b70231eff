package soak

import (
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer"
)

// draw is a table with settings to train a model by.
type draw struct {
	table   *data.Table
	booster string
	params  trainer.Params
	groups  []attack.Group // of one-hot columns of the table
}

func (s *soak) draw() draw {
	d := draw{booster: one(s.Rand, trainer.GBDT, trainer.GBDT, trainer.Forest)}
	d.table = s.table()
	if s.number >= withGroups {
		d.groups = s.oneHots(d.table)
	}
	s.label(d.table, one(s.Rand, 0, 2, 2, 2, 3, 4))
	d.params = s.params(d.booster, d.table)
	return d
}

// table draws rows of numbers, whole numbers, truths and categories, with ties
// and missing values.
func (s *soak) table() *data.Table {
	t := &data.Table{Rows: 8 + s.IntN(60), Cols: 1 + s.IntN(4), Source: "drawn"}
	t.X = make([]float64, t.Rows*t.Cols)
	t.Columns = make([]column.Column, t.Cols)
	sets, missing := s.chance(0.15), one(s.Rand, 0, 0, 0.1)
	for f := range t.Cols {
		t.Features = append(t.Features, fmt.Sprintf("f%d", f))
		t.Columns[f] = s.column(sets)
		value := s.values(t.Columns[f])
		for i := range t.Rows {
			if t.X[i*t.Cols+f] = value(); s.chance(missing) {
				t.X[i*t.Cols+f] = math.NaN()
			}
		}
	}
	if s.chance(0.2) {
		t.Weights = make([]float64, t.Rows)
		for i := range t.Weights {
			t.Weights[i] = one(s.Rand, 0.5, 1, 2)
		}
	}
	return t
}

func (s *soak) column(sets bool) column.Column {
	if sets && s.chance(0.5) {
		return column.Named([]string{"a", "b", "c", "d", "e"}[:2+s.IntN(4)])
	}
	return column.Column{Kind: one(s.Rand, column.Numeric, column.Numeric, column.Integer, column.Boolean)}
}

// values returns what draws the values of a column.
func (s *soak) values(c column.Column) func() float64 {
	switch c.Kind {
	case column.Categorical:
		return func() float64 { return float64(s.IntN(len(c.Codes))) }
	case column.Boolean:
		return func() float64 { return float64(s.IntN(2)) }
	case column.Integer:
		most, from := 2+s.IntN(10), s.IntN(20)-10
		return func() float64 { return float64(from + s.IntN(most)) }
	}
	scale, steps := one(s.Rand, 1, 1, 1e-3, 1e5), one(s.Rand, 0, 4, 10)
	return func() float64 {
		if steps > 0 {
			return scale * float64(s.IntN(steps)) / float64(steps)
		}
		return scale * float64(float32(s.NormFloat64()))
	}
}

// label gives a table classes that hang on its columns, with noise, or targets where
// there are none. Each class has a row.
func (s *soak) label(t *data.Table, classes int) {
	for c := range classes {
		t.Classes = append(t.Classes, fmt.Sprintf("c%d", c))
	}
	for i := range t.Rows {
		z := 0.3 * s.NormFloat64()
		for f, x := range t.Row(i) {
			if x == x {
				z += math.Sin(3*x + float64(f))
			}
		}
		if classes == 0 {
			t.Target = append(t.Target, z)
			continue
		}
		class := int(float64(classes) / (1 + math.Exp(-2*z)))
		if i < classes {
			class = i
		}
		t.Y = append(t.Y, min(class, classes-1))
	}
}

// params draws settings that are valid together.
func (s *soak) params(booster string, t *data.Table) trainer.Params {
	p := trainer.Defaults(booster)
	p.Seed, p.Threads = s.Uint64(), 1
	p.Rounds, p.MaxDepth, p.MaxLeaves = 1+s.IntN(6), 1+s.IntN(4), one(s.Rand, 0, 0, 2+s.IntN(6))
	p.GrowPolicy = one(s.Rand, trainer.DepthWise, trainer.LossGuide)
	p.MinSamplesLeaf, p.MaxBin = 1+s.IntN(3), one(s.Rand, 256, 2+s.IntN(20))
	p.Gamma = one(s.Rand, 0, 0, 0.01*s.Float64())
	p.Subsample = one(s.Rand, 1, 1, 0.3+0.7*s.Float64())
	p.ColsampleByTree, p.ColsampleByLevel, p.ColsampleByNode = s.share(), s.share(), s.share()
	if t.Classes != nil {
		p.Balanced = s.chance(0.2)
	}
	if s.chance(0.25) {
		p.Attacker.Up = []float64{one(s.Rand, 0.05, 0.3, 2)}
		p.RobustSplit, p.RobustBoth = one(s.Rand, trainer.WorstCase, trainer.FourPlacements), s.chance(0.3)
	}
	if booster == trainer.Forest {
		p.Bootstrap, p.BatchTrees = s.chance(0.7), 1+s.IntN(3)
		p.Criterion = one(s.Rand, trainer.Gini, trainer.Entropy)
		return p
	}
	p.LearningRate = one(s.Rand, 0.1, 0.3, 1)
	p.Lambda, p.Alpha = one(s.Rand, 0, 1, s.Float64()), one(s.Rand, 0, 0, 0.1*s.Float64())
	p.MinChildWeight, p.MaxDeltaStep = one(s.Rand, 0, 1e-3, 1), one(s.Rand, 0, 0, s.Float64())
	p.ParallelTrees, p.BoostFromAverage = one(s.Rand, 1, 1, 2), s.chance(0.5)
	p.MinDataPerGroup, p.CatSmooth, p.MaxCatToOneHot = 1+s.IntN(4), one(s.Rand, 0.0, 1, 10), s.IntN(5)
	if s.chance(0.1) {
		for f := range t.Cols {
			way := s.IntN(3) - 1
			if t.Columns[f].Kind == column.Categorical {
				way = 0
			}
			p.MonotoneConstraints = append(p.MonotoneConstraints, way)
		}
	}
	if s.chance(0.1) {
		p.InteractionConstraints = trainer.FeatureGroups{{0}, {t.Cols - 1}}
	}
	return p
}

// share draws a share of features, 0 for the square root of their number.
func (s *soak) share() float64 { return one(s.Rand, 1, 1, 1, 0, 0.5) }
