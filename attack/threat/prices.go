package threat

import (
	"fmt"
	"math"

	"github.com/pelletier/go-toml/v2/unstable"
)

// never is the price of a change that is not allowed.
const never = "never"

// Prices are the prices of changes of level, by the level before and the level after; +Inf means
// never.
type Prices map[string]map[string]float64

// prices is the table [feature.NAME.prices] or [group.NAME.prices].
type prices struct {
	of   *Prices
	line *int
}

func (p *prices) place() *int { return p.line }

// set reads the prices of changes from a level.
func (p *prices) set(from string, v *unstable.Node) error {
	if v.Kind != unstable.InlineTable {
		return fmt.Errorf("%s: %s is not a table such as { LEVEL = 120, OTHER = %q }", from, shown(v), never)
	}
	if *p.of == nil {
		*p.of = Prices{}
	}
	if (*p.of)[from] != nil {
		return fmt.Errorf("%s: %w", from, errTwice)
	}
	to := map[string]float64{}
	(*p.of)[from] = to
	for it := v.Children(); it.Next(); {
		level, err := keyOf(it.Node())
		if err != nil {
			return fmt.Errorf("%s: %w", from, err)
		}
		if _, twice := to[level]; twice {
			return fmt.Errorf("%s: %s %w", from, level, errTwice)
		}
		if to[level], err = levelPrice(it.Node().Value()); err != nil {
			return fmt.Errorf("%s: %s: %w", from, level, err)
		}
	}
	return nil
}

// keyOf returns a key of an inline table.
func keyOf(n *unstable.Node) (string, error) {
	key := n.Key()
	key.Next()
	name := string(key.Node().Data)
	if key.Next() {
		return "", fmt.Errorf("quote a name with dots, as in %q", name+"."+string(key.Node().Data))
	}
	return name, nil
}

// levelPrice reads a price, or the word never.
func levelPrice(v *unstable.Node) (float64, error) {
	if v.Kind == unstable.String && string(v.Data) == never {
		return math.Inf(1), nil
	}
	x, err := numberOf(v)
	if err != nil {
		return 0, fmt.Errorf("%w, nor %q", err, never)
	}
	return x, Ways{x, x}.check()
}

// read reads the key prices of a table.
func (p *Prices) read(v *unstable.Node) error {
	if v.Kind != unstable.InlineTable {
		return fmt.Errorf("%s is not a table such as { LEVEL = { OTHER = 120 } }", shown(v))
	}
	if *p != nil {
		return errTwice
	}
	*p = Prices{}
	table := prices{of: p}
	for it := v.Children(); it.Next(); {
		from, err := keyOf(it.Node())
		if err != nil {
			return err
		}
		if err := table.set(from, it.Node().Value()); err != nil {
			return err
		}
	}
	return nil
}
