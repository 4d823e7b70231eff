package threat

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data/column"
)

// links adds the links to the constraints.
func (b *builder) links(rules []string) (err error) {
	for _, rule := range rules {
		l, err := b.link(rule)
		if err != nil {
			return fmt.Errorf("%q: %w", rule, err)
		}
		if c := b.made; !l.AtMost && c.Integer[l.Feature] {
			l.Step = 1
		} else if !l.AtMost && c.Step != nil {
			l.Step = c.Step[l.Feature]
		}
		for _, f := range l.Features() {
			if g := b.groupOf(f); g != nil {
				return fmt.Errorf("%q: %s is in group %q, whose columns change together", rule, b.name(f), g.Name)
			}
		}
		b.made.Links = append(b.made.Links, l)
	}
	b.made.Links, err = attack.OrderLinks(b.made.Links)
	return err
}

// groupOf returns the group of a feature, nil for none.
func (b *builder) groupOf(f int) *attack.Group {
	for i := range b.made.Groups {
		if g := &b.made.Groups[i]; slices.Contains(g.Features, f) {
			return g
		}
	}
	return nil
}

// Linked returns what stands for columns in the links, by name or by number, as it is written.
func (t *Threat) Linked() (names []string) {
	for _, rule := range t.Links {
		tokens, err := tokensOf(rule)
		if err != nil {
			continue // Constraints reports it
		}
		for _, token := range tokens {
			if _, isNumber := token.number(); !isNumber && !token.sign {
				names = append(names, token.text)
			}
		}
	}
	return names
}

// free lets derived columns move at no cost: those of price 0 in every norm, those of weight 0 in
// the norms that weigh columns.
func (b *builder) free() error {
	c := b.made
	for f, r := range b.rules {
		switch {
		case !r.Price.free() && !r.Weight.free():
		case !c.Derived(f):
			return fmt.Errorf("%s%s: a weight or price of 0 is for a column that a link derives", at(b.lineOf(f)), b.name(f))
		case r.Price.free() || b.norm != attack.L0 && b.norm != attack.Cost:
			c.Weight[f] = 0
			if c.Fall != nil {
				c.Fall[f] = 0
			}
		}
	}
	return nil
}

// free reports whether a weight or a price is 0 both ways, which makes changes free.
func (w *Ways) free() bool { return w != nil && *w == Ways{} }

// link reads a rule: a column, =, <= or >=, and a sum of products of columns and numbers.
func (b *builder) link(rule string) (l attack.Link, err error) {
	tokens, err := tokensOf(rule)
	if err != nil {
		return l, err
	}
	if len(tokens) < 3 || tokens[0].sign || !tokens[1].sign || !slices.Contains([]string{"=", "<=", ">="}, tokens[1].text) {
		return l, fmt.Errorf("write a column, =, <= or >=, and columns with + - * or / between them")
	}
	if tokens[1].text == ">=" { // the other way round
		if len(tokens) != 3 || tokens[2].sign {
			return l, fmt.Errorf("with >= a single column stands on the right: solve it for another column, such as b <= a / 2 for a >= 2 * b")
		}
		tokens[0], tokens[1].text, tokens[2] = tokens[2], "<=", tokens[0]
	}
	l = attack.Link{Text: rule, AtMost: tokens[1].text == "<="}
	if _, isNumber := tokens[0].number(); isNumber {
		return l, fmt.Errorf("%s is a number here: min and max in the table of a column bound it, and a column's own number is quoted", tokens[0].text)
	}
	if l.Feature, err = b.linked(tokens[0]); err != nil {
		return l, err
	}
	next := "+"
	for i, t := range tokens[2:] {
		if wantSign := i%2 == 1; wantSign != t.sign || wantSign && !strings.Contains("+-*/", t.text) {
			return l, fmt.Errorf("%q stands where there should be a %s", t.text, map[bool]string{true: "+, -, * or /", false: "column"}[wantSign])
		}
		if t.sign {
			next = t.text
			continue
		}
		if next == "+" || next == "-" {
			l.Terms = append(l.Terms, attack.Term{Factor: map[string]float64{"+": 1, "-": -1}[next]})
		}
		if err := b.factor(&l.Terms[len(l.Terms)-1], t, next == "/"); err != nil {
			return l, err
		}
	}
	if len(tokens)%2 == 0 {
		return l, fmt.Errorf("it ends with %s", tokens[len(tokens)-1].text)
	}
	if slices.ContainsFunc(l.Terms, func(t attack.Term) bool { return t.Factor == 0 && len(t.Times)+len(t.Over) > 0 }) {
		return l, fmt.Errorf("a factor of 0 leaves out its columns")
	}
	return l, nil
}

// factor multiplies a term by a column or a number, or divides it.
func (b *builder) factor(to *attack.Term, t token, divide bool) error {
	if v, isNumber := t.number(); isNumber {
		if divide {
			v = 1 / v
		}
		if to.Factor *= v; math.IsNaN(to.Factor) || math.IsInf(to.Factor, 0) {
			return fmt.Errorf("%s makes it no number", t.text)
		}
		return nil
	}
	f, err := b.linked(t)
	if err != nil {
		return err
	}
	if divide {
		to.Over = append(to.Over, f)
	} else {
		to.Times = append(to.Times, f)
	}
	return nil
}

// linked finds a column of a link, which has to hold numbers.
func (b *builder) linked(name token) (int, error) {
	f, err := find(b.ensemble, name.text)
	switch {
	case err != nil && !name.quoted && strings.ContainsAny(name.text, "()"): // the nearest name may be the one without them
		return 0, fmt.Errorf("there are no brackets in rules: multiply out, or quote a name that has some")
	case err == nil && b.kind(f) == column.Categorical:
		err = fmt.Errorf("%s holds categories, not numbers", b.name(f))
	}
	return f, err
}

// token is a column, a number or an operator of a rule.
type token struct {
	text         string
	sign, quoted bool
}

// number returns the number that a token is, if it is one. With _, or a letter other than an
// exponent's, it is a name, such as 1_11 or inf.
func (t token) number() (float64, bool) {
	v, err := strconv.ParseFloat(t.text, 64)
	return v, err == nil && !t.quoted && !t.sign && strings.Trim(t.text, "0123456789.eE+-") == ""
}

// tokensOf splits a rule. Names with spaces or operators are quoted.
func tokensOf(rule string) (tokens []token, err error) {
	for rest := strings.TrimSpace(rule); rest != ""; rest = strings.TrimSpace(rest) {
		switch {
		case rest[0] == '"':
			end := strings.IndexByte(rest[1:], '"')
			if end < 0 {
				return nil, fmt.Errorf("a quote is not closed")
			}
			tokens = append(tokens, token{text: rest[1 : end+1], quoted: true})
			rest = rest[end+2:]
		case strings.HasPrefix(rest, "<="), strings.HasPrefix(rest, ">="):
			tokens, rest = append(tokens, token{text: rest[:2], sign: true}), rest[2:]
		case strings.IndexByte("=+-*/<>", rest[0]) >= 0:
			tokens, rest = append(tokens, token{text: rest[:1], sign: true}), rest[1:]
		default:
			end := strings.IndexAny(rest, " \t=+-*/<>\"")
			if end < 0 {
				end = len(rest)
			}
			tokens, rest = append(tokens, token{text: rest[:end]}), rest[end:]
		}
	}
	return tokens, nil
}
