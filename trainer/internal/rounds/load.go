package rounds

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/phrase"
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
			return nil, nil, fmt.Errorf("%s: %w", from.Head().Name(), err)
		}
		table = from.Head()
	}
	if err := checkTable(table, p); err != nil {
		return nil, nil, err
	}
	room := 0
	if hooks > 0 { // hooks often add an example for each row
		room = table.Rows
	}
	b, err := bins.New(from, p.MaxBin, reach(p, table.Cols), room, p.Seed, p.Threads)
	if err == nil && p.Note != nil && len(b.Untold) > 0 {
		p.Note(untold(table, b.Untold))
	}
	return table, b, err
}

// untold says which columns have levels without a bin.
func untold(table *data.Table, features []bins.Untold) string {
	var parts []string
	for _, u := range features {
		parts = append(parts, fmt.Sprintf("%s: %d of %d levels are told apart, and the others are missing values there, in %s", phrase.Column(table.Features, u.Feature), u.Told, u.Levels, phrase.Count(u.Rows, "row")))
	}
	return fmt.Sprintf("%s: %s. Fewer levels, where those that are alike have one name, can all be told apart; Options.Ignore leaves a column out", table.Name(), strings.Join(parts, "; "))
}

// withCopies returns the table with the copies of images that p asks for.
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

// needsTable reports what is not possible with rows from a stream.
func needsTable(p trainer.Params, hooks int) error {
	const read = "reads the rows again and again: load them as a table"
	switch {
	case hooks > 0:
		return fmt.Errorf("a hook on training " + read)
	case p.ImageShift > 0 || p.ImageMirror:
		return fmt.Errorf("copying images " + read)
	case p.Robust() && p.Attacker.Moves != nil:
		return fmt.Errorf("Attacker.Moves " + read)
	case p.OOBScore:
		return fmt.Errorf("oob-score " + read)
	}
	return nil
}
