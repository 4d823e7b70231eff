package advboost

import (
	"cmp"
	"fmt"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/option"
	"github.com/hardwood-ml/hardwood/internal/renamed"
	"github.com/hardwood-ml/hardwood/trainer"
)

// Strategy is how a model is hardened while it is trained. [Default] is where
// to start; the zero value is natural training. [StrategyOptions] says of the
// fields from Split on which range and which name in flags and specs they have.
type Strategy struct {
	Booster string // what to train: trainer.GBDT, or "", or trainer.Forest

	// What the adversary can do.

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
	// are trained on: NoAttack, or "", InBallAttack, or a method of package
	// method, with the settings of Search. Attack is one of your own instead.
	Loop   string
	Search method.Settings
	Attack attack.Attack

	Use      Use      // of the examples
	Schedule Schedule // of the attack, and of searches for the worst case
	Rows     int      // most rows to attack each time, 0 for all
	Budget   int      // most examples in training, 0 for as many as rows
	Weight   float64  // of an example relative to its row, 0 for 1
	Power    float64  // of an example's distance in its weight
	Cold     bool     // attack each row afresh, not from its last example
	Far      bool     // train on examples beyond Eps too

	Progress func(Progress) // called after each attack; may be nil

	// Elsewhere returns what does the attack of Loop in place of this process. It is
	// called with the whole strategy, anew for each training run, and may be nil.
	Elsewhere func(*Strategy) Attacker
}

// NaturalGradient is the Gradient of natural training.
const NaturalGradient = "natural"

// The words of Strategy.Loop besides the names of package method.
const (
	NoAttack     = "none"
	InBallAttack = "ball" // InBall
)

// Loops are the words of Strategy.Loop.
var Loops = append([]string{NoAttack, InBallAttack}, method.Names(method.Find)...)

// Option describes one field of a strategy: Name in flags and specs, Usage in the help,
// Range, and Field, which returns a pointer to it. Where it says For, it means something
// only beside some values of other fields, see [Strategy.Uses]. Its methods Set and Text
// read it from text and write it, and Check reports a value that is out of its range.
type Option = option.Of[Strategy]

// What an option of a strategy may be for.
const (
	forWorstCase = "worst case"         // gradients in the worst case, or votes of a forest
	forAttack    = "attack"             // the attack in the loop
	forSearch    = "attack, worst case" // that, or a search for the worst case
)

// StrategyOptions is the table of all options, in the order of the help. To add
// one, add a field to Strategy, a line here, and the code that honours it.
var StrategyOptions = []Option{
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
		Name: "refit-examples", For: forAttack,
		Usage: "refit leaf values on the adversarial examples in training too, not on the training rows alone",
		Field: func(s *Strategy) any { return &s.RefitExamples },
	},
	{
		Name: "clean", For: forWorstCase, Range: option.Share,
		Usage: "mixing weight of the natural margins (in a forest: votes) in the worst-case ones, from 0, most " +
			"robust, to 1, most accurate",
		Field: func(s *Strategy) any { return &s.Clean },
	},
	{
		Name: "relabel", Range: option.Count,
		Usage: "sweeps over all trees, when training is over, that give their leaves the values that are best in the worst " +
			"case, such as 3: much for trees with natural splits, something for forests",
		Field: func(s *Strategy) any { return &s.Relabel },
	},
	{
		Name: "loop", Range: option.Words(Loops...),
		Usage: "adversarial training: the attack on the training rows between rounds. " + InBallAttack +
			" looks for the worst row within the radius, the others for the nearest adversarial example",
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
		Usage: "factor by which that gap grows each time",
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
		Field: func(s *Strategy) any { return &s.Power },
	},
	{
		Name: "warm-start", For: forAttack,
		Usage: "start the attack on a row from its last adversarial example, and skip rows whose last one still works",
		Field: func(s *Strategy) any { return (*option.Not)(&s.Cold) },
	},
	{
		Name: "any-distance", For: forAttack,
		Usage: "train on adversarial examples beyond the radius too",
		Field: func(s *Strategy) any { return &s.Far },
	},
}

