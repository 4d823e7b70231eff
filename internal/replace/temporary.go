package replace

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/hardwood-ml/hardwood/internal/fault"
)

// createTemp opens the temporary file for path. It is locked until it is complete, so that others
// see that its process is alive.
func createTemp(path string) (*os.File, error) {
	if err := fault.At("create", path); err != nil {
		return nil, err
	}
	for {
		name := fmt.Sprintf(".%s.%d", filepath.Base(path), rand.Uint32())
		f, err := os.OpenFile(filepath.Join(filepath.Dir(path), name), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil {
			lock(f) // on systems without locks nobody sweeps
		}
		return f, err
	}
}

var digits = regexp.MustCompile(`\.\d+$`) // which end a temporary name

// settled is how long a temporary file must not have been written to before others consider it
// abandoned: locks come and go slightly apart from files.
const settled = time.Minute

// sweep removes the temporary files of path that killed processes have left.
func sweep(path string) {
	sweepDir(filepath.Dir(path), func(of string) bool { return of == filepath.Base(path) })
}

// Sweep removes the temporary files that killed processes have left in a directory in which nobody
// else has files. A missing directory is not an error.
func Sweep(dir string) { sweepDir(dir, func(string) bool { return true }) }

// sweepDir removes the abandoned temporary files of some names.
func sweepDir(path string, some func(name string) bool) {
	dir, err := os.Open(path)
	if err != nil {
		return // whoever writes here will report it
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	for _, name := range names {
		if of, hidden := strings.CutPrefix(digits.ReplaceAllString(name, ""), "."); hidden && digits.MatchString(name) && some(of) {
			sweepFile(filepath.Join(dir.Name(), name))
		}
	}
}

func sweepFile(path string) {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || time.Since(info.ModTime()) < settled {
		return
	}
	f, err := os.Open(path)
	if err != nil {
		return
	}
	dead := lock(f)
	f.Close() // Windows does not remove open files
	if dead {
		os.Remove(path)
	}
}
