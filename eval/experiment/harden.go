package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// Result is what [Harden] made: two models and how they compare.
type Result struct {
	Natural, Hardened eval.Model
	Report            *report.Input // on the test rows, or on some, see [eval.Report.Interrupted]
	Answer            string        // in one sentence

	Files      []string // files of models, even if Harden ends with an error
	Unfinished bool     // the trees of Hardened are only those that were grown before an interruption
}

// Harden does the main job in phases: it trains a natural model; chooses the radius to harden
// against if none is given; tests on training rows whether the defaults of norm inf certify more
// rows in another norm, and whether the attack in the loop pays; tunes and computes the trade-off if
// asked to; trains the hardened model; cross-validates if asked to; and evaluates both models on the
// test rows. Options of Strategy and Params that are at their defaults may be replaced, by those of
// norm inf and, if the radius allows no change of a level, by those for tables of numbers.
// Options.Given names those that stay. Models and report are written as soon as each is finished:
// natural.json, hardened.json, and what [report.Evaluate] writes. On cancellation Harden returns the
// context's error and what is finished: of the hardened model also the trees so far, and a report if
// [eval.Options.Rest] asks for one.
func Harden(ctx context.Context, rows *Data, o Options) (*Result, error) {
	h, err := newHardening(rows, o)
	if err != nil {
		return &Result{}, err
	}
	return h.result, h.phases(ctx)
}

func (h *hardening) phases(ctx context.Context) error {
	if h.Dir == "" {
		return errors.New("Options.Dir is empty: the models and the report need a directory")
	}
	if err := report.MakeDir(h.Dir); err != nil {
		return err
	}
	if h.Provenance.Unit.Text == "" {
		h.Provenance.Unit = eval.UnitIn(h.Strategy.Norm, h.rows.Reader())
	}
	if h.Refine != nil {
		if err := h.narrow(); err != nil { // for methods that read rows; these are not sparse
			return err
		}
		return h.refine(ctx)
	}
	for _, phase := range []func(context.Context) error{
		h.trainNatural, h.chooseEps, h.asNumbers, h.lookAtNorms, h.loop, h.tune, h.curve, h.harden, h.crossValidate, h.evaluate,
	} {
		if err := phase(ctx); err != nil {
			return err
		}
	}
	return nil
}

// trainNatural trains the natural model, and checks what the phases after it need.
func (h *hardening) trainNatural(ctx context.Context) (err error) {
	if err := h.withInf(); err != nil {
		return err
	}
	r, train := h.result, h.rows.Train
	h.Progress.Start(fmt.Sprintf("train a natural %s on %d rows of %s", h.Strategy.Booster, train.Rows, train.Name()))
	params := h.Natural
	params.Note = h.Progress.Note // only here: notes are the same for all models
	if r.Natural, err = h.fit(ctx, natural, params, h.natural()); err != nil {
		return err
	}
	if some := h.selected(); some != nil {
		tied := ""
		if h.rows.tied != nil {
			tied = ", and those of groups and links"
		}
		h.Progress.Note(fmt.Sprintf("rows are sparse: hardening goes on with the %d of %d features that the natural model splits on%s", len(some), train.Cols, tied))
	}
	if err := h.narrow(); err != nil {
		return err
	}
	if _, err := eval.Prepare([]eval.Model{r.Natural}, h.Evaluate); err != nil {
		return err
	}
	return h.limitable()
}

// natural returns the strategy of the natural model.
func (h *hardening) natural() advboost.Strategy {
	return advboost.Strategy{Booster: h.booster}
}

// fit trains a model and writes its file.
func (h *hardening) fit(ctx context.Context, name string, p trainer.Params, s advboost.Strategy) (eval.Model, error) {
	m, err := h.train(ctx, name, p, s)
	if err != nil && (ctx.Err() == nil || !h.worthKeeping(m)) {
		return eval.Model{}, err
	}
	if h.Provenance.Constraints != "" && s.Eps > 0 {
		m.Ensemble.Origin.Trainer["threat"] = h.Provenance.Constraints
	}
	if err != nil {
		h.result.Unfinished = true
		return m, cmp.Or(h.write(m), err)
	}
	return m, h.save(ctx, m)
}

