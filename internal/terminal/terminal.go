// Package terminal makes text safe to show: names from files may hold escape sequences, which can
// make a terminal clear the screen, change its title or show text in another order than it is
// written.
package terminal

import (
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text returns s with everything that is not graphic, apart from ends of lines
// and tabs, written as in a Go string: \x1b, \u202e.
func Text(s string) string {
	if plain(s) == len(s) {
		return s
	}
	return string(safe([]byte(s)))
}

// Line is [Text] for text that has to stay on one line: ends of lines and tabs are escaped too.
func Line(s string) string { return oneLine.Replace(Text(s)) }

var oneLine = strings.NewReplacer("\n", `\n`, "\t", `\t`)

// plain returns how many printable characters of ASCII a text begins with: these need no closer look.
func plain[T string | []byte](text T) int {
	n := 0
	for n < len(text) && ' ' <= text[n] && text[n] <= '~' {
		n++
	}
	return n
}

func safe(text []byte) (to []byte) {
	for len(text) > 0 {
		if n := plain(text); n > 0 {
			to, text = append(to, text[:n]...), text[n:]
			continue
		}
		r, size := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && size == 1:
			to = append(to, `\x`...)
			to = append(to, strconv.FormatUint(uint64(text[0]), 16)...)
		case r == '\n' || r == '\t' || unicode.IsGraphic(r):
			to = append(to, text[:size]...)
		default:
			quoted := strconv.QuoteRune(r)
			to = append(to, quoted[1:len(quoted)-1]...)
		}
		text = text[size:]
	}
	return to
}

// Writer makes all that is written through it safe, as [Text] does.
type Writer struct {
	to   io.Writer
	rest []byte // the beginning of a rune whose end is still to come
}

// NewWriter returns a Writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{to: w} }

// Write implements [io.Writer].
func (w *Writer) Write(p []byte) (int, error) {
	text := append(w.rest, p...)
	whole := len(text)
	for i := 1; i < utf8.UTFMax && i <= len(text); i++ {
		if last := text[len(text)-i:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				whole -= i
			}
			break
		}
	}
	w.rest = append([]byte(nil), text[whole:]...)
	if _, err := w.to.Write(safe(text[:whole])); err != nil {
		return 0, err
	}
	return len(p), nil
}
