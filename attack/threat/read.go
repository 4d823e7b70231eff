package threat

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/internal/regular"
	"github.com/hardwood-ml/hardwood/internal/terminal"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Read reads the constraints for a model and a norm: [Parse], then [Threat.Constraints]. Faults are
// of type [*Error].
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

// ReadFile reads a threat file, and also returns its text. All errors are of type [*Error], also that
// of a file that cannot be read.
func ReadFile(path string) (t *Threat, text string, err error) {
	b, err := regular.ReadText(path)
	if err != nil {
		return nil, "", &Error{fmt.Errorf("%s: %w", path, cmp.Or(errors.Unwrap(err), err))} // without naming the file twice
	}
	if t, err = Parse(b); err != nil {
		return nil, "", &Error{fmt.Errorf("%s: %w", path, err)}
	}
	return t, string(b), nil
}

// Error is a fault in a threat file, or in what it says about a model or about rows.
type Error struct{ Err error }

// Error says what is wrong, in one line, as names and texts of a file may hold anything.
func (e *Error) Error() string { return terminal.Line(e.Err.Error()) }

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
	d := decoder{text: text, threat: &Threat{}, line: 1, places: map[string]int{}}
	d.parser.Reset(text)
	for d.parser.NextExpression() {
		if err := d.expression(d.parser.Expression()); err != nil {
			return nil, fmt.Errorf("line %d: %w", d.line, err)
		}
	}
	if err := d.parser.Error(); err != nil {
		if fault, ok := err.(*unstable.ParserError); ok {
			d.line = d.parser.Shape(d.parser.Range(fault.Highlight)).Start.Line
			if word := unquoted.FindSubmatch(lineOf(text, d.line)); word != nil {
				return nil, fmt.Errorf("line %d: %s stands without quotes: texts have some, and true and false are written small", d.line, word[1])
			}
			return nil, fmt.Errorf("line %d: %s", d.line, fault.Message)
		}
		return nil, err
	}
	return d.threat, nil
}

// unquoted is a line with a word where a value has to be.
var unquoted = regexp.MustCompile(`^\s*[\w-]+\s*=\s*(\pL[\pL\pN_-]*)\s*(?:#.*)?$`)

// lineOf returns a line of a text, counted from 1.
func lineOf(text []byte, line int) []byte {
	for range line - 1 {
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	first, _, _ := bytes.Cut(text, []byte("\n"))
	return first
}

// decoder collects what a file says.
type decoder struct {
	text    []byte
	parser  unstable.Parser
	threat  *Threat
	line    int            // of the last key
	counted int            // bytes of the text up to there
	places  map[string]int // of the rules of features
	at      table          // the table that keys belong to, nil before the first
}

// table is a table of the file.
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
			at := int(it.Node().Raw.Offset)
			d.line += bytes.Count(d.text[d.counted:at], []byte("\n")) // Shape would count from the start each time
			d.counted = at
		}
		key = append(key, string(it.Node().Data))
	}
	switch n.Kind {
	case unstable.Table:
		return d.table(key)
	case unstable.KeyValue:
		key := strings.Join(key, ".")
		switch {
		case d.at == nil:
			return d.classes(key, n.Value())
		case key == classes && !isPrices(d.at): // a level may be called so
			return fmt.Errorf("classes stands above all tables: here it is a key of the one in line %d", *d.at.place())
		}
		return d.at.set(key, n.Value())
	}
	return fmt.Errorf("only tables [all], [feature.NAME], [group.NAME], [links] and [gain] are known")
}

// classes is the only key that may stand before all tables.
const classes = "classes"

func isPrices(t table) bool {
	_, is := t.(*prices)
	return is
}

// classes reads the only key that may stand before all tables.
func (d *decoder) classes(key string, v *unstable.Node) error {
	switch {
	case key != classes && nearest.Of(key, []string{classes}) != "":
		return nearest.Unknown("key", key, []string{classes})
	case key != classes:
		return fmt.Errorf("%s stands before any table, where only classes can: write [all], [feature.NAME], [group.NAME], [links] or [gain] above it", key)
	}
	d.threat.classesLine = d.line
	if err := words(&d.threat.Classes, v); err != nil {
		return fmt.Errorf("classes: %w", err)
	}
	return nil
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
		table := d.pricesOf(key[0], key[1])
		if *table.of != nil {
			return fmt.Errorf("there are prices of %s already", key[1])
		}
		d.at = table
	case len(key) > 2 && (key[0] == "feature" || key[0] == "group"):
		return fmt.Errorf("unknown table [%s]: quote a name with dots or blanks, as in [%s.%q]",
			strings.Join(key, "."), key[0], strings.Join(key[1:], "."))
	default:
		return unknownTable(key)
	}
	line := d.at.place()
	if *line != 0 {
		return fmt.Errorf("there is a table for this already, in line %d", *line)
	}
	*line = d.line
	return nil
}

// unknownTable returns the error for a table that there is not, with the one that was probably meant.
func unknownTable(key []string) error {
	of := nearest.Of(key[0], []string{"all", "feature", "group", "links", "gain"})
	named := of == "feature" || of == "group"
	if of == "" || of == key[0] || named != (len(key) > 1) {
		return fmt.Errorf("unknown table [%s]: write [all], [feature.NAME], [group.NAME], [links] or [gain]", strings.Join(key, "."))
	}
	if named {
		of += "." + bare(key[1])
	}
	return fmt.Errorf("unknown table [%s]: did you mean [%s]?", strings.Join(key, "."), of)
}

// feature returns the rule of a feature.
func (d *decoder) feature(name string) *Rule {
	rules := &d.threat.Features
	if i, known := d.places[name]; known {
		return &(*rules)[i]
	}
	d.places[name] = len(*rules)
	*rules = append(*rules, Rule{Feature: name})
	return &(*rules)[len(*rules)-1]
}

// pricesOf returns the table of prices of a feature or a group.
func (d *decoder) pricesOf(kind, name string) *prices {
	if kind == "group" {
		group := d.group(name)
		return &prices{&group.Prices, &group.pricesLine}
	}
	rule := d.feature(name)
	return &prices{&rule.Prices, &rule.pricesLine}
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
