package data

import (
	"bufio"
	"bytes"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// Encodings are the encodings of texts that are read besides UTF-8.
var Encodings = []string{"utf-16", "latin-1"}

// decoded returns a text as UTF-8. One that begins with the mark of UTF-8 is taken for that.
func decoded(text io.Reader, encoding string) io.Reader {
	if encoding == "" {
		return text
	}
	r := bufio.NewReader(text)
	if start, _ := r.Peek(len(utf8Mark)); string(start) == utf8Mark {
		return r
	}
	switch encoding {
	case "utf-16":
		order := unicode.LittleEndian
		if start, _ := r.Peek(1); bytes.Equal(start, []byte{0}) { // and no mark
			order = unicode.BigEndian
		}
		return unicode.UTF16(order, unicode.UseBOM).NewDecoder().Reader(r)
	case "latin-1":
		return charmap.Windows1252.NewDecoder().Reader(r)
	}
	return r
}

// blank is the separator of cells between any number of blanks and tabs.
const blank = "blank"

// isMark reports whether a text is a character that may separate cells or start
// a comment.
func isMark(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	return size == len(text) && r != utf8.RuneError && r != '"' && r != '\r' && r != '\n'
}

// squeezed reads a text in which, outside quotes, any number of blanks and tabs becomes
// one blank, or none at the start and the end of lines.
type squeezed struct {
	text    io.Reader
	literal bool // quotes are characters like any other
	quoted  bool
	pending bool // blanks that were not written
	start   bool // of a line
	held    bytes.Buffer
	buffer  []byte
}

func newSqueezed(text io.Reader, o *Options) *squeezed {
	return &squeezed{text: text, literal: o.NoQuotes, start: true, buffer: make([]byte, 1<<14)}
}

func (s *squeezed) Read(p []byte) (int, error) {
	for s.held.Len() == 0 {
		n, err := s.text.Read(s.buffer)
		for _, b := range s.buffer[:n] {
			s.add(b)
		}
		if s.held.Len() == 0 && err != nil {
			return 0, err
		}
	}
	return s.held.Read(p)
}

// add takes the next byte.
func (s *squeezed) add(b byte) {
	switch {
	case !s.quoted && (b == ' ' || b == '\t'):
		s.pending = true
		return
	case b == '"' && !s.literal:
		s.quoted = !s.quoted
	}
	end := b == '\n' || b == '\r'
	if s.pending && !s.start && !end {
		s.held.WriteByte(' ')
	}
	s.pending, s.start = false, end && !s.quoted
	s.held.WriteByte(b)
}
