package threat_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Classes go by name, or by number if the model names none.
func TestClasses(t *testing.T) {
	numbered := &ensemble.Ensemble{Features: 1, Classes: 3}
	for text, e := range map[string]*ensemble.Ensemble{
		"classes = [\"fraud\"]": model, "classes = [1]": numbered, "classes = [\"1\"]": numbered,
	} {
		c := read(t, text, e, attack.L2)
		want := []bool{false, true, false}[:len(c.Attackers)]
		if !slices.Equal(c.Attackers, want) || c.Attacks(0) || !c.Attacks(1) {
			t.Errorf("%s: %v attack, want %v", text, c.Attackers, want)
		}
	}
	if _, err := threat.Read(strings.NewReader("classes = [3]"), numbered, attack.L2); err == nil || !strings.Contains(err.Error(), "use their numbers from 0 to 2") {
		t.Errorf("a class that is not there: %v", err)
	}
}
