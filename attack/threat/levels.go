package threat

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/nearest"
)

// levels are the levels of a categorical column, or of a group.
type levels struct {
	codes []int32 // ascending, nil if they are not known
	names []string
}

// find returns the level that a word means: a name, or a number if levels have no names.
func (l *levels) find(word string) (int32, error) {
	if at := slices.Index(l.names, word); at >= 0 {
		return l.codes[at], nil
	}
	if l.names != nil {
		return 0, nearest.Unknown("level", word, l.names)
	}
	level, err := strconv.ParseInt(word, 10, 32)
	if err != nil || level < 0 {
		return 0, fmt.Errorf("unknown level %q: the model names none, use their numbers", word)
	}
	if _, listed := slices.BinarySearch(l.codes, int32(level)); l.codes != nil && !listed {
		return 0, fmt.Errorf("unknown level %q: the model lists %v", word, l.codes)
	}
	return int32(level), nil
}

// word is what a user calls the level at an index.
func (l *levels) word(at int) string {
	if l.names != nil {
		return l.names[at]
	}
	return strconv.Itoa(int(l.codes[at]))
}

// table returns the prices of a table from level to level, and of all other changes, as counts
// converts them. If the others have no price, the table must not leave out any change to one of the
// choice, nil for all levels.
func (l *levels) table(of Prices, choice []string, other *float64, counts func(price float64) float64) (p attack.LevelPrices, err error) {
	p.Other = math.Inf(1)
	if other != nil {
		p.Other = counts(*other)
	}
	named := map[[2]int32]bool{}
	for _, from := range slices.Sorted(maps.Keys(of)) {
		row := of[from]
		a, err := l.find(from)
		if err != nil {
			return p, fmt.Errorf("prices: %w", err)
		}
		for _, to := range slices.Sorted(maps.Keys(row)) {
			z, err := l.find(to)
			switch {
			case err != nil:
				return p, fmt.Errorf("prices: %s: %w", from, err)
			case a == z:
				return p, fmt.Errorf("prices: %s: that it stays as it is has no price", from)
			}
			named[[2]int32{a, z}] = true
			p.Pairs = append(p.Pairs, attack.LevelPrice{From: a, To: z, Price: counts(row[to])})
		}
	}
	slices.SortFunc(p.Pairs, attack.LevelPrice.Compare)
	if other != nil {
		return p, nil
	}
	if l.codes == nil {
		return p, fmt.Errorf("prices: the model lists no levels: give in price that of all changes which are not named")
	}
	for i, a := range l.codes {
		for k, z := range l.codes {
			if i != k && !named[[2]int32{a, z}] && (choice == nil || slices.Contains(choice, l.word(k))) {
				return p, fmt.Errorf("prices: there is none from %q to %q: give it, or in price that of all changes which are not named",
					l.word(i), l.word(k))
			}
		}
	}
	return p, nil
}

// order returns the prices of levels in an order, where counts gives the price of some steps up or
// down.
func (l *levels) order(words []string, counts func(steps int) float64) (p attack.LevelPrices, err error) {
	order := make([]int32, len(words))
	for i, word := range words {
		if order[i], err = l.find(word); err != nil {
			return p, fmt.Errorf("ordinal: %w", err)
		}
		if slices.Contains(order[:i], order[i]) {
			return p, fmt.Errorf("ordinal: %q stands there twice", word)
		}
	}
	for at, level := range l.codes {
		if !slices.Contains(order, level) {
			return p, fmt.Errorf("ordinal: level %q is missing", l.word(at))
		}
	}
	for i, from := range order {
		for k, to := range order {
			if i != k {
				p.Pairs = append(p.Pairs, attack.LevelPrice{From: from, To: to, Price: counts(k - i)})
			}
		}
	}
	slices.SortFunc(p.Pairs, attack.LevelPrice.Compare)
	p.Other = math.Inf(1) // of levels outside the order
	return p, nil
}

// only restricts prices to changes into some levels.
func (l *levels) only(words []string, prices attack.LevelPrices) (p attack.LevelPrices, err error) {
	switch {
	case l.codes == nil:
		return p, fmt.Errorf("values: the model lists no levels")
	case len(words) == 0:
		return p, fmt.Errorf("values: the list is empty: freeze the feature instead")
	}
	p.Other = math.Inf(1)
	for i, word := range words {
		to, err := l.find(word)
		if err != nil {
			return p, fmt.Errorf("values: %w", err)
		}
		if slices.Contains(words[:i], word) {
			return p, fmt.Errorf("values: %q stands there twice", word)
		}
		for _, from := range l.codes {
			if from != to {
				p.Pairs = append(p.Pairs, attack.LevelPrice{From: from, To: to, Price: prices.Of(from, to)})
			}
		}
	}
	slices.SortFunc(p.Pairs, attack.LevelPrice.Compare)
	return p, nil
}
