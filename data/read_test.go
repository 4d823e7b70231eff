package data_test

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/hardwood-ml/hardwood/data"
)

// shared is the folder of real data beside the repository.
const shared = "../../shared/datasets"

// readTable reads a table that has no faults.
func readTable(t testing.TB, source string, o data.Options) *data.Table {
	t.Helper()
	table, err := data.Read(t.Context(), source, o)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// openTable is readTable for a stream.
func openTable(t testing.TB, source string, o data.Options) *data.Stream {
	t.Helper()
	stream, err := data.Open(t.Context(), source, o)
	if err != nil {
		t.Fatal(err)
	}
	return stream
}

func readShared(t testing.TB, name string, o data.Options) *data.Table {
	t.Helper()
	path := filepath.Join(shared, name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no %s: the public data sets are not beside the repository", path)
	}
	table := readTable(t, path, o)
	if err := table.Validate(); err != nil {
		t.Fatal(err)
	}
	return table
}

// TestSharedStatistics reads every tabular file of the public data and compares
// each feature with its published minimum, maximum and mean.
func TestSharedStatistics(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	f, err := os.Open(filepath.Join(shared, "stats.csv"))
	if err != nil {
		t.Skip("the public data sets are not beside the repository")
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string]*data.Table{}
	for _, line := range lines[1:] { // dataset, split, feature, name, min, max, mean, ...
		glob := line[0] + "." + line[1] + ".*.gz"
		files, _ := filepath.Glob(filepath.Join(shared, glob))
		if len(files) != 1 {
			continue // the statistics also cover files that are not here
		}
		table := tables[glob]
		if table == nil {
			table = readShared(t, filepath.Base(files[0]), data.Options{})
			tables[glob] = table
		}
		feature, _ := strconv.Atoi(line[2])
		column := make([]float64, table.Rows)
		for i := range column {
			column[i] = table.Row(i)[feature-1]
		}
		got := []float64{slices.Min(column), slices.Max(column), stat.Mean(column, nil)}
		for k, v := range got {
			want, _ := strconv.ParseFloat(line[4+k], 64)
			if math.Abs(v-want) > 1e-7*max(1, math.Abs(want)) {
				t.Errorf("%s %s feature %d: min, max, mean %v, want %v", line[0], line[1], feature, got, line[4:7])
				break
			}
		}
		if name := table.Features[feature-1]; name != line[3] && name != "f"+line[2] {
			t.Errorf("%s: feature %d is named %s, want %s", line[0], feature, name, line[3])
		}
	}
	if len(tables) < 30 {
		t.Errorf("only %d files were compared", len(tables))
	}
}

func TestSharedLabels(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	for name, want := range map[string][]int{ // as in the README of the data
		"HIGGS-46k.train.libsvm.gz":               {16639, 18657},
		"HIGGS-46k.test.libsvm.gz":                {5143, 5800},
		"ijcnn1.train.libsvm.gz":                  {45137, 4853},
		"ijcnn1.test.libsvm.gz":                   {82989, 8712},
		"covtype-93k.train.libsvm.gz":             {2283, 23360, 31132, 3949, 314, 1045, 1917},
		"breast-cancer.train.libsvm.gz":           {342, 204},
		"diabetes.train.libsvm.gz":                {213, 401},
		"wdbc-raw.train.csv.gz":                   {286, 170},
		"pendigits-raw.train.csv.gz":              {780, 779, 780, 719, 780, 720, 720, 778, 719, 719},
		"mnist.train-images-idx3-ubyte.gz":        {5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949},
		"mnist.t10k-images-idx3-ubyte.gz":         {980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009},
		"fashion-mnist.t10k-images-idx3-ubyte.gz": {1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000},
	} {
		table := readShared(t, name, data.Options{})
		if got := table.Counts(); !slices.Equal(got, want) {
			t.Errorf("%s: rows by class %v, want %v", name, got, want)
		}
		if len(want) == 10 && strings.Contains(name, "idx3") && table.Image != (data.Shape{Width: 28, Height: 28, White: 255}) {
			t.Errorf("%s: image shape %+v", name, table.Image)
		}
	}
}

// TestKeep reads the two classes of MNIST 2-vs-6.
func TestKeep(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	table := readShared(t, "mnist.t10k-images-idx3-ubyte.gz", data.Options{Keep: []string{"6", "2"}})
	if got, want := table.Counts(), []int{958, 1032}; !slices.Equal(got, want) || !slices.Equal(table.Classes, []string{"6", "2"}) {
		t.Errorf("rows by class %v of %v, want %v", got, table.Classes, want)
	}
	all := readShared(t, "mnist.t10k-images-idx3-ubyte.gz", data.Options{})
	for i := range table.Rows {
		p := table.Position(i)
		if !slices.Equal(table.Row(i), all.Row(p)) || table.Classes[table.Y[i]] != all.Classes[all.Y[p]] {
			t.Fatalf("row %d is not row %d of the file", i, p)
		}
	}
}

func TestBuiltins(t *testing.T) {
	for _, b := range data.Builtins() {
		table := readTable(t, "builtin:"+b.Name, data.Options{})
		if err := table.Validate(); err != nil {
			t.Error(err)
		}
		if table.Rows != b.Rows || table.Cols != b.Features || len(table.Classes) != b.Classes || table.Image != b.Image {
			t.Errorf("%s: %d rows, %d features, classes %v, image %+v; the catalogue says %+v",
				b.Name, table.Rows, table.Cols, table.Classes, table.Image, b)
		}
		if b.Licence != "CC BY 4.0" {
			t.Errorf("%s: licence %s", b.Name, b.Licence)
		}
	}
}
