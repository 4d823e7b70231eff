package train

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/bench/synthetic"
)

// source names the files of the two parts of a public set, below --datasets.
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

// categorical are the tables with categories that accuracy is compared on. A fifth of the rows, drawn by
// a seed, is for testing; the sets are called TABLE.SEED.
var categorical = []string{"adult", "bank-marketing", "cmc", "credit-approval", "credit-g", "mushroom", "sick", "soybean"}

// prepareTable writes the arrays of a table with categories.
func (b *bench) prepareTable(set, table string, seed uint64) error {
	path := filepath.Join(b.datasets, "tables", table+".csv.gz")
	t, err := data.Read(context.Background(), path, data.Options{Label: labelOf(table)})
	if err != nil {
		return err
	}
	train, test, err := t.Split(0.2, seed)
	if err != nil {
		return err
	}
	if err := writeSet(b.data, set, "train", train); err != nil {
		return err
	}
	return writeSet(b.data, set, "test", test)
}

func libsvm(name string) source {
	return source{train: name + ".train.libsvm.gz", test: name + ".test.libsvm.gz"}
}

func digits(keep ...string) source {
	return source{"mnist.train-images-idx3-ubyte.gz", "mnist.t10k-images-idx3-ubyte.gz", keep}
}

// arrayFile returns the path of an array of a part of a set: x for features, y for labels, levels.
func arrayFile(dir, set, part, which string) string {
	return filepath.Join(dir, set+"."+part+"."+which+".npy")
}

// prepare writes the arrays of a set unless they exist.
func (b *bench) prepare(set string) error {
	if _, err := os.Stat(arrayFile(b.data, set, "test", "y")); err == nil {
		return nil
	}
	if set == "higgs-like" {
		for part, rows := range map[string]int{"train": 1_000_000, "test": 100_000} {
			if err := writeSet(b.data, set, part, synthetic.HIGGS(rows, 28, part == "test")); err != nil {
				return err
			}
		}
		return nil
	}
	if table, seed, ok := strings.Cut(set, "."); ok && slices.Contains(categorical, table) {
		seed, err := strconv.ParseUint(seed, 10, 64)
		if err != nil {
			return err
		}
		return b.prepareTable(set, table, seed)
	}
	from, ok := sources[set]
	if !ok {
		return fmt.Errorf("unknown set %q", set)
	}
	train, err := data.Read(context.Background(), filepath.Join(b.datasets, from.train), data.Options{Keep: from.keep})
	if err != nil {
		return err
	}
	o := data.Options{Keep: from.keep}
	test, err := data.Read(context.Background(), filepath.Join(b.datasets, from.test), o.Like(train))
	if err != nil {
		return err
	}
	if err := writeSet(b.data, set, "train", train); err != nil {
		return err
	}
	return writeSet(b.data, set, "test", test)
}
