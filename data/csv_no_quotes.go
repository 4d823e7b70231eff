package data

import (
	"bufio"
	"bytes"
	"io"
)

// unquoted reads a CSV text whose quotes are characters like any other: each cell comes out in quotes, so
// that encoding/csv takes it as it is written.
type unquoted struct {
	text      *bufio.Reader
	separator []byte
	comment   string // starts lines that are no rows, "" for none
	line      []byte // what is not read yet of the last line
	err       error  // behind it
}

func newUnquoted(text io.Reader, separator rune, o *Options) *unquoted {
	return &unquoted{text: bufio.NewReader(text), separator: []byte(string(separator)), comment: o.Comment}
}

func (u *unquoted) Read(p []byte) (int, error) {
	for len(u.line) == 0 {
		if u.err != nil {
			return 0, u.err
		}
		u.line, u.err = u.text.ReadBytes('\n')
		u.quote()
	}
	n := copy(p, u.line)
	u.line = u.line[n:]
	return n, nil
}

// quote puts the cells of the line in quotes. Empty lines and comments stay as they are.
func (u *unquoted) quote() {
	row, ended := bytes.CutSuffix(u.line, []byte("\n"))
	if len(row) == 0 || u.comment != "" && bytes.HasPrefix(row, []byte(u.comment)) {
		return
	}
	row = bytes.ReplaceAll(row, []byte(`"`), []byte(`""`))
	row = bytes.ReplaceAll(row, u.separator, []byte(`"`+string(u.separator)+`"`))
	u.line = append(append([]byte{'"'}, row...), '"')
	if ended {
		u.line = append(u.line, '\n')
	}
}
