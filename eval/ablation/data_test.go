package ablation

import (
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// What an eps means is said for each data set, and what is left unsaid changes no
// run's identity.
func TestScale(t *testing.T) {
	s, err := Parse([]byte("loop = \"none\"\n[[data]]\nsource = \"builtin:wdbc\"\neps = 0.1\n[[data]]\nname = \"deviations\"\nsource = \"builtin:wdbc\"\nscale = \"deviation\"\neps = 0.1\n"))
	if err != nil {
		t.Fatal(err)
	}
	grid, err := s.Grid()
	if err != nil {
		t.Fatal(err)
	}
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
