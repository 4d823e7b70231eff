package experiment

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/trainer"
)

// Loop is what hardens a model while it is trained. The zero value is natural
// training.
type Loop struct {
	Norm        attack.Norm
	Eps         float64 // radius to harden against
	Constraints *attack.Constraints

	Split float64 // share of Eps that splits are made robust against, 0 for natural splits

	// Gradient says where the gradients of boosting are taken: Natural, or at
	// the worst case as the words of [advboost.WorstCases] have it. "" is
	// Natural.
	Gradient string
	Clean    float64 // share of natural margins in those of the worst case, or of votes in a forest

	// Refit is the number of steps on the leaf values of each new tree in the
	// same worst case, 0 for none. Any other number lets the leaves of a
	// forest be labelled by rows under attack, see [advboost.NewRelabel].
	Refit int

	// Attack is called between the rounds, and the examples it finds are
	// trained on; nil for none.
	Attack attack.Attack
	Use    advboost.Use
	Cold   bool    // start each attack afresh, not from the row's last example
	Rows   int     // most rows to attack each time, 0 for all
	Budget int     // most examples among the training rows, 0 for as many as rows
	Weight float64 // of an example relative to its row, 0 for 1
	Power  float64 // of its distance, in that weight
	Far    bool    // train on examples beyond Eps too

	Schedule advboost.Schedule // of Attack, and of searches for the worst case

	Progress func(advboost.Progress) // may be nil
}

// Natural is the Loop.Gradient of natural training.
const Natural = "natural"

// Gradients are the words of Loop.Gradient.
var Gradients = append([]string{Natural}, advboost.WorstCases...)

// Words of attacks in the loop besides the names of package method.
const (
	NoAttack = "none"
	Ball     = "ball" // advboost.InBall
)

// LoopAttacks are the words of [LoopAttack].
func LoopAttacks() []string { return append([]string{NoAttack, Ball}, method.Names(method.Find)...) }

// LoopAttack returns the attack in the loop with a name, nil for NoAttack, to
// harden against eps.
func LoopAttack(name string, eps float64, s method.Settings) (attack.Attack, error) {
	switch {
	case name == NoAttack:
		return nil, nil
	case name == Ball:
		return advboost.InBall{Eps: eps}, nil
	case !slices.Contains(method.Names(method.Find), name):
		return nil, nearest.Unknown("loop", name, LoopAttacks())
	}
	return method.New(name, s)
}

// Check reports the first setting that is out of its range or that a booster
// cannot do.
func (l *Loop) Check(booster string) error {
	switch {
	case !(l.Split >= 0):
		return fmt.Errorf("split is %v, must be at least 0", l.Split)
	case l.Gradient != "" && !slices.Contains(Gradients, l.Gradient):
		return nearest.Unknown("gradient", l.Gradient, Gradients)
	case l.worst() && booster != trainer.GBDT:
		return fmt.Errorf("gradient is %s: a %s has no gradients, it takes %s only", l.Gradient, booster, Natural)
	case !(l.Clean >= 0 && l.Clean <= 1):
		return fmt.Errorf("clean is %v, must be from 0 to 1", l.Clean)
	case l.Refit < 0:
		return fmt.Errorf("refit is %d, must be at least 0", l.Refit)
	case l.Attack != nil:
		return attack.CheckNorm(l.Attack, l.Norm)
	}
	return nil
}

// record adds to the settings of a training run how it was hardened, in the
// words of the command line and of ablations.
func (l *Loop) record(settings map[string]string) {
	for name, v := range map[string]any{"norm": l.Norm, "harden-eps": l.Eps, "split": l.Split, "gradient": cmp.Or(l.Gradient, Natural), "clean": l.Clean, "refit": l.Refit, "loop": NoAttack} {
		settings[name] = fmt.Sprint(v)
	}
	if l.Attack == nil {
		return
	}
	for name, v := range map[string]any{
		"loop": l.Attack.Name(), "examples": advboost.Uses[l.Use], "every": max(l.Schedule.Every, 1), "growth": max(l.Schedule.Growth, 1),
		"attack-rows": l.Rows, "budget": l.Budget, "weight": cmp.Or(l.Weight, 1), "power": l.Power, "warm": !l.Cold, "far": l.Far,
	} {
		settings[name] = fmt.Sprint(v)
	}
}

// worst reports whether gradients are taken in the worst case.
func (l *Loop) worst() bool { return l.Gradient != "" && l.Gradient != Natural }

// against returns the loop for another radius.
func (l Loop) against(eps float64) Loop {
	l.Eps = eps
	if _, ok := l.Attack.(advboost.InBall); ok {
		l.Attack = advboost.InBall{Eps: eps}
	}
	return l
}

// apply returns the hooks of the loop and sets the parameters that go with
// them.
func (l *Loop) apply(booster string, p *trainer.Params, t *data.Table) ([]trainer.Hook, error) {
	if err := l.Check(booster); err != nil {
		return nil, err
	}
	var hooks []trainer.Hook
	if l.Split > 0 {
		ball := l.ball()
		ball.Robust(p, t.Cols, l.Split)
	}
	var h trainer.Hook
	var err error
	switch {
	case l.worst():
		h, err = l.gradients(p, t)
	case booster == trainer.Forest && l.Refit > 0:
		h, err = advboost.NewRelabel(advboost.RelabelOptions{Ball: l.ball(), Moved: 1 - l.Clean, ClassWeight: p.ClassWeights(t), Threads: p.Threads})
	}
	if err != nil {
		return nil, err
	}
	if h != nil {
		hooks = append(hooks, h)
	}
	if l.Attack != nil {
		if h, err = l.examples(p, t); err != nil {
			return nil, err
		}
		hooks = append(hooks, h)
	}
	return hooks, nil
}

func (l *Loop) ball() advboost.Ball {
	return advboost.Ball{Norm: l.Norm, Eps: l.Eps, Constraints: l.Constraints}
}

// gradients returns the hook of the worst case.
func (l *Loop) gradients(p *trainer.Params, t *data.Table) (trainer.Hook, error) {
	worst, err := advboost.ParseWorstCase(l.Gradient)
	if err != nil {
		return nil, err
	}
	ball, steps := l.ball(), l.Refit
	if l.Norm != attack.LInf {
		switch worst {
		case advboost.TreeBound:
			ball = ball.Box(l.Split)
		case advboost.MessageBound:
			steps = 0 // the new tree would spend eps that the others have spent
		}
	}
	return advboost.NewBound(advboost.BoundOptions{
		Ball: ball, Worst: worst, Schedule: l.Schedule, Clean: l.Clean, Threads: p.Threads,
		Refit: advboost.Refit{Steps: steps, Lambda: p.Lambda, LearningRate: p.LearningRate, ClassWeight: p.ClassWeights(t)},
	})
}

// examples returns the hook of the attack.
func (l *Loop) examples(p *trainer.Params, t *data.Table) (trainer.Hook, error) {
	o := advboost.Options{
		Attack: l.Attack, Norm: l.Norm, Constraints: l.Constraints, Eps: l.Eps, Use: l.Use, Cold: l.Cold, Schedule: l.Schedule,
		Budget: l.Budget, Weight: l.Weight, Power: l.Power, Seed: p.Seed, Threads: p.Threads, Progress: l.Progress,
	}
	if l.Rows > 0 {
		o.Share = min(1, float64(l.Rows)/float64(t.Rows))
	}
	if l.Far {
		o.Eps = 0
	}
	return advboost.New(o)
}
