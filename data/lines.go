package data

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/hardwood-ml/hardwood/internal/memory"
)

// lines yields the lines of a text that hold something, trimmed and without
// comments.
type lines struct {
	io.Closer
	s       *bufio.Scanner
	comment byte  // starts a comment: a # anywhere, another only at the start of a line
	number  int   // of the last line, from 1
	bytes   int64 // of all lines so far
}

// maxLine is the most bytes of a line, or of a row that goes over several.
const maxLine = 64 << 20

// errTooLong says that there are more.
var errTooLong = fmt.Errorf("longer than %d MiB", maxLine>>20)

func openLines(in *Input, comment byte) (*lines, error) {
	content, err := in.Open()
	if err != nil {
		return nil, err
	}
	text := bufio.NewReaderSize(content, 1<<16)
	skipMark(text)
	s := bufio.NewScanner(text)
	s.Buffer(nil, maxLine)
	s.Split(func(text []byte, atEnd bool) (int, []byte, error) {
		advance, line, err := bufio.ScanLines(text, atEnd)
		if err == nil && line == nil {
			err = memory.AskForRow(len(text), 6)
		}
		return advance, line, err
	})
	return &lines{Closer: content, s: s, comment: comment}, nil
}

// next returns the next line, or io.EOF.
func (l *lines) next() (string, error) {
	for l.s.Scan() {
		l.number++
		b := l.s.Bytes()
		l.bytes += int64(len(b))
		if l.comment == '#' {
			b, _, _ = bytes.Cut(b, []byte("#"))
		}
		if b = bytes.TrimSpace(b); len(b) > 0 && b[0] != l.comment {
			return string(b), nil
		}
	}
	err := l.s.Err()
	switch err {
	case nil:
		return "", io.EOF
	case bufio.ErrTooLong:
		err = errTooLong
	}
	if err == errTooLong || errors.Is(err, memory.ErrBudget) {
		return "", &Error{Line: l.number + 1, Err: err}
	}
	return "", err
}
