package terminal

import (
	"bytes"
	"testing"
)

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"age [yr], größe 身長 ±∞ \t|\n":       "age [yr], größe 身長 ±∞ \t|\n",
		"\x1b]0;owned\a\x1b[2J":             `\x1b]0;owned\a\x1b[2J`,
		"over\rwritten\x00\b\x7f":           `over\rwritten\x00\b\x7f`,
		"\u202Egnp.exe\u2066 \u009b31m":     `\u202egnp.exe\u2066 \u009b31m`,
		"no UTF-8: \xff, cut off: \xe2\x82": `no UTF-8: \xff, cut off: \xe2\x82`,
		"no-break\u00a0space \ufffd":        "no-break\u00a0space \ufffd",
	} {
		if got := Text(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

// Runes may arrive in pieces.
func TestWriter(t *testing.T) {
	const in = "größe 身長 \x1b[31m 😀 \xff\xe2x \u202e"
	for size := 1; size <= len(in); size++ {
		var out bytes.Buffer
		w := NewWriter(&out)
		for at := 0; at < len(in); at += size {
			piece := in[at:min(at+size, len(in))]
			if n, err := w.Write([]byte(piece)); n != len(piece) || err != nil {
				t.Fatal(n, err)
			}
		}
		if got, want := out.String(), Text(in); got != want {
			t.Errorf("in pieces of %d: %q, want %q", size, got, want)
		}
	}
}

func TestLine(t *testing.T) {
	for text, want := range map[string]string{"": "", "plain Käse": "plain Käse", "a\nb\r\tc\x1b[1m\u202e": `a\nb\r\tc\x1b[1m\u202e`} {
		if got := Line(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
