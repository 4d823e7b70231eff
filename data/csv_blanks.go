package data

import (
	"bytes"
	"io"
	"strings"
)

// unblanked reads a CSV text without the blanks before a quote that opens a cell, as in
// 1, "a, b": encoding/csv would take such a quote for a part of the cell. Blanks before other cells
// stay, as they may tell two levels apart.
type unblanked struct {
	text    io.Reader
	blanks  string // blanks that do not separate cells
	comment string // starts lines whose quotes are text, "" for none
	held    []byte // blanks that a quote may follow

	line      bool // at the start of a line
	commented bool // within a line that is a comment
	quoted    bool // within quotes
	behind    bool // behind closing quotes and blanks: what stands between them and other quotes is a fault
}

// blanks are what may stand before a cell and after it.
const blanks = " \t"

func newUnblanked(text io.Reader, separator rune, o *Options) *unblanked {
	drop := strings.ReplaceAll(blanks, string(separator), "")
	if separator == ' ' {
		drop = ""
	}
	return &unblanked{text: text, blanks: drop, comment: o.Comment, line: true}
}

func (u *unblanked) Read(p []byte) (int, error) {
	for {
		n, m, err := copy(p, u.held), 0, error(nil)
		u.held = u.held[n:]
		if n < len(p) {
			m, err = u.text.Read(p[n:])
		}
		text := p[:n+m]
		if err == nil && m > 0 {
			text = bytes.TrimRight(text, u.blanks)
			u.held = append(u.held[:0], p[len(text):n+m]...)
		}
		if n = u.pass(text); n > 0 || err != nil || len(p) == 0 {
			return n, err
		}
	}
}

// pass drops blanks from a part of the text and returns how many bytes are left.
func (u *unblanked) pass(text []byte) int {
	kept := 0
	for at := 0; at < len(text); {
		part, drop := u.next(text[at:])
		if kept != at {
			copy(text[kept:], part)
		}
		kept += len(part)
		at += len(part) + drop
	}
	return kept
}

// next returns what comes next, and how many blanks behind it are to be dropped.
func (u *unblanked) next(text []byte) (part []byte, drop int) {
	if u.commented {
		end := bytes.IndexByte(text, '\n') + 1
		if end == 0 {
			return text, 0
		}
		u.commented, u.line = false, true
		return text[:end], 0
	}
	quote := bytes.IndexByte(text, '"')
	if quote == 0 {
		u.quoted, u.behind, u.line = !u.quoted, u.quoted, false
		return text[:1], 0
	}
	if quote > 0 {
		text = text[:quote]
	}
	if u.quoted {
		return text, 0
	}
	if u.comment != "" {
		if u.line && bytes.HasPrefix(text, []byte(u.comment)) {
			u.commented = true
			return text[:len(u.comment)], 0
		}
		if at := bytes.Index(text, []byte("\n"+u.comment)); at >= 0 {
			text, quote = text[:at+1], -1
		}
	}
	bare := bytes.TrimRight(text, u.blanks)
	if len(bare) > 0 {
		u.line, u.behind = bare[len(bare)-1] == '\n' && len(bare) == len(text), false
	} else {
		u.line = false
	}
	if quote > 0 && !u.behind {
		return bare, len(text) - len(bare)
	}
	return text, 0
}
