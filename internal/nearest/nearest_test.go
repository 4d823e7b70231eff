package nearest

import (
	"strings"
	"testing"
)

func TestOf(t *testing.T) {
	names := []string{"rounds", "max-depth", "learning-rate", "seed", "eps"}
	for word, want := range map[string]string{
		"round": "rounds", "max-dpeth": "max-depth", "maxdepth": "max-depth",
		"learningrate": "learning-rate", "SEED": "seed", "ep": "eps", "quux": "", "": "",
		"num_rounds": "rounds", "depth": "max-depth", "learning": "learning-rate", "rounds-of-eps": "", "-": "",
	} {
		if got := Of(word, names); got != want {
			t.Errorf("Of(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestUnknown(t *testing.T) {
	names := []string{"inf", "2", "1"}
	if got, want := Unknown("norm", "infty", names).Error(), `unknown norm "infty": use one of inf, 2, 1`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := Unknown("norm", "in", names).Error(), `unknown norm "in": did you mean "inf"?`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestUnknownOfMany(t *testing.T) {
	many := strings.Split(strings.Repeat("eps ", 21)+"norm", " ")
	if got, want := Unknown("column", "quux", many).Error(), `unknown column "quux"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := UnknownOf("command", "quux", many).Error(), `unknown command "quux": use one of `+strings.Join(many, ", "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "abc", 3}, {"kitten", "sitting", 3}, {"ab", "ba", 1}, {"größe", "grösse", 2}, {"same", "same", 0}} {
		if got := distance(c.a, c.b); got != c.want || got != distance(c.b, c.a) {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
