package threat

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/internal/regular"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Read reads the constraints for a model and a norm: [Parse], then
// [Threat.Constraints].
func Read(r io.Reader, e *ensemble.Ensemble, n attack.Norm) (*attack.Constraints, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	t, err := Parse(text)
	if err != nil {
		return nil, err
	}
	return t.Constraints(e, n)
}

// ReadFile reads a threat file, and returns its text too.
func ReadFile(path string) (t *Threat, text string, err error) {
	b, err := regular.ReadText(path)
	if err != nil {
		return nil, "", &Error{fmt.Errorf("%s: %w", path, cmp.Or(errors.Unwrap(err), err))} // without the name again
	}
	if t, err = Parse(b); err != nil {
		return nil, "", &Error{fmt.Errorf("%s: %w", path, err)}
	}
	return t, string(b), nil
}

// Error is a fault in a threat file, or in what it says of a model or of rows.
type Error struct{ Err error }

// Error says what is wrong.
func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong.
func (e *Error) Unwrap() error { return e.Err }

// Parse reads a threat file. Faults are of type [*Error]; they name the line, and
// the nearest right name for an unknown one.
func Parse(text []byte) (*Threat, error) {
	t, err := parse(text)
	if err != nil {
		return nil, &Error{err}
	}
	return t, nil
}

func parse(text []byte) (*Threat, error) {
	d := decoder{threat: &Threat{}}
	d.parser.Reset(text)
	for d.parser.NextExpression() {
		if err := d.expression(d.parser.Expression()); err != nil {
			return nil, fmt.Errorf("line %d: %w", d.line, err)
		}
	}
	if err := d.parser.Error(); err != nil {
		if fault, ok := err.(*unstable.ParserError); ok {
			d.line = d.parser.Shape(d.parser.Range(fault.Highlight)).Start.Line
			return nil, fmt.Errorf("line %d: %s", d.line, fault.Message)
		}
		return nil, err
	}
	return d.threat, nil
}

// decoder collects what a file says.
type decoder struct {
	parser unstable.Parser
	threat *Threat
	line   int
	at     table // that keys belong to, nil before the first
}

// table is what a table of the file says.
type table interface {
	// set reads the value of a key.
	set(key string, v *unstable.Node) error
	// place returns the line of the table, 0 before it is opened.
	place() *int
}

func (d *decoder) expression(n *unstable.Node) error {
	var key []string
	for it := n.Key(); it.Next(); {
		if len(key) == 0 {
			d.line = d.parser.Shape(it.Node().Raw).Start.Line
		}
		key = append(key, string(it.Node().Data))
	}
	switch n.Kind {
	case unstable.Table:
		return d.table(key)
	case unstable.KeyValue:
		if d.at == nil {
			return fmt.Errorf("%s stands before any table: write [all], [feature.NAME], [group.NAME], [links] or [gain] above it", strings.Join(key, "."))
		}
		return d.at.set(strings.Join(key, "."), n.Value())
	}
	return fmt.Errorf("only tables [all], [feature.NAME], [group.NAME], [links] and [gain] are known")
}

// table opens a table.
func (d *decoder) table(key []string) error {
	switch {
	case len(key) == 1 && key[0] == "all":
		d.at = &d.threat.All
	case len(key) == 2 && key[0] == "feature":
		d.at = d.feature(key[1])
	case len(key) == 2 && key[0] == "group":
		d.at = d.group(key[1])
	case len(key) == 1 && key[0] == "gain":
		if d.threat.Gain == nil {
			d.threat.Gain = &Gain{}
		}
		d.at = d.threat.Gain
	case len(key) == 1 && key[0] == "links":
		d.at = (*links)(d.threat)
	case len(key) == 3 && key[2] == "prices" && (key[0] == "feature" || key[0] == "group"):
		of := d.pricesOf(key[0], key[1])
		if *of != nil {
			return fmt.Errorf("there are prices of %s already", key[1])
		}
		d.at = &prices{of: of}
	case len(key) > 2 && (key[0] == "feature" || key[0] == "group"):
		return fmt.Errorf("unknown table [%s]: quote a name with dots or blanks, as in [%s.%q]",
			strings.Join(key, "."), key[0], strings.Join(key[1:], "."))
	default:
		return fmt.Errorf("unknown table [%s]: write [all], [feature.NAME], [group.NAME], [links] or [gain]", strings.Join(key, "."))
	}
	line := d.at.place()
	if *line != 0 {
		return fmt.Errorf("there is a table for this already, in line %d", *line)
	}
	*line = d.line
	return nil
}

