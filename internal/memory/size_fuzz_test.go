package memory

import "testing"

// FuzzParseSize: any value of --memory is a number of bytes within the limits, or an error.
func FuzzParseSize(f *testing.F) {
	for _, text := range []string{"4GiB", "500 mb", "1e9", "0x1p40", "nan", "-1TB", "infB", "KiB", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if size, err := ParseSize(text); err == nil && (size < least || size > 1<<60) {
			t.Errorf("%q is %d bytes", text, size)
		}
	})
}