// worthKeeping reports whether what an interruption leaves of a model has trees, and is no natural
// model, which the hardened one is to be compared with, nor comes after a whole one of its name.
func (h *hardening) worthKeeping(m eval.Model) bool {
	return m.Ensemble != nil && len(m.Ensemble.Trees) > 0 && m.Name != natural && !slices.Contains(h.result.Files, h.file(m.Name))
}

// The names of the two models.
const (
	natural  = "natural"
	hardened = "hardened"
)

// file returns the path of the file of a model.
func (h *hardening) file(model string) string { return filepath.Join(h.Dir, model+".json") }

// save writes the file of a model and reports its accuracy as progress.
func (h *hardening) save(ctx context.Context, m eval.Model) error {
	if err := h.write(m); err != nil {
		return err
	}
	score, err := h.rows.Describe(ctx, m.Ensemble, nil, h.Params.Threads)
	if err != nil {
		return err
	}
	h.Progress.Done(phrase.Count(len(m.Ensemble.Trees), "tree") + ", " + score)
	return nil
}

// write writes the file of a model, replacing an earlier one.
func (h *hardening) write(m eval.Model) error {
	files := report.NewDirectory(h.Dir)
	defer files.Abandon()
	files.WithoutEvaluation() // an earlier one is not about this model
	for _, name := range []string{natural, hardened} {
		if name == m.Name || slices.Contains(h.result.Files, h.file(name)) {
			continue
		}
		if err := files.Without(name + ".json"); err != nil {
			return err
		}
	}
	if err := writeModel(files, m); err != nil {
		return err
	}
	if err := files.Commit(); err != nil {
		return err
	}
	if path := h.file(m.Name); !slices.Contains(h.result.Files, path) {
		h.result.Files = append(h.result.Files, path)
	}
	return nil
}

func writeModel(files *report.Directory, m eval.Model) error {
	return files.File(m.Name+".json", func(w io.Writer) error { return format.Write(w, m.Ensemble, format.Hardwood) })
}

func (h *hardening) train(ctx context.Context, name string, p trainer.Params, s advboost.Strategy) (eval.Model, error) {
	tell := p.Progress
	p.Progress = func(done, of int) {
		h.Progress.At(done, of, "")
		if tell != nil {
			tell(done, of)
		}
	}
	e, seconds, err := h.rows.Fit(ctx, p, s)
	return eval.Model{Name: name, Ensemble: e, TrainSeconds: seconds}, err
}

// narrow reduces the options to the columns that the natural model splits on, if rows are sparse,
// and hands training rows to methods that read them.
func (h *hardening) narrow() error {
	if some := h.selected(); some != nil {
		h.Params = h.Params.Select(some)
		h.Strategy.Constraints = h.Strategy.Constraints.Select(some)
		h.Evaluate.Constraints = h.Strategy.Constraints
		h.Strategy.Search.Rows = nil // hardening sets the narrowed ones
	}
	var err error
	h.Evaluate.Attack, err = reading(h.Evaluate.Attack, h.rows.Train)
	return err
}

// harden trains the hardened model, for a smaller radius than was found if it gives up a class at
// that one only.
func (h *hardening) harden(ctx context.Context) (err error) {
	m := &h.result.Hardened // trees of an interrupted training are kept
	if *m, err = h.trainHardened(ctx); err == nil && h.smaller != nil {
		*m, err = h.keepClasses(ctx, *m)
	}
	return err
}

