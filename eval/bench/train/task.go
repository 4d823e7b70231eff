package train

import "github.com/hardwood-ml/hardwood/trainer"

// task is a model to train on a set, or to predict with. It is passed to our run and to peers.py as JSON.
type task struct {
	Name      string  `json:"name"`
	Set       string  `json:"set"`
	Forest    bool    `json:"forest"` // a forest that votes; otherwise boosted trees
	Rounds    int     `json:"rounds"` // or number of trees of a forest
	Depth     int     `json:"depth"`
	Leaves    int     `json:"leaves"` // if above 0, grow leaf-wise up to this many; otherwise depth-wise
	Rate      float64 `json:"rate"`
	Subsample float64 `json:"subsample"`
	Fits      int     `json:"fits"`    // number of trainings; the mean CPU and median wall time count
	Predict   bool    `json:"predict"` // measure prediction instead of training
	Rows      int     `json:"rows"`    // most training rows, 0 for all
	Threads   int     `json:"threads"`
	Seed      uint64  `json:"seed"`
	Softmax   string  `json:"softmax"` // library whose hessian to use for more than two classes, "" for our own
}

// speeds are the rows of the table of speeds.
var speeds = []task{
	{Name: "higgs-like", Set: "higgs-like", Rounds: 20, Depth: 8, Rate: 0.1, Subsample: 1, Fits: 1},
	{Name: "mnist", Set: "mnist", Rounds: 5, Depth: 8, Rate: 0.1, Subsample: 1, Fits: 1},
	{Name: "forest-ijcnn1", Set: "ijcnn1", Forest: true, Rounds: 100, Depth: 8, Rate: 1, Subsample: 0.8, Fits: 1},
	{Name: "forest-covtype", Set: "covtype-93k", Forest: true, Rounds: 100, Depth: 8, Rate: 1, Subsample: 0.8, Fits: 1},
	{Name: "breast-cancer", Set: "breast-cancer", Rounds: 4, Depth: 6, Rate: 0.3, Subsample: 1, Fits: 100},
	{Name: "diabetes", Set: "diabetes", Rounds: 20, Depth: 5, Rate: 0.2, Subsample: 1, Fits: 100},
	{Name: "adult", Set: "adult.1", Rounds: 100, Leaves: 31, Rate: 0.1, Subsample: 1, Fits: 3},
	{Name: "predict", Set: "higgs-like", Rounds: 500, Depth: 8, Rate: 0.1, Subsample: 1, Fits: 1, Rows: 200_000, Predict: true},
}

// params returns our trainer and its parameters for a task.
func (t *task) params() (booster string, p trainer.Params) {
	booster = trainer.GBDT
	if t.Forest {
		booster = trainer.Forest
	}
	p = trainer.Defaults(booster)
	p.Rounds, p.MaxDepth, p.Subsample = t.Rounds, t.Depth, t.Subsample
	p.Threads, p.Seed = t.Threads, t.Seed
	if t.Forest {
		p.Bootstrap = false
		return booster, p
	}
	p.LearningRate = t.Rate
	if t.Softmax != "" {
		p.SoftmaxHessian = t.Softmax
	}
	if t.Leaves > 0 {
		p.GrowPolicy, p.MaxLeaves = trainer.LossGuide, t.Leaves
	}
	return booster, p
}

// result is what a run cost and how good its model is.
type result struct {
	CPU    float64 `json:"cpu"`    // seconds of all threads
	Wall   float64 `json:"wall"`   // seconds
	Memory float64 `json:"memory"` // MiB beyond the rows as given, 0 if unknown
	Error  float64 `json:"error"`  // share of the test rows that are wrong
	AUC    float64 `json:"auc"`    // 0 unless there are two classes
	Loss   float64 `json:"loss"`   // log loss
}