// feature returns the rule of a feature.
func (d *decoder) feature(name string) *Rule {
	rules := &d.threat.Features
	if i := slices.IndexFunc(*rules, func(r Rule) bool { return r.Feature == name }); i >= 0 {
		return &(*rules)[i]
	}
	*rules = append(*rules, Rule{Feature: name})
	return &(*rules)[len(*rules)-1]
}

// pricesOf returns the prices of a feature or a group.
func (d *decoder) pricesOf(kind, name string) *Prices {
	if kind == "group" {
		return &d.group(name).Prices
	}
	return &d.feature(name).Prices
}

// group returns the group of a name.
func (d *decoder) group(name string) *Group {
	groups := &d.threat.Groups
	if i := slices.IndexFunc(*groups, func(g Group) bool { return g.Name == name }); i >= 0 {
		return &(*groups)[i]
	}
	*groups = append(*groups, Group{Name: name})
	return &(*groups)[len(*groups)-1]
}

// The words of the key ones of a group.
const (
	exactlyOne = "exactly one"
	atMostOne  = "at most one"
)

func (g *Group) place() *int { return &g.line }

func (g *Group) set(key string, v *unstable.Node) (err error) {
	switch key {
	case "features":
		err = words(&g.Features, v)
	case "ones":
		var of *string
		if err = word(&of, v, []string{exactlyOne, atMostOne}); err == nil {
			g.AtMostOne = *of == atMostOne
		}
	case "frozen":
		err = flag(&g.Frozen, v)
	case "price":
		if err = number(&g.Price, v); err == nil {
			err = Ways{*g.Price, *g.Price}.check()
		}
	case "prices":
		err = g.Prices.read(v)
	default:
		return nearest.Unknown("key", key, []string{"features", "ones", "frozen", "price", "prices"})
	}
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

// words reads a list of texts.
func words(to *[]string, v *unstable.Node) error {
	if v.Kind != unstable.Array {
		return fmt.Errorf("%s is not a list such as [\"a\", \"b\"]", v.Data)
	}
	if *to != nil {
		return errTwice
	}
	*to = []string{}
	for it := v.Children(); it.Next(); {
		switch n := it.Node(); n.Kind {
		case unstable.Comment:
		case unstable.String, unstable.Integer:
			*to = append(*to, string(n.Data))
		default:
			return fmt.Errorf("%s is not the name of a feature", n.Data)
		}
	}
	return nil
}

// links is the table of links.
type links Threat

func (l *links) place() *int { return &l.linksLine }

func (l *links) set(key string, v *unstable.Node) error {
	if key != "rules" {
		return nearest.Unknown("key", key, []string{"rules"})
	}
	if err := words(&l.Links, v); err != nil {
		return fmt.Errorf("rules: %w", err)
	}
	return nil
}

func (r *Rule) place() *int { return &r.line }

// keys are those of a table of a feature, or of all.
var keys = []struct {
	name string
	read func(*Rule, *unstable.Node) error
}{
	{"min", func(r *Rule, v *unstable.Node) error { return number(&r.Min, v) }},
	{"max", func(r *Rule, v *unstable.Node) error { return number(&r.Max, v) }},
	{"frozen", func(r *Rule, v *unstable.Node) error { return flag(&r.Frozen, v) }},
	{"direction", func(r *Rule, v *unstable.Node) error { return word(&r.Direction, v, directions) }},
	{"integer", func(r *Rule, v *unstable.Node) error { return flag(&r.Integer, v) }},
	{"values", func(r *Rule, v *unstable.Node) error { return numbers(&r.Values, v) }},
	{"step", func(r *Rule, v *unstable.Node) error { return number(&r.Step, v) }},
	{"step-from", func(r *Rule, v *unstable.Node) error { return number(&r.StepFrom, v) }},
	{"weight", func(r *Rule, v *unstable.Node) error { return ways(&r.Weight, v) }},
	{"price", func(r *Rule, v *unstable.Node) error {
		if v.Kind == unstable.String && string(v.Data) == never {
			return once(&r.Price, Ways{math.Inf(1), math.Inf(1)})
		}
		return ways(&r.Price, v)
	}},
	{"prices", func(r *Rule, v *unstable.Node) error { return r.Prices.read(v) }},
	{"ordinal", func(r *Rule, v *unstable.Node) error { return words(&r.Ordinal, v) }},
}

// The words of Rule.Direction.
const (
	increase = "increase"
	decrease = "decrease"
	anyWay   = "any"
)

var directions = []string{increase, decrease, anyWay}

// set reads the value of a key.
func (r *Rule) set(key string, v *unstable.Node) error {
	var names []string
	for _, k := range keys {
		if k.name == key {
			if err := k.read(r, v); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
			return nil
		}
		names = append(names, k.name)
	}
	return nearest.Unknown("key", key, names)
}

func number(to **float64, v *unstable.Node) error {
	x, err := numberOf(v)
	if err != nil {
		return err
	}
	return once(to, x)
}

func numberOf(v *unstable.Node) (float64, error) {
	x, err := strconv.ParseFloat(strings.ReplaceAll(string(v.Data), "_", ""), 64)
	if v.Kind != unstable.Integer && v.Kind != unstable.Float || err != nil || math.IsNaN(x) {
		return 0, fmt.Errorf("%s is not a number", v.Data)
	}
	return x, nil
}

// ways reads a number, or a table of one for each way.
func ways(to **Ways, v *unstable.Node) error {
	var w Ways
	if v.Kind != unstable.InlineTable {
		x, err := numberOf(v)
		if err != nil {
			return fmt.Errorf("%w, nor a table such as { up = 1, down = 2 }", err)
		}
		if w = (Ways{x, x}); x == 0 { // whether it may be, only the links know
			return once(to, w)
		}
		return cmp.Or(w.check(), once(to, w))
	}
	for it := v.Children(); it.Next(); {
		n := it.Node()
		key := n.Key()
		key.Next()
		of := map[string]*float64{"up": &w.Up, "down": &w.Down}[string(key.Node().Data)]
		if of == nil {
			return nearest.Unknown("way", string(key.Node().Data), []string{"up", "down"})
		}
		x, err := numberOf(n.Value())
		if err != nil {
			return err
		}
		if *of = x; x == 0 {
			*of = math.NaN() // to be refused
		}
	}
	return cmp.Or(w.check(), once(to, w))
}

// check reports what is no weight and no price.
func (w Ways) check() error {
	if w == (Ways{}) {
		return fmt.Errorf("0 is not above 0")
	}
	for _, v := range [2]float64{w.Up, w.Down} {
		switch {
		case v != v:
			return fmt.Errorf("0 is not above 0")
		case v < 0:
			return fmt.Errorf("%v is not above 0", v)
		case v != 0 && !(v >= 1e-30 && v <= 1e30):
			return fmt.Errorf("%v is not between 1e-30 and 1e+30", v)
		}
	}
	return nil
}

// numbers reads a list of numbers, which it sorts.
func numbers(to *[]float64, v *unstable.Node) error {
	if v.Kind != unstable.Array {
		return fmt.Errorf("%s is not a list such as [0, 1, 2.5]", v.Data)
	}
	if *to != nil {
		return errTwice
	}
	list := []float64{}
	for it := v.Children(); it.Next(); {
		if it.Node().Kind == unstable.Comment {
			continue
		}
		x, err := numberOf(it.Node())
		if err != nil {
			return err
		}
		list = append(list, x+0) // not -0
	}
	slices.Sort(list)
	*to = slices.Compact(list)
	return nil
}

func flag(to **bool, v *unstable.Node) error {
	if v.Kind != unstable.Bool {
		return fmt.Errorf("%s is not true or false", v.Data)
	}
	return once(to, string(v.Data) == "true")
}

// word reads one of some words.
func word(to **string, v *unstable.Node, words []string) error {
	s := string(v.Data)
	if v.Kind == unstable.String && slices.Contains(words, s) {
		return once(to, s)
	}
	last := len(words) - 1
	return fmt.Errorf(`%s is not "%s" or "%s"`, s, strings.Join(words[:last], `", "`), words[last])
}

func once[T any](to **T, v T) error {
	if *to != nil {
		return errTwice
	}
	*to = &v
	return nil
}

var errTwice = fmt.Errorf("is given twice")
