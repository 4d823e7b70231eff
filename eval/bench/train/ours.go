package train

import (
	"context"
	"encoding/json"
	"os"
	"runtime"
	"runtime/debug"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// ownCommand returns the hidden command that does a task with our trainers in this process and prints
// the result as JSON. [bench.do] calls it.
func ownCommand() *cobra.Command {
	var dir, text string
	c := &cobra.Command{
		Use: "own", Hidden: true, Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			var t task
			if err := json.Unmarshal([]byte(text), &t); err != nil {
				return err
			}
			train, test, err := load(dir, &t)
			if err != nil {
				return err
			}
			r, err := measure(c.Context(), &t, train, test)
			if err != nil {
				return err
			}
			return json.NewEncoder(os.Stdout).Encode(r)
		},
	}
	c.Flags().StringVar(&dir, "data", ".", "folder with the rows")
	c.Flags().StringVar(&text, "task", "", "the task as JSON")
	return c
}

// load reads the rows of a task, at most t.Rows for training.
func load(dir string, t *task) (train, test *data.Table, err error) {
	if train, err = readSet(dir, t.Set, "train"); err != nil {
		return nil, nil, err
	}
	if t.Rows > 0 && t.Rows < train.Rows {
		train.Rows, train.X, train.Y = t.Rows, train.X[:t.Rows*train.Cols], train.Y[:t.Rows]
	}
	test, err = readSet(dir, t.Set, "test")
	return train, test, err
}

// measure trains, predicts and scores.
func measure(ctx context.Context, t *task, train, test *data.Table) (*result, error) {
	name, p := t.params()
	b, err := booster.New(name, p)
	if err != nil {
		return nil, err
	}
	debug.FreeOSMemory()
	forgetPeak()
	runtime.GOMAXPROCS(t.Threads)
	before := memory("VmRSS")
	var model *ensemble.Ensemble
	var took []cost
	for range t.Fits {
		start := now()
		if model, err = b.Train(ctx, train); err != nil {
			return nil, err
		}
		took = append(took, since(start))
	}
	r := &result{Memory: memory("VmHWM") - before}
	margins := make([]float64, test.Rows*model.Outputs)
	start := now()
	ensemble.NewPredictor(model).Margins(test.X, margins, t.Threads)
	if t.Predict {
		took = []cost{since(start)}
	}
	r.CPU, r.Wall = median(took)
	return r, score(ctx, r, model, test, margins)
}

// median returns the mean CPU time, because its clock is coarse, and the median wall time.
func median(took []cost) (cpu, wall float64) {
	walls := make([]float64, len(took))
	for i, c := range took {
		cpu += c.cpu / float64(len(took))
		walls[i] = c.wall
	}
	slices.Sort(walls)
	return cpu, walls[len(walls)/2]
}

// score adds the metrics of the margins to r.
func score(ctx context.Context, r *result, model *ensemble.Ensemble, test *data.Table, margins []float64) error {
	to := map[string]*float64{trainer.ErrorRate: &r.Error, trainer.LogLoss: &r.Loss}
	if model.Classes == 2 {
		to[trainer.AUC] = &r.AUC
	}
	for name, value := range to {
		m, err := trainer.BuiltinMetric(name)
		if err != nil {
			return err
		}
		if *value, err = m.Score(ctx, model, test, margins); err != nil {
			return err
		}
	}
	return nil
}
