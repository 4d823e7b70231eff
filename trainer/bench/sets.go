package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/seed"
)

// source is where the two parts of a public set are below -datasets.
type source struct {
	train, test string
	keep        []string // only these classes
}

var sources = map[string]source{
	"breast-cancer": libsvm("breast-cancer"),
	"diabetes":      libsvm("diabetes"),
	"ijcnn1":        libsvm("ijcnn1"),
	"covtype-93k":   libsvm("covtype-93k"),
	"HIGGS-46k":     libsvm("HIGGS-46k"),
	"letter":        {train: "letter.train.csv.gz", test: "letter.test.csv.gz"},
	"phoneme":       {train: "phoneme-raw.train.csv.gz", test: "phoneme-raw.test.csv.gz"},
	"mnist":         digits(),
	"mnist-2-6":     digits("2", "6"),
}

func libsvm(name string) source {
	return source{train: name + ".train.libsvm.gz", test: name + ".test.libsvm.gz"}
}

func digits(keep ...string) source {
	return source{"mnist.train-images-idx3-ubyte.gz", "mnist.t10k-images-idx3-ubyte.gz", keep}
}

// arrayFile is the file of the features, x, or labels, y, of a part of a set.
func arrayFile(dir, set, part, which string) string {
	return filepath.Join(dir, set+"."+part+"."+which+".npy")
}

// prepare writes the arrays of a set, unless they are there.
func (b *bench) prepare(set string) error {
	if _, err := os.Stat(arrayFile(b.data, set, "test", "y")); err == nil {
		return nil
	}
	if set == "higgs-like" {
		for part, rows := range map[string]int{"train": 1_000_000, "test": 100_000} {
			if err := writeSet(b.data, set, part, higgsLike(rows, 28, part == "test")); err != nil {
				return err
			}
		}
		return nil
	}
	from, ok := sources[set]
	if !ok {
		return fmt.Errorf("unknown set %q", set)
	}
	train, err := data.Read(filepath.Join(b.datasets, from.train), data.Options{Keep: from.keep})
	if err != nil {
		return err
	}
	o := data.Options{Keep: from.keep}
	test, err := data.Read(filepath.Join(b.datasets, from.test), o.Like(train))
	if err != nil {
		return err
	}
	if err := writeSet(b.data, set, "train", train); err != nil {
		return err
	}
	return writeSet(b.data, set, "test", test)
}

// higgsLike generates rows like those of the HIGGS set: skewed, normal,
// uniform and coarse features in turn, and a class that depends on products
// and thresholds of some of them, with noise.
func higgsLike(rows, cols int, test bool) *data.Table {
	stream := 1
	if test {
		stream = 2
	}
	r := seed.At(46, stream)
	t := &data.Table{Rows: rows, Cols: cols, X: make([]float64, rows*cols), Y: make([]int, rows), Classes: []string{"0", "1"}, Source: "higgs-like"}
	for f := range cols {
		t.Features = append(t.Features, fmt.Sprint(f))
	}
	for i := range rows {
		x := t.Row(i)
		for f := range x {
			switch f % 4 {
			case 0:
				x[f] = math.Exp(0.5 * r.NormFloat64())
			case 1:
				x[f] = r.NormFloat64()
			case 2:
				x[f] = 3.4*r.Float64() - 1.7
			case 3:
				x[f] = float64(r.IntN(3))
			}
			x[f] = float64(float32(x[f])) // what the other libraries get
		}
		z := x[1]*x[5] + math.Sin(2*x[2]) + math.Tanh(x[0]-x[4])*(x[3]-1)
		if math.Abs(x[6]) < 0.6 {
			z += 0.5
		}
		if r.Float64() < 1/(1+math.Exp(-z)) {
			t.Y[i] = 1
		}
	}
	return t
}
