package milp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// solver is a program that solves LP files.
type solver struct {
	name, program string
	gap           float64 // its optimum may be above the true one by gap*(100+|optimum|)
	args          func(lp, out string) []string
	parse         func(out []byte, columns []string) (solution, error)
}

// solution is what a solver found.
type solution struct {
	infeasible bool
	objective  float64 // as the solver reports it, before integers are rounded
	values     map[string]float64
}

var solvers = []solver{
	{"cbc", "cbc", 1e-6, func(lp, out string) []string {
		// preprocessing of 2.10.8 returns an optimum of 1000 for programs whose optimum is 0.081
		return []string{lp, "preprocess", "off", "ratio", "0", "solve", "solution", out}
	}, parseCBC},
	{"glpk", "glpsol", 1e-6, func(lp, out string) []string { return []string{"--lp", lp, "-w", out} }, parseGLPK},
	{"highs", "highs", 1e-4, func(lp, out string) []string { return []string{"--solution_file", out, lp} }, parseNamed},
	{"gurobi", "gurobi_cl", 1e-6, func(lp, out string) []string { return []string{"MIPGap=0", "ResultFile=" + out, lp} }, parseNamed},
}

// Solvers returns the names of the known solvers.
func Solvers() []string {
	var names []string
	for _, s := range solvers {
		names = append(names, s.name)
	}
	return names
}

// ErrNoSolver is the error of Prepare where no solver is installed.
var ErrNoSolver = errors.New("no solver is installed")

// find returns a solver by its name; "" is the first that is installed.
func find(name string) (solver, error) {
	for _, s := range solvers {
		if _, err := exec.LookPath(s.program); s.name == name || name == "" && err == nil {
			if err != nil {
				return s, fmt.Errorf("solver %s is not installed: there is no program %s", name, s.program)
			}
			return s, nil
		}
	}
	if name == "" {
		return solver{}, fmt.Errorf("%w: none of %s", ErrNoSolver, strings.Join(Solvers(), ", "))
	}
	return solver{}, fmt.Errorf("unknown solver %q: use one of %s", name, strings.Join(Solvers(), ", "))
}

// solve runs the solver on a program in its own folder.
func (s solver) solve(ctx context.Context, write func(f *os.File) ([]string, error)) (solution, error) {
	dir, err := os.MkdirTemp("", "hardwood-milp-")
	if err != nil {
		return solution{}, err
	}
	defer os.RemoveAll(dir)
	lp, out := filepath.Join(dir, "program.lp"), filepath.Join(dir, "solution.txt")
	f, err := os.Create(lp)
	if err != nil {
		return solution{}, err
	}
	columns, err := write(f)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return solution{}, err
	}
	said, err := exec.CommandContext(ctx, s.program, s.args(lp, out)...).CombinedOutput()
	if ctx.Err() != nil {
		return solution{}, ctx.Err()
	}
	if err != nil {
		return solution{}, fmt.Errorf("solver %s: %w: %s", s.name, err, lastLine(said))
	}
	if bytes.Contains(bytes.ToLower(said), []byte("infeasible")) || bytes.Contains(said, []byte("NO PRIMAL FEASIBLE")) || bytes.Contains(said, []byte("NO INTEGER FEASIBLE")) {
		if sol, err := s.read(out, columns); err == nil && !sol.infeasible && len(sol.values) > 0 {
			return sol, nil // the word was about an intermediate step
		}
		return solution{infeasible: true}, nil
	}
	return s.read(out, columns)
}

func (s solver) read(out string, columns []string) (solution, error) {
	text, err := os.ReadFile(out)
	if err != nil {
		return solution{}, fmt.Errorf("solver %s wrote no solution", s.name)
	}
	sol, err := s.parse(text, columns)
	if err != nil {
		return solution{}, fmt.Errorf("solver %s: %w", s.name, err)
	}
	return sol, nil
}

func lastLine(text []byte) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return lines[len(lines)-1]
}

// parseCBC reads "status - objective value v", then "column name value cost".
func parseCBC(out []byte, _ []string) (solution, error) {
	lines := bufio.NewScanner(bytes.NewReader(out))
	if !lines.Scan() {
		return solution{}, fmt.Errorf("the solution is empty")
	}
	switch status := lines.Text(); {
	case strings.HasPrefix(status, "Infeasible"), strings.HasPrefix(status, "Integer infeasible"):
		return solution{infeasible: true}, nil
	case !strings.HasPrefix(status, "Optimal"):
		return solution{}, fmt.Errorf("stopped before the optimum: %s", status)
	}
	_, value, _ := strings.Cut(lines.Text(), "objective value ")
	objective, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil {
		return solution{}, fmt.Errorf("line %q has no objective value", lines.Text())
	}
	values := map[string]float64{}
	for lines.Scan() {
		fields := strings.Fields(strings.TrimPrefix(lines.Text(), "**"))
		if len(fields) < 3 {
			continue
		}
		v, err := strconv.ParseFloat(fields[2], 64)
		if err != nil {
			return solution{}, fmt.Errorf("line %q has no value", lines.Text())
		}
		values[fields[1]] = v
	}
	return solution{objective: objective, values: values}, lines.Err()
}

// parseGLPK reads "s mip rows columns status objective" and "j column value".
func parseGLPK(out []byte, columns []string) (solution, error) {
	sol := solution{objective: math.Inf(-1), values: map[string]float64{}}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		switch {
		case len(fields) >= 5 && fields[0] == "s" && fields[4] == "n", len(fields) >= 5 && fields[0] == "s" && fields[4] == "u":
			return solution{infeasible: true}, nil
		case len(fields) >= 5 && fields[0] == "s" && fields[4] != "o":
			return solution{}, fmt.Errorf("stopped before the optimum: status %s", fields[4])
		case len(fields) >= 6 && fields[0] == "s":
			var err error
			if sol.objective, err = strconv.ParseFloat(fields[5], 64); err != nil {
				return solution{}, fmt.Errorf("line %q has no objective value", strings.TrimSpace(line))
			}
		case len(fields) == 3 && fields[0] == "j":
			j, err := strconv.Atoi(fields[1])
			v, bad := strconv.ParseFloat(fields[2], 64)
			if err != nil || bad != nil || j < 1 || j > len(columns) {
				return solution{}, fmt.Errorf("line %q is not a column's value", strings.TrimSpace(line))
			}
			sol.values[columns[j-1]] = v
		}
	}
	return sol, nil
}

// parseNamed reads lines "name value", as HiGHS and Gurobi write them, with "Objective value" from
// the former and "# Objective value = value" from the latter.
func parseNamed(out []byte, _ []string) (solution, error) {
	sol := solution{objective: math.Inf(-1), values: map[string]float64{}}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if len(fields) == 1 && strings.EqualFold(fields[0], "infeasible") {
			return solution{infeasible: true}, nil
		}
		if len(fields) < 2 {
			continue
		}
		v, err := strconv.ParseFloat(fields[len(fields)-1], 64)
		switch {
		case err != nil:
		case strings.HasPrefix(line, "Objective "), strings.HasPrefix(line, "# Objective value"):
			sol.objective = v
		case len(fields) == 2:
			sol.values[fields[0]] = v
		}
	}
	return sol, nil
}
