package threat_test

import (
	"fmt"
	"testing"

	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Groups are found by prefix and rows: levels may hold the sign that ends a prefix,
// nobody need have a level, and columns that vary on their own are no group.
func TestFindGroups(t *testing.T) {
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
		for _, g := range threat.FindGroups(table) {
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

// Groups are added but for those of whose columns the file says something: in a rule or a
// group, by name or by number.
func TestAddGroups(t *testing.T) {
	of := func(name string, features ...string) threat.Group {
		return threat.Group{Name: name, Features: features}
	}
	found := []threat.Group{of("a", "a_1", "a_2"), of("b", "b_1", "b_2"), of("c", "c_1", "c_2"), of("d", "d_1", "d_2")}
	e := &ensemble.Ensemble{Schema: ensemble.Schema{Features: []string{"a_1", "a_2", "b_1", "b_2", "c_1", "c_2", "d_1", "d_2"}}}
	file := threat.Threat{Features: []threat.Rule{{Feature: "a_2"}, {Feature: "4"}}, Groups: []threat.Group{of("mine", "d_1", "x")}}
	if added := file.AddGroups(found, e); len(added) != 1 || added[0].Name != "b" {
		t.Errorf("added %v, want b", added)
	}
	if n := len(file.Groups); n != 2 || file.Groups[1].Name != "b" {
		t.Errorf("the file has %v", file.Groups)
	}
}

// A group that is found gets another name than one of the file, and none is of a column in a link.
func TestAddGroupsBesideNamesAndLinks(t *testing.T) {
	found := []threat.Group{{Name: "job", Features: []string{"job_a", "job_b"}}, {Name: "town", Features: []string{"town_a", "town_b"}}}
	e := &ensemble.Ensemble{Schema: ensemble.Schema{Features: []string{"job_a", "job_b", "town_a", "town_b", "x", "y", "z"}}}
	file := threat.Threat{Groups: []threat.Group{{Name: "job", Features: []string{"x", "y"}}}, Links: []string{"town_b <= z"}}
	if added := file.AddGroups(found, e); len(added) != 1 || added[0].Name != "job-2" {
		t.Errorf("added %v, want job-2", added)
	}
}
