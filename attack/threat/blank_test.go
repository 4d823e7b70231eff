package threat_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/threat"
)

// The price of going missing in each norm, for columns in no group and no link.
func TestMayBlank(t *testing.T) {
	const text = "[all]\nmay-blank = true\nblank-price = 3\n[feature.age]\nweight = 2\n[feature.income]\nblank-price = 0.5\n"
	for norm, want := range map[attack.Norm][]float64{
		attack.L1: {6, 0.5, 3}, attack.Cost: {3, 0.5, 3}, attack.L0: {1, 1, 1},
	} {
		c := read(t, text, model, norm)
		if d := cmp.Diff(want, c.Blank); d != "" {
			t.Errorf("norm %v: %s", norm, d)
		}
	}
	c, err := threat.Read(strings.NewReader(text+"[links]\nrules = ['income <= age']"), model, attack.L1)
	if err == nil || !strings.Contains(err.Error(), `feature "income": blank-price is for a column that may-blank lets go missing`) {
		t.Errorf("%v, %v", c, err)
	}
	for fault, text := range map[string]string{
		`line 1: feature "age": may-blank: it is frozen`:                            "[feature.age]\nfrozen = true\nmay-blank = true",
		`line 1: feature "age": may-blank: a column of a link cannot go missing`:    "[feature.age]\nmay-blank = true\n[links]\nrules = ['income <= age']",
		`line 2: blank-price: 0 is not above 0`:                                     "[feature.age]\nblank-price = 0",
		`line 1: feature "age": blank-price is for a column that may-blank lets go`: "[feature.age]\nblank-price = 2",
	} {
		if _, err := threat.Read(strings.NewReader(text), model, attack.L1); err == nil || !strings.Contains(err.Error(), fault) {
			t.Errorf("%v, want %q", err, fault)
		}
	}
}
