package ablation

import (
	"strings"
	"testing"
)

// FuzzParse: whatever a spec says, it is taken, or refused in one line.
func FuzzParse(f *testing.F) {
	f.Add([]byte("name = \"a\"\nseeds = [0, 1]\nloop = [\"none\", \"lt\"]\nsplit = [0, 1]\n[[data]]\nsource = \"builtin:wdbc\"\neps = 0.1\n" +
		"[train]\nrounds = 10\nmax-depth = [3, 4]\n[baseline]\nloop = \"none\"\n[evaluate]\nmethod = \"lt\"\nstarts = 2\neps = [0.5]"))
	f.Add([]byte("[[data]]\nsource = \"a.csv\"\ntest = \"b.csv\"\nheader = \"no\"\nclasses = [\"x\", \"y\"]\nindex-base = 1\nrows = -1"))
	f.Add([]byte("booster = [\"gbdt\", \"forest\"]\nnorm = [inf, 2]\nradius = [1, 1e999]\n[train]\nlambda = nan"))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := Parse(text)
		switch {
		case err != nil && strings.ContainsAny(err.Error(), "\n\r"):
			t.Errorf("not one line: %q", err)
		case err == nil && len(s.Data) == 0:
			t.Error("a spec without data")
		}
	})
}
