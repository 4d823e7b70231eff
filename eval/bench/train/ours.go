package main

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"slices"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// runOurs does a task in this process and prints the result as JSON.
func runOurs(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("run", flag.ExitOnError)
	dir := f.String("data", ".", "folder with the rows")
	text := f.String("task", "", "the task as JSON")
	profile := f.String("cpuprofile", "", "write a CPU profile to this file")
	f.Parse(args)
	var t task
	if err := json.Unmarshal([]byte(*text), &t); err != nil {
		return err
	}
	train, test, err := load(*dir, &t)
	if err != nil {
		return err
	}
	if *profile != "" {
		to, err := os.Create(*profile)
		if err != nil {
			return err
		}
		if err := pprof.StartCPUProfile(to); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	r, err := measure(ctx, &t, train, test)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(r)
}

// load reads the rows of a task, or generates them.
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
	r := &result{Library: "hardwood", Memory: memory("VmHWM") - before}
	margins := make([]float64, test.Rows*model.Outputs)
	start := now()
	ensemble.NewPredictor(model).Margins(test.X, margins, t.Threads)
	if t.Predict {
		took = []cost{since(start)}
	}
	r.CPU, r.Wall = median(took)
	return r, score(ctx, r, model, test, margins)
}

// median returns the mean CPU time, which clocks measure coarsely, and the
// median wall time.
func median(took []cost) (cpu, wall float64) {
	walls := make([]float64, len(took))
	for i, c := range took {
		cpu += c.cpu / float64(len(took))
		walls[i] = c.wall
	}
	slices.Sort(walls)
	return cpu, walls[len(walls)/2]
}

// score adds how good the margins are.
func score(ctx context.Context, r *result, model *ensemble.Ensemble, test *data.Table, margins []float64) error {
	to := map[string]*float64{trainer.ErrorRate: &r.Error}
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
