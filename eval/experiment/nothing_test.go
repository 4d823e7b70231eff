package experiment_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/blackbox"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/ceiling"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// What is forgotten is said in an error, at every door that takes it.
func TestNothingGiven(t *testing.T) {
	ctx := t.Context()
	table, err := data.Read(ctx, "builtin:wdbc", data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	stumps := ensembletest.Stumps()
	models := []eval.Model{{Name: "stumps", Ensemble: stumps}}
	nameless := []eval.Model{{Name: "nothing"}}
	lt := ltattack.Attack{}
	problem := attacktest.NewProblem(t, stumps, attack.LInf)
	var nothing *ensemble.Ensemble
	var noTable *data.Table
	var out bytes.Buffer
	const noModel, noRows, noMethod = "no model", "no table", "no attack"
	for name, door := range map[string]struct {
		call func() error
		want string
	}{
		"ensemble.Validate":   {func() error { return nothing.Validate() }, noModel},
		"ensemble.NewGrid":    {func() error { _, err := ensemble.NewGrid(nil); return err }, noModel},
		"data.Validate":       {func() error { return noTable.Validate() }, noRows},
		"data.Trainable":      {func() error { return noTable.Trainable() }, noRows},
		"trainer.Fits, model": {func() error { return trainer.Fits(nil, table) }, noModel},
		"trainer.Fits, rows":  {func() error { return trainer.Fits(stumps, nil) }, noRows},
		"gbdt":                {func() error { return train(t, trainer.GBDT, noTable) }, noRows},
		"gbdt, no source":     {func() error { return train(t, trainer.GBDT, nil) }, noRows},
		"forest":              {func() error { return train(t, trainer.Forest, noTable) }, noRows},
		"advboost.Harden": {func() error {
			_, err := advboost.Harden(ctx, nil, trainer.Defaults(trainer.GBDT), advboost.Strategy{Eps: 0.1, Split: 1, Loop: "lt"})
			return err
		}, noRows},
		"advboost.Refine, model":  {func() error { _, err := advboost.Refine(ctx, nil, table, advboost.RefineOptions{}); return err }, noModel},
		"advboost.Refine, rows":   {func() error { _, err := advboost.Refine(ctx, stumps, nil, advboost.RefineOptions{}); return err }, noRows},
		"Strategy.Refine, rows":   {func() error { _, err := new(advboost.Strategy).Refine(ctx, stumps, nil, &trainer.Params{}); return err }, noRows},
		"attack.NewProblem":       {func() error { _, err := attack.NewProblem(nil, attack.LInf); return err }, noModel},
		"attack.Prepare":          {func() error { _, err := attack.Prepare(problem, nil); return err }, noMethod},
		"blackbox.New":            {func() error { _, err := attack.Prepare(problem, blackbox.New(nil)); return err }, noMethod},
		"attack.Prepare, problem": {func() error { _, err := attack.Prepare(nil, lt); return err }, "no problem"},
		"attack.Run":              {func() error { _, err := attack.Run(ctx, nil, lt, nil, attack.RunOptions{}); return err }, "no problem"},
		"eval.Evaluate, model": {func() error {
			_, err := eval.Evaluate(ctx, nameless, table, eval.Options{Attack: lt})
			return err
		}, noModel},
		"eval.Evaluate, models": {func() error { _, err := eval.Evaluate(ctx, nil, table, eval.Options{Attack: lt}); return err }, "model"},
		"eval.Evaluate, rows":   {func() error { _, err := eval.Evaluate(ctx, models, nil, eval.Options{Attack: lt}); return err }, noRows},
		"eval.Evaluate, attack": {func() error { _, err := eval.Evaluate(ctx, models, table, eval.Options{}); return err }, "ttack"},
		"eval.Prepare, model":   {func() error { _, err := eval.Prepare(nameless, eval.Options{Attack: lt}); return err }, noModel},
		"Prepared.Decide": {func() error {
			p, err := eval.Prepare(models, eval.Options{Attack: lt})
			if err != nil {
				t.Fatal(err)
			}
			return p.Decide(ctx, nil, nil)
		}, noRows},
		"eval.Prepare, attack": {func() error { _, err := eval.Prepare(models, eval.Options{}); return err }, "ttack"},
		"report.Evaluate": {func() error {
			_, err := report.Evaluate(ctx, nameless, table, eval.Options{Attack: lt}, report.Output{Dir: t.TempDir()})
			return err
		}, noModel},
		"report.Evaluate, rows": {func() error {
			_, err := report.Evaluate(ctx, models, nil, eval.Options{Attack: lt}, report.Output{Dir: t.TempDir()})
			return err
		}, noRows},
		"ceiling.Of": {func() error {
			_, err := ceiling.Of(ctx, nil, []float64{0.1}, ceiling.Options{Norm: attack.LInf, Threads: 1})
			return err
		}, noRows},
		"experiment.Prepare":  {func() error { _, err := experiment.Prepare(nil, nil, experiment.Auto); return err }, noRows},
		"experiment.Split":    {func() error { _, err := experiment.Split(nil, 0.25, experiment.Auto, 0); return err }, noRows},
		"experiment.Harden":   {func() error { _, err := experiment.Harden(ctx, nil, experiment.Options{Dir: t.TempDir()}); return err }, "no rows"},
		"experiment.Train":    {func() error { _, err := experiment.Train(ctx, nil, "a", experiment.Options{}); return err }, "no rows"},
		"format.Write":        {func() error { return format.Write(&out, nil, format.Hardwood) }, noModel},
		"format.Write, other": {func() error { return format.Write(&out, nil, format.ONNX) }, noModel},
		"format.WriteFile":    {func() error { return format.WriteFile(t.TempDir()+"/a.json", nil, format.XGBoost) }, noModel},
		"threat.Read":         {func() error { _, err := threat.Read(strings.NewReader(""), nil, attack.LInf); return err }, noModel},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if p := recover(); p != nil {
					t.Errorf("panic: %v", p)
				}
			}()
			if err := door.call(); err == nil || !strings.Contains(err.Error(), door.want) {
				t.Errorf("got %v, want %q", err, door.want)
			}
		})
	}
}

// train trains on rows.
func train(t *testing.T, name string, from trainer.Source) error {
	b, err := booster.New(name, trainer.Defaults(name))
	if err != nil {
		t.Fatal(err)
	}
	_, err = b.Train(t.Context(), from)
	return err
}
