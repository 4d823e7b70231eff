package advboost

import (
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/internal/option"
)

// Strategy is how a model is hardened while it is trained. [Default] is where
// to start; the zero value is natural training. [StrategyOptions] has the ranges
// of the fields from Split on, and their names in flags and specs.
type Strategy struct {
	Booster string // what to train: trainer.GBDT, or "", or trainer.Forest

	// What the attacker can do.

	Norm        attack.Norm
	Eps         float64             // radius to harden against, at least 0, in the units of the rows
	Constraints *attack.Constraints // nil for none

	// What is done about it.

	Split    float64 // share of Eps that splits are robust against, see [Ball.Robust]
	Gradient string  // where gradients are taken: NaturalGradient, or "", or one of WorstCases
	Refit    int     // steps on the leaf values of each new tree, see [Refit]; in a forest see [NewRelabel]
	Clean    float64 // weight of the natural margins, or votes, see [BoundOptions] and [RelabelOptions]

	RefitExamples bool // refit leaf values on the examples of Loop too
	Relabel       int  // sweeps over the leaf values of all trees when training is over, see [Refine]

	// Loop names the attack on the training rows between rounds, whose examples
	// are trained on: NoAttack, or "", InBallAttack, WorstAttack, or a method of package
	// method, with the settings of Search. Attack is one of your own instead.
	Loop   string
	Search method.Settings
	Attack attack.Attack

	Use            Use      // of the examples
	Schedule       Schedule // of the attack, and of searches for the worst case
	Rows           int      // most rows to attack each time, 0 for all
	Budget         int      // most examples in training, 0 for as many as rows
	Weight         float64  // of an example relative to its row, 0 for 1
	DistanceWeight float64  // power of an example's distance in its weight
	NoWarmStart    bool     // attack each row afresh, not from its last example
	AnyDistance    bool     // train on examples beyond Eps too

	Progress func(Progress) // called after each attack; may be nil

	// Elsewhere returns what runs the attack of Loop in place of this process. It is
	// called with the whole strategy, once for each training run, and may be nil.
	Elsewhere func(*Strategy) Runner
}

// NaturalGradient is the Gradient of natural training.
const NaturalGradient = "natural"

// The words of Strategy.Loop besides the names of package method.
const (
	NoAttack     = "none"
	InBallAttack = "ball"  // InBall
	WorstAttack  = "worst" // InBall with All
)

// Loops are the words of Strategy.Loop.
var Loops = append([]string{NoAttack, InBallAttack, WorstAttack}, method.Names(method.Find)...)

// Option describes one field of a strategy: Name in flags and specs, Usage in the help,
// Range, Field, which returns a pointer to it, and Unsaid, a value that models do not
// record. If For is set, the option has an effect only beside some values of other fields,
// see [Strategy.Uses]. Its methods Set and Text read it from text and write it, and Check
// reports a value that is out of its range.
type Option = option.Of[Strategy]

// What an option of a strategy may be for.
const (
	forWorstCase = "worst case"         // gradients in the worst case, or votes of a forest
	forMargins   = "margins"            // those, or leaf values that are refined after training
	forAttack    = "attack"             // the attack in the loop
	forSearch    = "attack, worst case" // that, or a search for the worst case
)

