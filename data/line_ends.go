package data

import (
	"bufio"
	"bytes"
	"io"
)

// withLineFeeds returns a text whose lines end with a line feed. If a text begins with
// carriage returns alone, as Macs wrote them and spreadsheets still offer, each of its
// lines is taken to end with one. A line feed at the very end does not count: it was added
// by some program.
func withLineFeeds(text io.Reader) io.Reader {
	r := bufio.NewReaderSize(text, 1<<16)
	start, _ := r.Peek(r.Size()) // fewer bytes are all there are, and an error comes again
	start = bytes.TrimSuffix(start, []byte("\n"))
	first := bytes.IndexAny(start, "\r\n")
	if first < 0 || first == len(start)-1 || bytes.IndexByte(start, '\n') >= 0 {
		return r
	}
	return returns{r}
}

// returns reads carriage returns as line feeds.
type returns struct{ io.Reader }

func (t returns) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	for rest := p[:n]; ; {
		at := bytes.IndexByte(rest, '\r')
		if at < 0 {
			return n, err
		}
		rest[at], rest = '\n', rest[at+1:]
	}
}
