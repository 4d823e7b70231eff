package main

import (
	"fmt"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// Groups are found by prefix and rows: levels may hold the sign that ends a prefix,
// nobody need have a level, and columns that vary on their own are no group.
func TestGroupsOf(t *testing.T) {
	table := &data.Table{
		Features: []string{"age", "job_blue_collar", "job_nurse", "job_none", "has_car", "has_house", "city=Paris", "city=Rome", "is_a_x", "is_a_y", "is_b_x", "is_b_y", "z_1", "z_2"},
		Rows:     4,
		Cols:     14,
		X: []float64{
			30, 1, 0, 0, 1, 1, 1, 0, 1, 0, 1, 0, 0, 1,
			1, 0, 1, 0, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1,
			0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 1,
			4, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 1,
		},
	}
	want := "[{job [job_blue_collar job_nurse job_none] false} {city [city=Paris city=Rome] true} {is_a [is_a_x is_a_y] false} {is_b [is_b_x is_b_y] false}]"
	check := func() {
		t.Helper()
		var got []string
		for _, g := range groupsOf(table) {
			got = append(got, fmt.Sprint("{", g.Name, " ", g.Features, " ", g.AtMostOne, "}"))
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%v, want %s", got, want)
		}
	}
	check()
	if err := data.FitScaling(table).Apply(table); err != nil {
		t.Fatal(err)
	}
	check()
	for i := range table.Rows {
		table.Row(i)[1] = 0.5
	}
	want = "[{city [city=Paris city=Rome] true} {is_a [is_a_x is_a_y] false} {is_b [is_b_x is_b_y] false}]"
	check()
}
