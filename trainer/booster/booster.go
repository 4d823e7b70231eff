// Package booster finds a trainer by its name.
package booster

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/forest"
	"github.com/hardwood-ml/hardwood/trainer/gbdt"
)

// Names are the names of the boosters.
var Names = []string{trainer.GBDT, trainer.Forest}

// New returns the trainer called name, one of Names, or the first for "". Another name is an error, and
// parameters that are out of range are a [*trainer.OptionError].
func New(name string, p trainer.Params) (trainer.Trainer, error) {
	switch name {
	case trainer.GBDT, "":
		return gbdt.New(p)
	case trainer.Forest:
		return forest.New(p)
	}
	return nil, fmt.Errorf("unknown booster %q, must be one of %q", name, Names)
}
