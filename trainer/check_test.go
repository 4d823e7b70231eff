package trainer

import (
	"strings"
	"testing"
)

// Who forgets the defaults is told so, not that the first of forty fields is wrong.
func TestZeroParams(t *testing.T) {
	for _, p := range []Params{{}, {Seed: 1, Threads: 2, MaxDepth: 3}} {
		if err := p.Check(GBDT); err == nil || !strings.Contains(err.Error(), "Defaults") {
			t.Errorf("%v", err)
		}
	}
	for _, booster := range []string{GBDT, Forest} {
		if err := Defaults(booster).Check(booster); err != nil {
			t.Errorf("the defaults of %s: %v", booster, err)
		}
	}
}