// Default returns what to start with for a booster and a norm. Boosting has robust
// splits, worst-case gradients and refits, a forest robust splits and the votes of rows
// under attack. In norms other than inf, where features share a radius, examples of
// [InBall] are trained on too, of 100 rows every so many rounds; in norm 0 splits are
// natural. Where training rows have columns of categories, a forest has no votes; where
// [HasLevels] says so, boosting in norms other than inf takes [ColumnBound] in place of
// examples. rows may be nil where they are not known yet. Eps is for the caller to set.
//
// They were chosen on one half of the data sets of eval/bench/harden/halves.go;
// its README says what they gain on the other.
func Default(booster string, norm attack.Norm, rows *data.Table) Strategy {
	s := Strategy{Booster: booster, Norm: norm, Gradient: TreeBound, Refit: 5, Rows: 100}
	// A split expects every feature to move by as much at once.
	s.Split = map[attack.Norm]float64{attack.LInf: 1, attack.L2: 0.5, attack.L1: 0.3, attack.Cost: 0.3}[norm]
	if booster == trainer.Forest {
		s.Gradient, s.Refit, s.Clean = NaturalGradient, 1, 0.7
		if rows != nil && column.Count(rows.Columns, column.Categorical) > 0 { // votes need a proof for all rows at once
			s.Refit, s.Clean = 0, 0
		}
	}
	switch {
	case norm == attack.LInf:
	case booster != trainer.Forest && HasLevels(rows): // of which the radius pays for few
		s.Gradient, s.Clean = ColumnBound, 0.7
	default: // splits and bounds know only roughly what can move
		s.Loop, s.RefitExamples, s.Schedule.Growth = InBallAttack, true, 1.1
	}
	return s.complete()
}

// HasLevels reports whether some column of rows, which may be nil, holds categories, or
// true and false, or most hold nothing but 0 and 1: to change one counts as much however
// small the radius is.
func HasLevels(rows *data.Table) bool {
	return rows != nil && (column.Count(rows.Columns, column.Categorical)+column.Count(rows.Columns, column.Boolean) > 0 || MostlyLevels(rows))
}

// Usage describes an option with its defaults.
func Usage(o *Option) string {
	return o.About() + " (default " + defaultsOf(o) + ")"
}

// defaultsOf says what the default of an option is, and where another booster
// or norm has another one.
func defaultsOf(o *Option) string {
	of := func(booster string, norm attack.Norm) string {
		s := Default(booster, norm, nil)
		return o.Text(&s)
	}
	usual := of(trainer.GBDT, attack.LInf)
	if forest := of(trainer.Forest, attack.LInf); forest != usual {
		return fmt.Sprintf("%s; %s for a forest", usual, forest)
	}
	text, last := usual, usual
	for _, norm := range attack.Norms {
		switch other := of(trainer.GBDT, norm); other {
		case usual:
		case last:
			text += fmt.Sprintf(" and %v", norm)
		default:
			text += fmt.Sprintf("; %s for norm %v", other, norm)
			last = other
		}
	}
	return text
}

// complete fills in what an empty field stands for.
func (s Strategy) complete() Strategy {
	s.Booster, s.Gradient = cmp.Or(s.Booster, trainer.GBDT), cmp.Or(s.Gradient, NaturalGradient)
	s.Loop, s.Weight = cmp.Or(s.Loop, NoAttack), cmp.Or(s.Weight, 1)
	s.Schedule = Schedule{cmp.Or(s.Schedule.Every, 1), cmp.Or(s.Schedule.Growth, 1)}
	return s
}

// Uses reports whether an option means anything beside the others.
func (s *Strategy) Uses(o *Option) bool {
	c := s.complete()
	searches := c.Gradient == MessageBound || c.Gradient == AttackPoint
	switch o.For {
	case forWorstCase:
		return c.worst() || c.Booster == trainer.Forest
	case forAttack:
		return c.Attacks()
	case forSearch:
		return c.Attacks() || searches
	}
	return true
}

// worst reports whether gradients are taken in the worst case.
func (s *Strategy) worst() bool { return s.Gradient != "" && s.Gradient != NaturalGradient }

// Attacks reports whether training rows are attacked: there is an attack in the loop.
func (s *Strategy) Attacks() bool { return s.Attack != nil || s.Loop != "" && s.Loop != NoAttack }

// record adds to the settings of a training run how it was hardened. Options
// that were renamed keep their old names there, so that models and metrics of
// this version and the one before are the same.
func (s *Strategy) record(settings map[string]string, a attack.Attack) {
	c := s.complete()
	settings["norm"], settings["harden-eps"] = c.Norm.String(), fmt.Sprint(c.Eps)
	for i := range StrategyOptions {
		o := &StrategyOptions[i]
		if o.Name == "refit-examples" && !c.RefitExamples || o.Name == "relabel" && c.Relabel == 0 {
			continue // which models of the versions before do not know
		}
		if c.Attacks() || o.For != forAttack && o.For != forSearch {
			settings[cmp.Or(renamed.From(o.Name), o.Name)] = o.Text(&c)
		}
	}
	if a != nil {
		settings["loop"] = a.Name()
	}
}
