package train

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/hardwood-ml/hardwood/internal/cputime"
)

// cost is a time in seconds: wall time, and CPU time of all threads together.
type cost struct{ wall, cpu float64 }

var began = time.Now()

func now() cost { return cost{time.Since(began).Seconds(), cputime.Seconds()} }

func since(start cost) cost {
	end := now()
	return cost{end.wall - start.wall, end.cpu - start.cpu}
}

// forgetPeak resets the line VmHWM of the process's status to the memory in use now.
func forgetPeak() { os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) }

// memory returns a line of the process's status in MiB, 0 if the system does not have it.
func memory(line string) float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for l := range strings.Lines(string(status)) {
		var kib float64
		if n, _ := fmt.Sscanf(l, line+": %f kB", &kib); n == 1 {
			return kib / 1024
		}
	}
	return 0
}
