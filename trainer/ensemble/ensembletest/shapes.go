package ensembletest

import (
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Shape is what a random ensemble looks like.
type Shape struct {
	Features, Trees, Depth int

	Classes int  // 0 is taken as 2
	Vector  bool // vector leaves, averaged, as in a forest
	Average bool // averaged without vector leaves
	Single  bool // float32 features, thresholds and sums

	ByProbability bool // the class is that of the largest probability

	// Cuts is the number of different thresholds a feature can have, so that
	// few of them give many duplicates; 0 draws thresholds at random.
	Cuts int

	// Whole draws small whole leaf values, so that margins tie at 0.
	Whole bool

	// Levels makes every other feature, from the first, a categorical column with this many levels.
	Levels int
	Rule   ensemble.LevelRule
	Others bool // levels that are not listed are in no set

	Values []float64 // leaf and base values to draw from; nil for a normal distribution
}

// SetShapes are the named cases of models with categorical columns.
var SetShapes = map[string]Shape{
	"listed":    {Features: 3, Trees: 6, Depth: 3, Levels: 5},
	"truncated": {Features: 3, Trees: 6, Depth: 3, Levels: 5, Rule: ensemble.Truncated},
	"positive":  {Features: 3, Trees: 6, Depth: 3, Levels: 5, Rule: ensemble.Positive, Single: true},
	"others":    {Features: 3, Trees: 6, Depth: 3, Levels: 5, Others: true},
	"byte":      {Features: 3, Trees: 6, Depth: 3, Levels: 250, Rule: ensemble.Byte},
	"a word":    {Features: 2, Trees: 4, Depth: 3, Levels: 62},
	"64 places": {Features: 2, Trees: 4, Depth: 3, Levels: 63},
	"two words": {Features: 2, Trees: 4, Depth: 3, Levels: 65},
	"wide":      {Features: 2, Trees: 4, Depth: 2, Levels: 3000},
	"one level": {Features: 2, Trees: 2, Depth: 2, Levels: 1}, // sets without members too
	"only sets": {Features: 1, Trees: 5, Depth: 3, Levels: 4, Whole: true},
	"classes":   {Features: 4, Trees: 9, Depth: 2, Levels: 6, Classes: 3},
	"forest":    {Features: 3, Trees: 4, Depth: 3, Levels: 6, Vector: true},
}

// Shapes are the named cases that properties should hold for: run every
// property on every one of them.
var Shapes = map[string]Shape{
	"plain":      {Features: 3, Trees: 4, Depth: 3},
	"float32":    {Features: 3, Trees: 4, Depth: 3, Single: true},
	"stumps":     {Features: 4, Trees: 8, Depth: 1},
	"one tree":   {Features: 3, Trees: 1, Depth: 4},
	"leaf trees": {Features: 2, Trees: 5, Depth: 0},
	"duplicates": {Features: 3, Trees: 6, Depth: 3, Cuts: 3},
	"ties":       {Features: 2, Trees: 4, Depth: 2, Cuts: 4, Whole: true},
	"one axis":   {Features: 1, Trees: 6, Depth: 4},
	"classes":    {Features: 3, Trees: 9, Depth: 2, Classes: 3},
	"tied votes": {Features: 2, Trees: 4, Depth: 2, Classes: 4, Vector: true, Whole: true, Cuts: 3},
	"forest":     {Features: 3, Trees: 4, Depth: 3, Classes: 2, Vector: true},
}

// Rounded are cases in which the class often depends only on the rounding of a model's sums.
var Rounded = map[string]Shape{
	"tenths":                {Features: 3, Trees: 7, Depth: 2, Values: tidy(10)},
	"stumps of tenths":      {Features: 2, Trees: 12, Depth: 1, Values: tidy(10)},
	"twentieths in float32": {Features: 3, Trees: 8, Depth: 2, Single: true, Values: tidy(20)},
	"votes of sevenths":     {Features: 3, Trees: 6, Depth: 2, Vector: true, Values: tidy(7)[7:]},
	"sevenths in float32":   {Features: 3, Trees: 5, Depth: 2, Vector: true, Single: true, Values: tidy(7)[7:]},
	"one vote of sevenths":  {Features: 3, Trees: 6, Depth: 2, Average: true, Values: tidy(7)},
	"three of sixths":       {Features: 2, Trees: 5, Depth: 2, Classes: 3, Vector: true, Values: tidy(6)[6:]},
	"three classes":         {Features: 2, Trees: 12, Depth: 1, Classes: 3, Values: tidy(5)},
	"probabilities":         {Features: 2, Trees: 9, Depth: 2, Classes: 3, ByProbability: true, Values: tidy(5)},
	"float32 probabilities": {Features: 2, Trees: 9, Depth: 2, Classes: 3, ByProbability: true, Single: true, Values: tidy(5)},
	"like probabilities": {
		Features: 2, Trees: 8, Depth: 1, Classes: 4, ByProbability: true,
		Values: []float64{0, 0.1, 0.1 + 1e-16, 0.1 - 3e-17, 1e-16, -1e-16, 4e-7, -3e-7},
	},
	"like votes": {
		Features: 2, Trees: 5, Depth: 2, Vector: true, ByProbability: true,
		Values: []float64{0.2, 0.2 + 3e-17, 0.2 - 3e-17, 0.3, 0.1, 1e-7},
	},
	"large beside small":    {Features: 3, Trees: 8, Depth: 2, Values: []float64{1e30, -1e30, 1, -1, 0.1, -0.3, 1e14}},
	"large in float32":      {Features: 3, Trees: 8, Depth: 2, Single: true, Values: []float64{1e30, -1e30, 1, -1, 1e7, -1e7, 0.1}},
	"largest beside tiny":   {Features: 2, Trees: 6, Depth: 2, Values: []float64{1e305, -1e305, 1, -1, 5e-324, -5e-324}},
	"denormal":              {Features: 2, Trees: 7, Depth: 2, Values: []float64{5e-324, -5e-324, 1.5e-323, -1e-323}},
	"votes large and small": {Features: 2, Trees: 5, Depth: 2, Classes: 3, Vector: true, Values: []float64{1e30, 1e30, 2e30, 1, 0, 0.1}},
}
