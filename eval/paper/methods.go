package paper

import (
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/attack/method"
)

// plain is LT-Attack without noise, which the paper compares with the naive neighbourhoods.
const plain = "lt-plain"

// naive are the methods of the table "naive".
var naive = []string{"naive-leaf", "naive-feature", plain}

func newAttack(name string, s method.Settings) (attack.Attack, error) {
	if name == plain {
		return ltattack.Attack{Paper: true, Noise: -1}, nil
	}
	return method.New(name, s)
}

var kinds = []string{natural, robust, forest}

// normsOf returns the norms in which the paper compares methods on a kind of model.
func normsOf(kind string) []attack.Norm {
	norms := []attack.Norm{attack.LInf, attack.L2, attack.L1}
	if kind == forest {
		return norms[:2]
	}
	return norms
}

// methodsOf returns the methods that the paper compares there, the exact search first.
func methodsOf(kind string, norm attack.Norm) []string {
	switch {
	case kind == forest:
		return []string{"exact", "lt", "cube"}
	case norm == attack.L1:
		return []string{"exact", "lt", "cube", "rba", "signopt"}
	}
	return []string{"exact", "lt", "cube", "rba", "hsja", "signopt"}
}

// attacksOn returns the number of attacks on a kind of model.
func attacksOn(kind string) int {
	n := 0
	for _, norm := range normsOf(kind) {
		n += len(methodsOf(kind, norm))
	}
	if kind == natural {
		n += len(naive) + 1 // 1 for [ltattack.Dissect]
	}
	return n
}
