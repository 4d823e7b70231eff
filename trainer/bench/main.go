//go:build unix

// Bench runs one training task and prints what it cost as a line of JSON.
// peers.py does the same with the libraries that people use otherwise, and
// compare.sh interleaves the two.
//
//	go run ./trainer/bench -data DIR -task higgs -threads 1
//
// Task acc-NAME compares accuracy on the set NAME. DIR holds NAME_Xtr.npy, NAME_ytr.npy, NAME_Xte.npy and NAME_yte.npy, such as
// peers.py generates.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// task is a row of the comparison.
type task struct {
	set     string
	booster string
	params  func(*trainer.Params)
	fits    int // of which the median counts
	predict bool
}

var tasks = map[string]task{
	"higgs":          {"higgs", trainer.GBDT, large, 1, false},
	"digits":         {"digits", trainer.GBDT, func(p *trainer.Params) { large(p); p.Rounds = 5 }, 1, false},
	"rf-ijcnn":       {"ijcnn", trainer.Forest, bagged, 1, false},
	"rf-covtype":     {"covtype93k", trainer.Forest, bagged, 1, false},
	"small-bcw":      {"bcw", trainer.GBDT, func(p *trainer.Params) { p.Rounds, p.MaxDepth, p.LearningRate = 4, 6, 0.3 }, 200, false},
	"small-diabetes": {"diabetes", trainer.GBDT, func(p *trainer.Params) { p.Rounds, p.MaxDepth, p.LearningRate = 20, 5, 0.2 }, 200, false},
	"predict":        {"higgs", trainer.GBDT, func(p *trainer.Params) { large(p); p.Rounds = 500 }, 1, true},
}

func large(p *trainer.Params) { p.Rounds, p.MaxDepth, p.LearningRate = 20, 8, 0.1 }

func bagged(p *trainer.Params) {
	p.Rounds, p.MaxDepth, p.Bootstrap, p.Subsample = 100, 8, false, 0.8
}

func main() {
	dir := flag.String("data", ".", "folder with the .npy files")
	name := flag.String("task", "higgs", "task")
	threads := flag.Int("threads", 1, "threads")
	rounds := flag.Int("rounds", 0, "rounds, if not those of the task")
	rows := flag.Int("rows", 0, "rows, if not all")
	seed := flag.Uint64("seed", 1, "seed")
	profile := flag.String("cpuprofile", "", "write a CPU profile to this file")
	flag.Parse()
	if err := run(*dir, *name, *threads, *rounds, *rows, *seed, *profile); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(dir, name string, threads, rounds, rows int, seed uint64, profile string) error {
	t, ok := tasks[name]
	if set, found := strings.CutPrefix(name, "acc-"); found {
		t = task{set, trainer.GBDT, func(p *trainer.Params) { p.Rounds, p.Subsample = 50, 0.8 }, 1, false}
	} else if !ok {
		return fmt.Errorf("unknown task %q", name)
	}
	table, err := load(dir, t.set, "tr")
	if err != nil {
		return err
	}
	test, err := load(dir, t.set, "te")
	if err != nil {
		return err
	}
	if t.predict {
		table.Rows = 200_000
	}
	if rows > 0 {
		table.Rows = rows
	}
	table.X, table.Y = table.X[:table.Rows*table.Cols], table.Y[:table.Rows]
	p := trainer.Defaults(t.booster)
	t.params(&p)
	p.Threads, p.Seed = threads, seed
	if rounds > 0 {
		p.Rounds = rounds
	}
	b, err := booster.New(t.booster, p)
	if err != nil {
		return err
	}
	debug.FreeOSMemory()
	runtime.GOMAXPROCS(max(threads, 1))
	resident := memory("VmRSS")
	if profile != "" {
		f, err := os.Create(profile)
		if err != nil {
			return err
		}
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	out := map[string]any{"lib": "hardwood", "task": name, "threads": threads, "rounds": p.Rounds, "rows": table.Rows}
	var model *ensemble.Ensemble
	var wall, cpu []float64
	for range t.fits {
		start := now()
		if model, err = b.Train(context.Background(), table); err != nil {
			return err
		}
		took := now().since(start)
		wall, cpu = append(wall, took.wall), append(cpu, took.cpu)
	}
	out["memory_mib"] = memory("VmHWM") - resident
	slices.Sort(wall)
	out["total_wall"], out["total_cpu"] = wall[len(wall)/2], sum(cpu)/float64(t.fits)
	if err := score(out, model, test, t.predict, threads); err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(out)
}

// score adds accuracy, AUC and the time of prediction.
func score(out map[string]any, model *ensemble.Ensemble, test *data.Table, predict bool, threads int) error {
	margins := make([]float64, test.Rows*model.Outputs)
	start := now()
	ensemble.NewPredictor(model).Margins(test.X, margins, threads)
	if took := now().since(start); predict {
		out["predict_cpu"], out["predict_wall"] = took.cpu, took.wall
	}
	names := map[string]string{trainer.ErrorRate: "error"}
	if model.Classes == 2 {
		names[trainer.AUC] = "auc"
	}
	for name, key := range names {
		m, err := trainer.BuiltinMetric(name)
		if err != nil {
			return err
		}
		if out[key], err = m.Score(context.Background(), model, test, margins); err != nil {
			return err
		}
	}
	return nil
}

func sum(v []float64) float64 {
	s := 0.0
	for _, x := range v {
		s += x
	}
	return s
}

// moment is a point in wall time and in CPU time of all threads, in seconds.
type moment struct{ wall, cpu float64 }

var began = time.Now()

func now() moment {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return moment{time.Since(began).Seconds(), float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9}
}

func (m moment) since(start moment) moment { return moment{m.wall - start.wall, m.cpu - start.cpu} }
