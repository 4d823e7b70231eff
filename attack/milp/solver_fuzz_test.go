package milp

import "testing"

// FuzzSolution: whatever a solver writes is a solution or an error, and if it tells columns by
// number only existing ones have values.
func FuzzSolution(f *testing.F) {
	for i, text := range []string{
		"Optimal - objective value 0.25\n      0 x1 1 0\n** 1 d0 0.25 0\n",
		"s mip 3 2 o 0.25\nj 1 1\nj 2 0.25\n",
		"# Objective value = 0.25\nx1 1\nd0 0.25\n",
		"Infeasible - objective value 0\n", "s mip 3 2 n 0\n", "infeasible\n", "",
	} {
		f.Add([]byte(text), uint8(i))
	}
	columns := []string{"x1", "d0"}
	f.Fuzz(func(t *testing.T, text []byte, number uint8) {
		s := solvers[int(number)%len(solvers)]
		solution, err := s.parse(text, columns)
		switch {
		case err != nil || solution.infeasible:
		case solution.values == nil:
			t.Errorf("%s: a solution without values", s.name)
		case s.name == "glpk" && len(solution.values) > len(columns):
			t.Errorf("values %v of columns %v", solution.values, columns)
		}
	})
}
