package experiment

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// refine does the job of Harden for a given model: its trees get robust leaf values, see
// [advboost.Refine], and both models are compared. See writeRefined for the format.
func (h *hardening) refine(ctx context.Context) (err error) {
	r := h.result
	r.Natural = eval.Model{Name: "given", Ensemble: h.Refine}
	if err := h.keepDirections(); err != nil {
		return err
	}
	if err := h.chooseEps(ctx); err != nil {
		return err
	}
	if h.Strategy.Norm != attack.LInf && !slices.Contains(h.Given, "lambda") {
		h.Params.Lambda = searchedLambda
	}
	h.Progress.Start(fmt.Sprintf("refine the leaf values of %s against eps %g", phrase.Count(len(h.Refine.Trees), "tree"), h.Strategy.Eps))
	start := time.Now()
	params := h.Params
	params.Progress = func(done, of int) { h.Progress.At(done, of, "") }
	e, err := h.Strategy.Refine(ctx, h.Refine, h.rows.Train, &params)
	if err != nil {
		return err
	}
	e.Origin.Trainer = maps.Clone(e.Origin.Trainer)
	if e.Origin.Trainer == nil {
		e.Origin.Trainer = map[string]string{}
	}
	e.Origin.Trainer["relabel"], e.Origin.Trainer["lambda"] = strconv.Itoa(h.Strategy.Relabel), fmt.Sprint(h.Params.Lambda)
	e.Origin.Trainer["balanced"] = strconv.FormatBool(h.Params.Balanced) // of the leaf values, whatever grew the trees
	if o, err := trainer.FindOption(trainer.GBDT, directions); err == nil && h.Params.MonotoneConstraints != nil {
		o.Record(&h.Params, o.Name, e.Origin.Trainer)
	}
	e.Origin.Trainer["norm"], e.Origin.Trainer["harden-eps"] = h.Strategy.Norm.String(), fmt.Sprint(h.Strategy.Eps)
	r.Hardened = eval.Model{Name: "refined", Ensemble: e, TrainSeconds: time.Since(start).Seconds()}
	if err := h.writeRefined(e); err != nil {
		return err
	}
	score, err := h.rows.Describe(ctx, e, nil, h.Params.Threads)
	if err != nil {
		return err
	}
	h.Progress.Done(score)
	return h.evaluate(ctx)
}

// searchedLambda is the Lambda to start with in norms in which rows count where a search has found their
// worst rows: leaf values fit these few points more closely than they fit a bound on all.
const searchedLambda = 10

// directions is the option for monotone constraints.
const directions = "monotone-constraints"

// keepDirections lets the new leaf values keep to the monotone constraints that the model says it was
// trained with, unless others are given.
func (h *hardening) keepDirections() error {
	e, p := h.Refine, &h.Params
	if text := e.Origin.Trainer[directions]; text != "" && p.MonotoneConstraints == nil && e.Origin.By(ensemble.Hardwood) {
		if err := p.Set(trainer.GBDT, directions, text); err != nil {
			return err
		}
	}
	booster := trainer.GBDT
	if e.Average {
		booster = trainer.Forest
	}
	return cmp.Or(p.Check(booster), p.CheckFeatures(e.Features, e.Classes))
}

// writeRefined writes the model in the format of its library if hardwood can, and otherwise in that
// of hardwood.
func (h *hardening) writeRefined(e *ensemble.Ensemble) error {
	kind, name := format.Hardwood, "refined.json"
	switch from := &h.Refine.Origin; {
	case from.By(ensemble.XGBoost):
		kind = format.XGBoost
	case from.By(ensemble.LightGBM):
		kind, name = format.LightGBM, "refined.txt"
	case !from.By(ensemble.Hardwood):
		h.Progress.Note(fmt.Sprintf("%s has the format of hardwood: a refined model of %s is not written in its own", name, from.Source))
	}
	files := report.NewDirectory(h.Dir)
	defer files.Abandon()
	files.WithoutEvaluation() // an earlier one is not about this model
	for _, of := range []string{"refined.json", "refined.txt"} {
		if err := files.Without(of); err != nil {
			return err
		}
	}
	w := format.Writer{Warn: h.Progress.Note, Round: true}
	if err := files.File(name, func(to io.Writer) error { return w.Write(to, e, kind) }); err != nil {
		return err
	}
	h.result.Files = append(h.result.Files, filepath.Join(h.Dir, name))
	return files.Commit()
}