// StrategyOptions is the table of all options, in the order of the help. To add one, add
// a field to Strategy, a line here, and the code that honours it; with an Unsaid, models
// that are hardened without it keep their bytes.
var StrategyOptions = []Option{
	// Robust splits, and leaf values in the worst case.
	{
		Name: "split", Range: option.Share,
		Usage: "robust split fraction: the share of the radius that splits are robust against, 0 for natural splits",
		Field: func(s *Strategy) any { return &s.Split },
	},
	{
		Name: "gradient", Range: option.Words(append([]string{NaturalGradient}, WorstCases...)...),
		Usage: "where boosting takes its gradients: at the rows as they are (natural), or in the worst case that each " +
			"tree alone can make (tree-bound), that all trees agree on (message-bound), that a search finds (attack), or with the columns of a row " +
			"that pay most (column-bound)",
		Field: func(s *Strategy) any { return &s.Gradient },
	},
	{
		Name: "refit", For: forWorstCase, Range: option.Count,
		Usage: "steps that improve the leaf values of each new tree in the worst case, such as 5; rounds that do " +
			"not improve are dropped. In a forest any number above 0 lets rows under attack vote on the leaves",
		Field: func(s *Strategy) any { return &s.Refit },
	},
	{
		Name: "refit-examples", For: forAttack, Unsaid: "false",
		Usage: "refit leaf values on the adversarial examples in training too, not on the training rows alone",
		Field: func(s *Strategy) any { return &s.RefitExamples },
	},
	{
		Name: "clean", For: forMargins, Range: option.Share,
		Usage: "mixing weight of the natural margins (in a forest: votes) in the worst-case ones, from 0, most " +
			"robust, to 1, most accurate",
		Field: func(s *Strategy) any { return &s.Clean },
	},
	{
		Name: "relabel", Range: option.Count, Unsaid: "0",
		Usage: "sweeps over all trees, when training is over, that give their leaves the values that are best in the worst " +
			"case, such as 3: a large gain for trees with natural splits, a small one for forests; in norms other than inf, " +
			"also at the worst rows that searches find between further sweeps",
		Field: func(s *Strategy) any { return &s.Relabel },
	},

	// The attack in the loop, and what its examples are for.
	{
		Name: "loop", Range: option.Words(Loops...),
		Usage: "adversarial training: the attack on the training rows between rounds. " + InBallAttack +
			" looks for the worst row within the radius, and takes it if it is an adversarial example; " + WorstAttack +
			" takes it even if the model gets it right, or its row wrong; the others look for the nearest adversarial example",
		Field: func(s *Strategy) any { return &s.Loop },
	},
	{
		Name: "examples", For: forAttack, Range: option.Words(Uses...),
		Usage: "whether adversarial examples are added to the training rows (append), take the place of their rows " +
			"(replace), or raise the weight of their rows (reweigh)",
		Field: func(s *Strategy) any { return &s.Use },
	},
	{
		Name: "every", For: forSearch, Range: option.SomeCount,
		Usage: "rounds from one attack, or search for the worst case, to the next",
		Field: func(s *Strategy) any { return &s.Schedule.Every },
	},
	{
		Name: "growth", For: forSearch, Range: option.Range{Min: 1, Max: option.Positive.Max},
		Usage: "factor by which that number of rounds grows each time",
		Field: func(s *Strategy) any { return &s.Schedule.Growth },
	},
	{
		Name: "attack-rows", For: forAttack, Range: option.Count,
		Usage: "most training rows to attack each time, drawn from those that are not proved to be safe; 0 for all",
		Field: func(s *Strategy) any { return &s.Rows },
	},
	{
		Name: "budget", For: forAttack, Range: option.Count,
		Usage: "most adversarial examples to train on at once, the newest ones; 0 for as many as there are rows",
		Field: func(s *Strategy) any { return &s.Budget },
	},
	{
		Name: "weight", For: forAttack, Range: option.Positive,
		Usage: "weight of an adversarial example relative to its row",
		Field: func(s *Strategy) any { return &s.Weight },
	},
	{
		Name: "distance-weight", For: forAttack, Range: option.NotNegative,
		Usage: "exponent of an example's distance in its weight: larger favours far examples, which lengthens the " +
			"mean distance at the cost of rare classes",
		Field: func(s *Strategy) any { return &s.DistanceWeight },
	},
	{
		Name: "warm-start", For: forAttack,
		Usage: "start the attack on a row from its last adversarial example, and skip rows whose last one still works",
		Field: func(s *Strategy) any { return (*option.Not)(&s.NoWarmStart) },
	},
	{
		Name: "any-distance", For: forAttack,
		Usage: "train on adversarial examples beyond the radius too",
		Field: func(s *Strategy) any { return &s.AnyDistance },
	},
}
