package data_test

import (
	"encoding"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// TestWords: the words for values come back as the values, and no others do.
func TestWords(t *testing.T) {
	for word, want := range map[string]data.FirstLine{"": data.AnyFirst, "yes": data.NamesFirst, "no": data.RowFirst, "true": data.NamesFirst, "false": data.RowFirst} {
		var got data.FirstLine
		if err := got.UnmarshalText([]byte(word)); err != nil || got != want {
			t.Errorf("%q is %v, want %v: %v", word, got, want, err)
		}
		again(t, got, string(want))
	}
	for word, want := range map[string]data.IndexBase{"": data.AnyBase, "0": data.FromZero, "1": data.FromOne} {
		var got data.IndexBase
		if err := got.UnmarshalText([]byte(word)); err != nil || got != want {
			t.Errorf("%q is %v, want %v: %v", word, got, want, err)
		}
		again(t, got, word)
	}
	for want, value := range map[string]encoding.TextUnmarshaler{
		`header is "maybe", must be yes or no`:  new(data.FirstLine),
		`index base is "maybe", must be 0 or 1`: new(data.IndexBase),
	} {
		if err := value.UnmarshalText([]byte("maybe")); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func again(t *testing.T, value encoding.TextMarshaler, want string) {
	t.Helper()
	if got, err := value.MarshalText(); err != nil || string(got) != want {
		t.Errorf("%v is written as %q, want %q: %v", value, got, want, err)
	}
}