// trainHardened trains the hardened model for the radius of the strategy and writes its file.
func (h *hardening) trainHardened(ctx context.Context) (eval.Model, error) {
	s := h.Strategy
	h.Progress.Start(fmt.Sprintf("train a hardened %s against eps %g", s.Booster, s.Eps))
	if h.coversRange(s.Eps) {
		h.Progress.Note(fmt.Sprintf(
			"eps %g reaches across the range of every feature: a model that holds against that is constant", s.Eps))
	}
	var last advboost.Progress
	tell := s.Progress
	s.Progress = func(a advboost.Progress) {
		last = a
		if tell != nil {
			tell(a)
		}
		note := fmt.Sprintf("%d of %d attacked rows broken, %d with an example in training", a.Found, a.Attacked, a.Kept)
		if a.Fruitless > 1 {
			note = fmt.Sprintf("nothing found in %d attacks, training goes on without", a.Fruitless)
		}
		h.Progress.At(a.Round, a.Of, note)
	}
	model, err := h.fit(ctx, hardened, h.Params, s)
	switch {
	case err != nil:
	case s.Attacks() && last.Of == 0:
		h.Progress.Note("the attack in the loop was never run: it attacks the trees so far, and all are grown at once")
	case last.Fruitless >= fruitless:
		h.Progress.Note(fmt.Sprintf(
			"the attack in the loop found nothing in the last %d rounds that it was run: they added no examples", last.Fruitless))
	}
	return model, err
}

// fruitless is the number of attacks in a row without an example that is worth a note.
const fruitless = 5

// evaluate compares the models on the test rows.
func (h *hardening) evaluate(ctx context.Context) (err error) {
	r, o := h.result, h.Evaluate
	o.TradeOff = h.tradeOff
	h.Progress.Start(fmt.Sprintf("attack %s by %s", phrase.Count(h.rows.Test.Rows, "row"), o.Attack.Name()))
	o.Progress = func(n, of int) { h.Progress.At(n, of, "") }
	if o.Rest != nil {
		defer context.AfterFunc(ctx, func() { h.Progress.Note("interrupted: a report on the rows that are finished follows") })()
	}
	models := []eval.Model{r.Natural, r.Hardened}
	to := report.Output{Dir: h.Dir, Provenance: h.Provenance, Suggested: h.suggested, Chosen: h.chosen, Tuning: h.tuning}
	if h.Refine == nil {
		to.Beside = func(files *report.Directory) error { // once more: another run may have written others in between
			return cmp.Or(writeModel(files, r.Natural), writeModel(files, r.Hardened))
		}
	}
	if r.Report, err = report.Evaluate(ctx, models, h.rows.Test, o, to); r.Report == nil {
		return err
	}
	h.Progress.Done(phrase.Count(r.Report.Table.Rows, "row"))
	r.Answer = report.Answer(r.Report)
	return err
}

// Train trains one model, called name, with Params and Strategy and evaluates it on the test rows
// with Evaluate: one run of a study. It chooses neither radius nor parameters, so Strategy.Eps 0 is
// for a natural model, the zero Strategy, and it writes no files. If rows are sparse, it uses the columns that a
// model of Natural splits on. Errors are those of [advboost.Harden] and [eval.Evaluate].
func Train(ctx context.Context, rows *Data, name string, o Options) (*eval.Report, error) {
	h, err := newHardening(rows, o)
	if err != nil {
		return nil, err
	}
	return h.single(ctx, name)
}

// single trains a model and evaluates it.
func (h *hardening) single(ctx context.Context, name string) (*eval.Report, error) {
	if h.rows.Train.Sparse != nil {
		if _, err := h.train(ctx, name, h.Natural, h.natural()); err != nil {
			return nil, err
		}
	}
	if err := h.narrow(); err != nil {
		return nil, err
	}
	m, err := h.train(ctx, name, h.Params, h.Strategy)
	if err != nil {
		return nil, err
	}
	return eval.Evaluate(ctx, []eval.Model{m}, h.rows.Test, h.Evaluate)
}
