package rounds

import (
	"errors"
	"fmt"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// Load checks and bins the rows of a source. It returns them as a table,
// whose X is nil if they come from a stream.
func Load(from trainer.Source, p trainer.Params, hooks int) (*data.Table, *bins.Matrix, error) {
	if from == nil {
		return nil, nil, errors.New("no table is given")
	}
	table, ok := from.(*data.Table)
	if ok {
		if err := table.Validate(); err != nil {
			return nil, nil, err
		}
		var err error
		if table, err = withCopies(table, p); err != nil {
			return nil, nil, err
		}
		from = table
	} else {
		if err := needsTable(p, hooks); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", from.Head().Source, err)
		}
		table = from.Head()
	}
	if err := checkTable(table, p); err != nil {
		return nil, nil, err
	}
	room := 0
	if hooks > 0 { // which often add an example for each row
		room = table.Rows
	}
	bins, err := bins.New(from, p.MaxBin, Reach(p, table.Cols), room, p.Seed, p.Threads)
	return table, bins, err
}

// withCopies returns the table with the copies of images that are asked for.
func withCopies(table *data.Table, p trainer.Params) (*data.Table, error) {
	var err error
	if p.ImageMirror {
		if table, err = table.WithMirrors(); err != nil {
			return nil, fmt.Errorf("image-mirror: %w", err)
		}
	}
	if p.ImageShift > 0 {
		if table, err = table.WithShifts(p.ImageShift); err != nil {
			return nil, fmt.Errorf("image-shift: %w", err)
		}
	}
	return table, nil
}

// needsTable reports what cannot be done with rows from a stream.
func needsTable(p trainer.Params, hooks int) error {
	const read = "reads the rows again and again: load them as a table"
	switch {
	case hooks > 0:
		return fmt.Errorf("a hook on training " + read)
	case p.ImageShift > 0 || p.ImageMirror:
		return fmt.Errorf("copying images " + read)
	case p.Robust() && p.RobustMoves != nil:
		return fmt.Errorf("RobustMoves " + read)
	case p.OOBScore:
		return fmt.Errorf("oob-score " + read)
	case p.Init != nil || p.Resume != nil:
		return fmt.Errorf("continuing from a model " + read)
	}
	return nil
}
