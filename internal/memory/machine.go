package memory

import (
	"math"
	"os"
	"path"
	"runtime/debug"
	"strconv"
	"strings"
)

// goLimit is Go's own limit, as GOMEMLIMIT sets it, before Set changes it.
var goLimit = debug.SetMemoryLimit(-1)

// Machine returns the bytes that a program may take here: Go's own limit if GOMEMLIMIT sets one,
// else what the container or the machine has, 0 if that is not known.
func Machine() int64 {
	if goLimit < math.MaxInt64 {
		return goLimit
	}
	least := total()
	limits := []int64{controlGroup(), addressSpace()}
	if strconv.IntSize == 32 {
		limits = append(limits, 2<<30)
	}
	for _, limit := range limits {
		if limit > 0 && (least == 0 || limit < least) {
			least = limit
		}
	}
	return least
}

// total returns the memory of the machine in bytes, 0 if /proc does not tell.
func total() int64 {
	for line := range strings.Lines(read("/proc/meminfo")) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "MemTotal:" {
			return number(fields[1]) << 10
		}
	}
	return 0
}

// addressSpace returns what may be taken under the limit on the process's address space, as ulimit
// -v sets it: a third of what is left of it, as a Go program maps more than it uses; 0 for no
// limit.
func addressSpace() int64 {
	for line := range strings.Lines(read("/proc/self/limits")) {
		rest, ok := strings.CutPrefix(line, "Max address space")
		if !ok {
			continue
		}
		if fields := strings.Fields(rest); len(fields) > 0 && number(fields[0]) > 0 {
			pages, _, _ := strings.Cut(read("/proc/self/statm"), " ")
			return max(1, (number(fields[0])-number(pages)*int64(os.Getpagesize()))/3)
		}
	}
	return 0
}

// controlGroup returns the lowest limit of the process's control groups, of either version, and of
// those above them; 0 for none.
func controlGroup() (least int64) {
	for line := range strings.Lines(read("/proc/self/cgroup")) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) != 3 {
			continue
		}
		root, file := "/sys/fs/cgroup", "memory.max"
		if fields[1] == "memory" {
			root, file = "/sys/fs/cgroup/memory", "memory.limit_in_bytes"
		} else if fields[1] != "" {
			continue
		}
		for at := fields[2]; ; at = path.Dir(at) {
			if limit := number(strings.TrimSpace(read(path.Join(root, at, file)))); limit > 0 && (least == 0 || limit < least) {
				least = limit
			}
			if at == "/" || at == "." {
				break
			}
		}
	}
	return least
}

func read(file string) string {
	text, _ := os.ReadFile(file) // a file that cannot be read sets no limit
	return string(text)
}

// number returns a whole number, 0 for other words and for numbers that mean no limit.
func number(word string) int64 {
	v, err := strconv.ParseInt(word, 10, 64)
	if err != nil || v >= 1<<60 {
		return 0
	}
	return v
}
