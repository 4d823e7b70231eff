package train

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	_ "embed"
)

// program runs the other libraries.
//
//go:embed peers.py
var program string

// found returns those of the libraries that Python can import.
func (b *bench) found(libraries []string) (found []string) {
	for _, library := range libraries {
		if err := exec.Command(b.python, "-c", "import numpy, "+library).Run(); err != nil {
			fmt.Fprintf(os.Stderr, "no %s with %s: left out\n", library, b.python)
			continue
		}
		found = append(found, library)
	}
	return found
}

// do does a task with a library, or with our trainers, in a separate process.
func (b *bench) do(ctx context.Context, library string, t task) (result, error) {
	text, err := json.Marshal(t)
	if err != nil {
		return result{}, err
	}
	command := exec.CommandContext(ctx, b.python, "-c", program, library, b.data, string(text))
	if library == ours {
		self, err := os.Executable()
		if err != nil {
			return result{}, err
		}
		command = exec.CommandContext(ctx, self, "train", "own", "--data", b.data, "--task", string(text))
	}
	command.Env = append(os.Environ(), "OMP_WAIT_POLICY=PASSIVE")
	out, err := command.Output()
	var r result
	if err == nil {
		err = json.Unmarshal(out, &r)
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		lines := strings.Split(strings.TrimSpace(string(exit.Stderr)), "\n")
		err = errors.New(lines[len(lines)-1])
	}
	if err != nil {
		return r, fmt.Errorf("%s with %s: %w", t.Name, library, err)
	}
	fmt.Fprintf(os.Stderr, "%s on %s with %s, %d threads, seed %d: %.4g s of CPU, %.4g s, error %.4f\n", t.Name, t.Set, library, t.Threads, t.Seed, r.CPU, r.Wall, r.Error)
	return r, nil
}

const ours = "hardwood"
