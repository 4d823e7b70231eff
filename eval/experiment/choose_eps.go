package experiment

import (
	"context"
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// chooseEps sets the eps to harden against, and completes those to report.
func (h *hardening) chooseEps(ctx context.Context) (err error) {
	o, eps := &h.Evaluate, h.Strategy.Eps
	if len(o.Eps) == 0 {
		o.EpsChosen = eps == 0
		h.Progress.Start("look for a useful eps on training rows")
		probe := *o
		probe.Progress = func(n, of int) { h.Progress.At(n, of, "") }
		if o.Eps, err = Probe(ctx, h.result.Natural.Ensemble, h.rows.Train, probeRows, probe); err != nil {
			return err
		}
		switch {
		case o.Eps == nil:
			if err := h.nothingMoves(ctx); err != nil {
				return err
			}
		case eps == 0 && h.Refine == nil:
			if err := h.suggest(ctx); err != nil {
				return err
			}
		default:
			h.suggested = "Those here break about a quarter, a half and nine tenths of the training rows that the " + h.result.Natural.Name + " model gets right and some change flips."
		}
		eps = h.Strategy.Eps
		h.Progress.Done(fmt.Sprintf("eps %v", o.Eps))
	}
	switch {
	case eps == 0:
		h.Strategy.Eps = middle(o.Eps)
	case !slices.Contains(o.Eps, eps):
		o.Eps = append(slices.Clone(o.Eps), eps)
		slices.Sort(o.Eps)
	}
	o.Focus = h.Strategy.Eps
	return nil
}

// nothingMoves picks some radii although all are equivalent, so that the models are still compared.
func (h *hardening) nothingMoves(ctx context.Context) error {
	eps, natural := anyRadius, &h.result.Natural
	if wholeLevels(h.rows.Train, h.Strategy) {
		moves, err := moving(ctx, natural.Ensemble, h.rows.Train, h.Strategy, []float64{anyRadius, 1})
		if err != nil {
			return err
		}
		eps = moves[0]
	}
	h.Evaluate.Eps = Around(eps)
	if eps == 1 { // below 1 nothing changes
		h.Evaluate.Eps = h.Evaluate.Eps[1:]
	}
	if h.Strategy.Eps == 0 {
		h.Strategy.Eps = eps
	}
	h.suggested = "No change of a training row, however large, changes what the " + natural.Name + " model says of it: all radii are alike."
	note := fmt.Sprintf("no change of a training row changes what the %s model says of it: all eps are alike, %g is taken",
		natural.Name, eps)
	if goesByMissing(natural.Ensemble, h.rows.Train) && !h.Strategy.Constraints.Blanks() {
		const blanks = " may go by which values are missing, and no attacker removes one unless a threat file says so (may-blank)"
		h.suggested += " It" + blanks + "."
		note += "; it" + blanks
	}
	h.Progress.Note(note)
	return nil
}

// goesByMissing reports whether a model splits on a column that has missing and other values.
func goesByMissing(e *ensemble.Ensemble, rows *data.Table) bool {
	ranges := rows.Ranges()
	return slices.ContainsFunc(e.Used(), func(f int) bool { return 0 < ranges[f].Missing && ranges[f].Missing < rows.Rows })
}

// anyRadius is a tenth of the range of each feature. If it allows no change of any column, 1 is used
// instead, which does.
const anyRadius = 0.1

// fewToSuggest is the number of training rows, or groups of them, below which the suggestion is told to depend on the
// seed: on five sets of 150 to 600 rows the largest of five was 1.7 to 3.5 times the smallest.
const fewToSuggest = 1000

// suggestion says why a radius was chosen.
func suggestion(eps float64) string {
	return fmt.Sprintf("The eps to harden against is %g: of those tried, the largest at which small hardened models, on training rows held out, keep half of the natural one's lead over the constant and, if some eps allows it, also have more robust rows than the natural one and lose at most a quarter of that lead without an attacker.", eps)
}

// around says which other radii are reported.
func (h *hardening) around() string {
	says := " The report is about half and twice the eps to harden against too, but for eps at which no column can change, or all can take any value"
	if h.Strategy.Eps < 1 && wholeLevels(h.rows.Train, h.Strategy) {
		if slices.Contains(h.Evaluate.Eps, 1) {
			return says + "; and about 1, below which no level changes."
		}
		return says + "; below 1 no level changes."
	}
	return says + "."
}

// suggest chooses the radii to report, and so the one to harden against.
func (h *hardening) suggest(ctx context.Context) error {
	o := &h.Evaluate
	r, err := h.radius(ctx)
	if err != nil {
		return err
	}
	o.NotWorthIt = r.NotWorthIt
	if r.Tried != nil {
		h.least = r.Tried[0]
	}
	switch {
	case r.NotWorthIt:
		h.suggested = fmt.Sprintf("At none of the eps tried do small hardened models, on training rows held out, clearly beat %s. The one to harden against, %g, is the smallest of them.", o.Aim.ToBeat("the constant"), r.Eps)
		h.Progress.Note(fmt.Sprintf("on training rows held out, no small model hardened against one of eps %v clearly beats %s: the smallest is taken", r.Tried, o.Aim.ToBeat("always saying the same")))
	case r.Tried == nil:
		h.suggested = fmt.Sprintf("Training rows, or groups of them, are too few to tell which eps is worth hardening against: at %g about half of them break.", r.Eps)
	default:
		h.suggested = suggestion(r.Eps)
		if n := h.rows.Train.Units(); n < fewToSuggest {
			of := phrase.Count(n, "row")
			if h.rows.Train.Groups != nil {
				of = phrase.Count(n, "group") + " of rows"
			}
			h.suggested += fmt.Sprintf(" This rests on %s: another seed may choose an eps two or three times as large or as small.", of)
		}
	}
	if h.Tuning == nil && h.Curve == nil { // both are about a single radius
		h.smaller = r.Smaller
	}
	err = h.against(ctx, r.Eps)
	h.suggested += h.around()
	return err
}

// radius returns the radius worth hardening against with the defaults taken or, if there is none,
// with the other defaults, which compareNorms tries later. If some columns cannot change it returns
// the larger of both: a model may do without the columns that can.
func (h *hardening) radius(ctx context.Context) (Radius, error) {
	of := func(s setting) (Radius, error) {
		o := Options{Params: s.params, Strategy: s.strategy, Evaluate: h.Evaluate}
		return h.rows.Radius(ctx, h.result.Natural.Ensemble, &o, func(done, of int) { h.Progress.At(done, of, "") })
	}
	best, err := of(h.setting())
	_, still := h.moving()
	if err != nil || h.other == nil || h.rows.Selected != nil || best.Tried == nil || still == 0 && !best.NotWorthIt {
		return best, err
	}
	if s := &h.other.strategy; s.Split > 0 {
		if s.Eps = best.Eps; !s.CanSplit(h.rows.Train) {
			return best, nil
		}
	}
	other, err := of(*h.other)
	if !other.NotWorthIt && (best.NotWorthIt || still > 0 && other.Eps > best.Eps) {
		best = other
	}
	return best, err
}

// against sets the radius to harden against, and those to report around it.
func (h *hardening) against(ctx context.Context, eps float64) (err error) {
	h.Strategy.Eps = eps
	h.Evaluate.EpsLeast = eps == h.least
	report := Around(eps)
	if wholeLevels(h.rows.Train, h.Strategy) {
		report = wholeFromOne(report)
	}
	farthest := coversMoving(h.rows.Train, h.Strategy, eps)
	report = slices.DeleteFunc(report, func(e float64) bool { return e > eps && (farthest || h.coversRange(e)) })
	h.Evaluate.Focus = eps
	h.Evaluate.Eps, err = moving(ctx, h.result.Natural.Ensemble, h.rows.Train, h.Strategy, report)
	return err
}

// coversRange reports whether a radius reaches across the range of every feature, so that only a
// constant is robust against it.
func (h *hardening) coversRange(eps float64) bool {
	s := h.Strategy
	s.Eps = eps
	ball := s.Ball(h.rows.Train.Cols)
	return ball.CoversRange(h.rows.Train)
}

// middle returns the radius to harden against if only those to report are given.
func middle(eps []float64) float64 { return eps[len(eps)/2] }

// probeRows is the number of training rows that eps are suggested from.
const probeRows = 200

// probeNodes is how much search a row is worth there, a tenth of what a row to report on is: radii are
// rounded, and proofs add little to them. The rows of deep forests of which few columns can change
// take half of the time that hardening takes otherwise.
const probeNodes = exact.DefaultNodes / 10

// Probe attacks a stratified sample of at most rows rows of a table and returns the radii that
// [eval.SuggestEps] proposes: with training rows, an eps chosen without looking at test rows.
func Probe(ctx context.Context, e *ensemble.Ensemble, table *data.Table, rows int, o eval.Options) ([]float64, error) {
	if err := table.Validate(); err != nil {
		return nil, err
	}
	if table.Y == nil {
		return nil, fmt.Errorf("%s: has no class labels, which an attack is on", table.Name())
	}
	problem, err := attack.NewProblem(e, o.Norm)
	if err != nil {
		return nil, err
	}
	if err := trainer.Fits(e, table); err != nil {
		return nil, err
	}
	problem.Constraints, problem.Seed = o.Constraints, o.Seed
	some := table.Sample(rows, o.Seed)
	run := attack.RunOptions{Threads: o.Threads}
	if auto, ok := o.Attack.(exact.Auto); ok && auto.Nodes == 0 {
		auto.Nodes = probeNodes
		o.Attack = auto
	}
	if o.Progress != nil {
		run.Done = func(n int) { o.Progress(n, some.Rows) }
	}
	results, err := attack.Run(ctx, problem, o.Attack, eval.Victims(some, 0, some.Rows), run)
	if err != nil {
		return nil, err
	}
	var outcomes eval.Outcomes
	for i := range results {
		outcomes.Add(eval.NewOutcome(&results[i]))
	}
	return eval.SuggestEps(&outcomes), nil
}
