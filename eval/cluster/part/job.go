package part

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/fault"
	"github.com/hardwood-ml/hardwood/internal/regular"
)

// Job is the job that is cut into parts: all that its results depend on.
type Job struct {
	Command  string            `json:"command"`  // of hardwood
	Version  string            `json:"version"`  // of hardwood
	Arch     string            `json:"arch"`     // see [Arch]
	Settings map[string]string `json:"settings"` // by their names
	Inputs   map[string]string `json:"inputs"`   // SHA-256 of files, in hexadecimal, by the setting that names them
}

// Arch names the processors that give the same bits as this one: amd64 and arm64 mix, as nothing that
// results depend on is fused or left to the processor. Others stand alone, as they have not been
// compared.
func Arch() string {
	switch runtime.GOARCH {
	case "amd64", "arm64":
		return "amd64 or arm64"
	}
	return runtime.GOARCH
}

// ID returns the identity of j, a SHA-256.
func (j *Job) ID() string {
	text, err := json.Marshal(j) // maps sorted by key
	if err != nil {
		panic(err) // strings can be written
	}
	return fmt.Sprintf("%x", sha256.Sum256(append([]byte("hardwood job 1\n"), text...)))
}

// Difference says how j differs from a, "" if they are the same job.
func (j *Job) Difference(a *Job) string {
	switch {
	case j.Version != a.Version:
		return fmt.Sprintf("its version is %s, not %s", j.Version, a.Version)
	case j.Arch != a.Arch:
		return fmt.Sprintf("its architecture is %s, not %s", j.Arch, a.Arch)
	case j.Command != a.Command:
		return fmt.Sprintf("its command is %s, not %s", j.Command, a.Command)
	}
	if name := different(j.Inputs, a.Inputs); name != "" {
		return fmt.Sprintf("its %s is a file with other content", name)
	}
	if name := different(j.Settings, a.Settings); name != "" {
		return fmt.Sprintf("its %s is %q, not %q", name, j.Settings[name], a.Settings[name])
	}
	return ""
}

// different returns the first name whose values differ, "" if none do.
func different(a, b map[string]string) string {
	names := slices.Sorted(maps.Keys(a))
	names = slices.AppendSeq(names, maps.Keys(b))
	for _, name := range names {
		if x, ok := a[name]; x != b[name] || !ok {
			return name
		}
	}
	return ""
}

// SumFile returns the SHA-256 of a file in hexadecimal.
func SumFile(path string) (string, error) {
	f, err := regular.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, fault.NewReader(f, path)); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// sum returns the SHA-256 of some bytes in hexadecimal.
func sum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}
