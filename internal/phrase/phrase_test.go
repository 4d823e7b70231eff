package phrase

import "testing"

func TestPhrases(t *testing.T) {
	letters := []string{"a", "b", "c"}
	for _, c := range []struct{ got, want string }{
		{Count(0, "row"), "0 rows"},
		{Count(1, "row"), "1 row"},
		{Count(2, "leaf value"), "2 leaf values"},
		{Count(1, "class"), "1 class"},
		{Count(3, "class"), "3 classes"},
		{Few(nil, 2, ", "), ""},
		{Few(letters, 3, ", "), "a, b, c"},
		{Few(letters, 2, ", "), "a, b, ... (3 in all)"},
		{Few(letters, 2, "; "), "a; b; ... (3 in all)"},
		{List(nil, "and"), ""},
		{List(letters[:1], "and"), "a"},
		{List(letters[:2], "or"), "a or b"},
		{List(letters, "and"), "a, b and c"},
		{Column(nil, 3), "column 3"},
		{Column(letters, 1), `column "b"`},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
