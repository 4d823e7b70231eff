package ablation

import (
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/experiment"
)

// What an eps means is said for each data set, and what is left unsaid changes no
// run's identity.
func TestScale(t *testing.T) {
	_, grid := gridOf(t, "loop = \"none\"\n[[data]]\nsource = \"builtin:wdbc\"\neps = 0.1\n[[data]]\nname = \"deviations\"\nsource = \"builtin:wdbc\"\nscale = \"deviation\"\neps = 0.1\n")
	for i := range 2 {
		task := grid.Task(i)
		rows, err := task.rows(func(source string, o data.Options) (*data.Table, error) { return data.Read(t.Context(), source, o) })
		if err != nil {
			t.Fatal(err)
		}
		least, most := rows.Train.X[0], rows.Train.X[0]
		for _, v := range rows.Train.X {
			least, most = min(least, v), max(most, v)
		}
		inside := least >= 0 && most <= 1
		if inside != (task.Data.Scale == "") {
			t.Errorf("%s: values from %v to %v", task.Data.Name, least, most)
		}
	}
	plain, named := *grid.Task(0).Data, *grid.Task(0).Data
	named.Scale = "quantile"
	a, err := plain.identity()
	if err != nil {
		t.Fatal(err)
	}
	b, err := named.identity()
	if err != nil {
		t.Fatal(err)
	}
	if a == b {
		t.Error("runs of two scales are one")
	}
}

// A spec has the same training and test rows as hardwood harden with the flags of the same
// names: it samples the table and then splits it, and samples what is held out.
func TestRowsAreThoseOfHarden(t *testing.T) {
	table, err := data.Read(t.Context(), "builtin:wdbc", data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	before := table.Hash()
	const seed = 3
	for name, c := range map[string]struct {
		d    DataSet
		want func() (*experiment.Data, error)
	}{
		"split": {DataSet{Rows: 200, TestRows: 20, TestShare: 0.25}, func() (*experiment.Data, error) {
			rows, err := experiment.Split(table.Sample(200, seed), 0.25, experiment.Auto, seed)
			if err == nil {
				rows.Test = rows.Test.Sample(20, seed)
			}
			return rows, err
		}},
		"all": {DataSet{TestShare: 0.25}, func() (*experiment.Data, error) {
			return experiment.Split(table, 0.25, experiment.Auto, seed)
		}},
		"more than there are": {DataSet{Rows: 1000, TestRows: 1000, TestShare: 0.25}, func() (*experiment.Data, error) {
			return experiment.Split(table, 0.25, experiment.Auto, seed)
		}},
		"test file": {DataSet{Rows: 200, TestRows: 20, Test: "builtin:wdbc"}, func() (*experiment.Data, error) {
			return experiment.Prepare(table.Sample(200, seed), table.Sample(20, seed), experiment.Auto)
		}},
	} {
		c.d.Source = "builtin:wdbc"
		got, err := (&Task{Data: &c.d, Seed: seed}).rows(func(string, data.Options) (*data.Table, error) { return table, nil })
		if err != nil {
			t.Fatal(err)
		}
		want, err := c.want()
		if err != nil {
			t.Fatal(err)
		}
		if got.Train.Hash() != want.Train.Hash() || got.Test.Hash() != want.Test.Hash() || got.Hash() != want.Hash() {
			t.Errorf("%s: %d training and %d test rows, want %d and %d, or others", name, got.Train.Rows, got.Test.Rows, want.Train.Rows, want.Test.Rows)
		}
		if (c.d.Test != "") != (got.file == table.Rows) {
			t.Errorf("%s: %d rows of a test file", name, got.file)
		}
	}
	if table.Hash() != before {
		t.Error("the table that was read was changed")
	}
}
