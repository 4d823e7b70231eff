package threat

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/hardwood-ml/hardwood/internal/nearest"
)

// attackers marks the classes whose rows are attacked; nil for all.
func (b *builder) attackers(classes []string) error {
	if classes == nil {
		return nil
	}
	names, unknown := b.ensemble.Schema.Classes, func(name string) error {
		return nearest.Unknown("class", name, b.ensemble.Schema.Classes)
	}
	if names == nil {
		for k := range b.ensemble.Classes {
			names = append(names, strconv.Itoa(k))
		}
		unknown = func(name string) error {
			return fmt.Errorf("there is no class %s: the model names none, use their numbers from 0 to %d", name, len(names)-1)
		}
	}
	b.made.Attackers = make([]bool, len(names))
	for _, name := range classes {
		class := slices.Index(names, name)
		if class < 0 {
			return unknown(name)
		}
		b.made.Attackers[class] = true
	}
	if len(classes) == 0 {
		return fmt.Errorf("no class attacks: leave the key out if all do")
	}
	return nil
}
