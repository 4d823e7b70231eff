package data

import (
	"bufio"
	"strings"
	"testing"
)

// Room is made for the rows of a wide table, and not for many more, whatever the length of its names.
func TestGuessRows(t *testing.T) {
	const rows, cols = 500, 800
	for name, content := range map[string]string{
		"long names":  strings.Repeat(",a long name of a column", cols)[1:] + strings.Repeat("\n"+strings.Repeat(",0", cols)[1:], rows),
		"short names": strings.Repeat(",a", cols)[1:] + strings.Repeat("\n"+strings.Repeat(",0.12345", cols)[1:], rows),
		"no names":    strings.Repeat(strings.Repeat(",1", cols)[1:]+"\n", rows),
	} {
		in := bufio.NewReaderSize(strings.NewReader(content), 1<<16)
		if got := guessRows(in, &Input{Size: int64(len(content))}); got < rows || got > rows+rows/10 {
			t.Errorf("%s: %d rows, want a few more than %d", name, got, rows)
		}
	}
}
