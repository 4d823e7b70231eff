package part

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// Part is one of the parts of a job. The zero value is the whole job.
type Part struct {
	Number int `json:"part"` // from 1
	Of     int `json:"of"`
}

// String returns p in the form that [Parse] reads, with 1/1 for the whole job.
func (p Part) String() string {
	if p.Of == 0 {
		return "1/1"
	}
	return fmt.Sprintf("%d/%d", p.Number, p.Of)
}

// Parse reads a part such as 3/64, the third of 64. Instead of a number, env stands for the place of
// the process in the array of a scheduler, from variables that lookup returns like [os.LookupEnv]:
// JOB_COMPLETION_INDEX + 1 in an indexed Job of Kubernetes, or SLURM_ARRAY_TASK_ID -
// SLURM_ARRAY_TASK_MIN + 1 in an array of Slurm. It is an error if the number is below 1 or above
// the number of parts.
func Parse(text string, lookup func(string) (string, bool)) (Part, error) {
	number, of, _ := strings.Cut(text, "/")
	parts, err := strconv.Atoi(of)
	if err != nil || parts < 1 {
		return Part{}, fmt.Errorf("is %q, not a part such as 3/64 or env/64", text)
	}
	p := Part{Of: parts}
	if number == "env" {
		p.Number, err = placeInArray(lookup)
	} else if p.Number, err = strconv.Atoi(number); err != nil {
		err = fmt.Errorf("is %q, not a part such as 3/64 or env/64", text)
	}
	if err == nil && (p.Number < 1 || p.Number > p.Of) {
		err = fmt.Errorf("is %s, and parts are counted from 1 to %d", p, p.Of)
	}
	return p, err
}

// The variables in which schedulers tell a process its place.
const (
	kubernetesIndex = "JOB_COMPLETION_INDEX"
	slurmTask       = "SLURM_ARRAY_TASK_ID"
	slurmFirst      = "SLURM_ARRAY_TASK_MIN"
)

// placeInArray returns the place of this process in its array, from 1.
func placeInArray(lookup func(string) (string, bool)) (int, error) {
	number := func(name string) (int, error) {
		text, ok := lookup(name)
		if !ok {
			return 0, fmt.Errorf("has env, but %s is not set", name)
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			return 0, fmt.Errorf("has env, but %s is %q, not a number", name, text)
		}
		return n, nil
	}
	if _, ok := lookup(kubernetesIndex); ok {
		n, err := number(kubernetesIndex)
		return n + 1, err
	}
	if _, ok := lookup(slurmTask); !ok {
		return 0, fmt.Errorf("has env, but neither %s nor %s is set", kubernetesIndex, slurmTask)
	}
	n, err := number(slurmTask)
	if err != nil {
		return 0, err
	}
	first, err := number(slurmFirst)
	return n - first + 1, err
}

// Bounds returns the range [from, to) of n things that p covers. Parts follow each other and differ
// in size by at most one.
func (p Part) Bounds(n int) (from, to int) {
	if p.Of == 0 {
		return 0, n
	}
	bound := func(parts int) int {
		hi, lo := bits.Mul64(uint64(n), uint64(parts)) // no number of parts is too large
		at, _ := bits.Div64(hi, lo, uint64(p.Of))
		return int(at)
	}
	return bound(p.Number - 1), bound(p.Number)
}

// Cut returns the part p of all, as a slice of it.
func Cut[T any](p Part, all []T) []T {
	from, to := p.Bounds(len(all))
	return all[from:to]
}
