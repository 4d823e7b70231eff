package threat

import (
	"fmt"
	"slices"
)

// blanks decides which columns may go missing, once groups and links are known.
func (b *builder) blanks() error {
	c, tied := b.made, b.tied()
	for f, r := range b.rules {
		if err := b.blank(f, tied[f]); err != nil {
			return fmt.Errorf("%s%s: %w", at(b.lineOf(f)), b.name(f), err)
		}
		if r.BlankPrice != nil && (c.Blank == nil || c.Blank[f] == 0) {
			return fmt.Errorf("%s%s: blank-price is for a column that may-blank lets go missing", at(b.lineOf(f)), b.name(f))
		}
	}
	return nil
}

// blank decides whether a column may go missing. tied names what it is part of, if anything.
func (b *builder) blank(f int, tied string) error {
	r := b.rules[f]
	own := r.MayBlank != nil
	switch {
	case !first(false, r.MayBlank, b.all.MayBlank):
		return nil
	case tied != "" && own:
		return fmt.Errorf("may-blank: a column of a %s cannot go missing", tied)
	case tied != "", first(false, r.Frozen, b.all.Frozen) && !own:
		return nil
	case first(false, r.Frozen, b.all.Frozen):
		return fmt.Errorf("may-blank: it is frozen")
	}
	weight := first(Ways{1, 1}, r.Weight, b.all.Weight)
	grow(&b.made.Blank, b.ensemble.Features)[f] = b.counts(first(1, r.BlankPrice, b.all.BlankPrice), weight.dearer())
	return nil
}

// tied names, by feature, what it is part of: a group or a link.
func (b *builder) tied() []string {
	of := make([]string, b.ensemble.Features)
	for _, l := range b.made.Links {
		for _, f := range l.Features() {
			of[f] = "link"
		}
	}
	for _, g := range b.made.Groups {
		for f := range of {
			if slices.Contains(g.Features, f) {
				of[f] = "group"
			}
		}
	}
	return of
}
