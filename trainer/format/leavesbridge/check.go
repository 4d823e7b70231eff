package leavesbridge

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/hardwood-ml/hardwood/trainer/format/internal/limit"
	"github.com/hardwood-ml/hardwood/trainer/format/lightgbm"
)

// leaves trusts its files: a size could make it ask for all memory, and a child that is its own
// ancestor would make it predict forever. So it gets only files that were checked.

// checkLightGBM refuses files that our own reader refuses, and files in which leaves would find other
// trees: it takes each block between blank lines for a tree, as many as there are sizes.
func checkLightGBM(file io.ReadSeeker, _ int64) error {
	e, err := lightgbm.Read(file)
	if err != nil {
		return err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	r := bufio.NewReader(file)
	if _, sizes, err := readBlock(r); err != nil || sizes != len(e.Trees) {
		return cmp.Or(err, fmt.Errorf("%d sizes of %d trees", sizes, len(e.Trees)))
	}
	for i := range e.Trees {
		if first, _, err := readBlock(r); err != nil || !bytes.HasPrefix(first, []byte("Tree=")) {
			return cmp.Or(err, fmt.Errorf("block %d is no tree", i))
		}
	}
	return nil
}

// readBlock reads up to the next blank line that is not the first line. It returns the first line that
// is not blank, and the number of sizes of trees.
func readBlock(r *bufio.Reader) (first []byte, sizes int, err error) {
	for n := 0; ; n++ {
		line, err := r.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, 0, err
		}
		line = bytes.TrimSpace(line)
		if list, is := bytes.CutPrefix(line, []byte("tree_sizes=")); is {
			sizes = bytes.Count(list, []byte(" ")) + 1
		}
		if len(first) == 0 {
			first = line
		}
		if err == io.EOF || n > 0 && len(line) == 0 {
			return first, sizes, nil
		}
	}
}

// checkXGBoost walks through a binary file of XGBoost.
func checkXGBoost(file io.ReadSeeker, size int64) error {
	w := walk{r: bufio.NewReader(file), left: size}
	header := w.ints(34)
	features := header[1]
	if header[5] != 0 { // reserved before 1.0; since then it holds the version
		return errors.New("not one, or written by XGBoost 1.0 or later")
	}
	w.skip(w.length(1)) // name of the objective
	booster := w.length(1)
	w.skip(booster)
	model := w.ints(40)
	trees, groups := model[0], model[6]
	if w.err == nil && (features < 1 || features > limit.Features || groups < 1 || groups > trees) {
		return fmt.Errorf("%d features, %d trees for %d outputs", features, trees, groups)
	}
	for i := int32(0); i < trees && w.err == nil; i++ {
		w.tree(features)
	}
	w.skip(4 * int64(trees)) // output of each tree
	if booster == int64(len("dart")) {
		w.skip(w.length(4)) // weight of each tree
	}
	return w.err
}

// walk reads numbers and keeps the first error.
type walk struct {
	r    *bufio.Reader
	left int64 // bytes to the end of the file
	err  error
}

// node is a node as it is in the file; Left is -1 for a leaf.
type node struct {
	Parent, Left, Right int32
	Feature             uint32 // the highest bit says where missing values go
	Value               float32
}

// tree reads a tree of a model with a number of features.
func (w *walk) tree(features int32) {
	const size, stat = 20, 16 // bytes per node, and of its statistics
	param := w.ints(37)
	n := int64(param[1])
	if (n < 1 || n*(size+stat) > w.left) && w.err == nil {
		w.err = io.ErrUnexpectedEOF
	}
	if w.err != nil {
		return
	}
	nodes := make([]node, n)
	w.read(nodes)
	w.skip(n * stat)
	if param[5] > 0 {
		w.skip(w.length(4)) // leaves of several values
	}
	if w.err == nil {
		w.err = checkTree(nodes, features)
	}
}

// checkTree follows all paths from the root, which must not meet.
func checkTree(nodes []node, features int32) error {
	seen := make([]bool, len(nodes))
	for open := []int32{0}; len(open) > 0; {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		if at < 0 || int(at) >= len(nodes) || seen[at] {
			return fmt.Errorf("node %d is no child, or a child of two", at)
		}
		seen[at] = true
		n := &nodes[at]
		if n.Left == -1 {
			continue
		}
		if f := n.Feature &^ (1 << 31); f >= uint32(features) {
			return fmt.Errorf("node %d asks for feature %d of %d", at, f, features)
		}
		open = append(open, n.Left, n.Right)
	}
	return nil
}

// skip skips n bytes.
func (w *walk) skip(n int64) {
	if w.left -= n; (n < 0 || w.left < 0) && w.err == nil {
		w.err = io.ErrUnexpectedEOF
	}
	if w.err == nil {
		_, w.err = io.CopyN(io.Discard, w.r, n)
	}
}

// ints reads n numbers, which are 0 after an error.
func (w *walk) ints(n int) []int32 {
	v := make([]int32, n)
	w.read(v)
	return v
}

// length reads the length of a list, in bytes, given the size of its items.
func (w *walk) length(item int64) int64 {
	n := []int64{0}
	if w.read(n); n[0] > w.left { // or the product could overflow
		n[0] = -1
	}
	return n[0] * item
}

func (w *walk) read(v any) {
	if w.left -= int64(binary.Size(v)); w.left < 0 && w.err == nil {
		w.err = io.ErrUnexpectedEOF
	}
	if w.err == nil {
		w.err = binary.Read(w.r, binary.LittleEndian, v)
	}
}

// checked runs a check on a file, from its beginning.
func checked(path string, check func(file io.ReadSeeker, size int64) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	return check(file, info.Size())
}
