//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/hardwood-ml/hardwood/data"
)

// load reads one part of a set as a table.
func load(dir, set, part string) (*data.Table, error) {
	x, shape, err := readArray(filepath.Join(dir, set+"_X"+part+".npy"), func(b []byte) float64 {
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	})
	if err != nil {
		return nil, err
	}
	y, _, err := readArray(filepath.Join(dir, set+"_y"+part+".npy"), func(b []byte) int {
		return int(int32(binary.LittleEndian.Uint32(b)))
	})
	if err != nil {
		return nil, err
	}
	t := &data.Table{Rows: len(y), Cols: len(x) / len(y), X: x, Y: y, Source: set + " " + shape}
	for f := range t.Cols {
		t.Features = append(t.Features, fmt.Sprint(f))
	}
	classes := 0
	for _, c := range y {
		classes = max(classes, c+1)
	}
	for c := range classes {
		t.Classes = append(t.Classes, fmt.Sprint(c))
	}
	return t, t.Validate()
}

// readArray reads a NumPy file of four-byte values in C order.
func readArray[T any](path string, decode func([]byte) T) ([]T, string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, "", err
	}
	r := bufio.NewReaderSize(f, 1<<20)
	var start [10]byte
	if _, err := io.ReadFull(r, start[:]); err != nil || !bytes.HasPrefix(start[:], []byte("\x93NUMPY\x01")) {
		return nil, "", fmt.Errorf("%s is not a NumPy file of version 1", path)
	}
	size := int(binary.LittleEndian.Uint16(start[8:]))
	header := make([]byte, size)
	if _, err := io.ReadFull(r, header); err != nil {
		return nil, "", err
	}
	if h := string(header); !strings.Contains(h, "4'") || !strings.Contains(h, "'fortran_order': False") {
		return nil, "", fmt.Errorf("%s does not hold four-byte values in C order: %s", path, h)
	}
	values := make([]T, 0, (int(info.Size())-10-size)/4)
	for {
		var b [4]byte
		if _, err := io.ReadFull(r, b[:]); err == io.EOF {
			return values, strings.TrimSpace(string(header)), nil
		} else if err != nil {
			return nil, "", err
		}
		values = append(values, decode(b[:]))
	}
}

// memory returns a line of the process's status in MiB, 0 where the system
// does not have it.
func memory(line string) int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for l := range strings.Lines(string(status)) {
		var kib int
		if n, _ := fmt.Sscanf(l, line+": %d kB", &kib); n == 1 {
			return kib / 1024
		}
	}
	return 0
}
