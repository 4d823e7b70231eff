package threat

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Read reads the constraints for a model.
func Read(r io.Reader, e *ensemble.Ensemble) (*attack.Constraints, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	d := decoder{ensemble: e, rules: make([]rule, e.Features)}
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
	return d.constraints()
}

// rule is what a table says. Fields that it leaves open are nil.
type rule struct {
	line             int // of its table, 0 if there is none
	min, max, weight *float64
	frozen, integer  *bool
	direction        *string
}

// decoder collects the rules of a file.
type decoder struct {
	parser   unstable.Parser
	ensemble *ensemble.Ensemble
	line     int

	all   rule
	rules []rule
	at    *rule // the table that keys belong to
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
			return fmt.Errorf("%s stands before any table: write [all] or [feature.NAME] above it", strings.Join(key, "."))
		}
		return d.set(strings.Join(key, "."), n.Value())
	}
	return fmt.Errorf("only tables [all] and [feature.NAME] are known")
}

// table opens a table.
func (d *decoder) table(key []string) error {
	switch {
	case len(key) == 1 && key[0] == "all":
		d.at = &d.all
	case len(key) == 2 && key[0] == "feature":
		f, err := d.feature(key[1])
		if err != nil {
			return err
		}
		d.at = &d.rules[f]
	default:
		return fmt.Errorf("unknown table [%s]: write [all] or [feature.NAME]", strings.Join(key, "."))
	}
	if d.at.line != 0 {
		return fmt.Errorf("there is a table for this already, in line %d", d.at.line)
	}
	d.at.line = d.line
	return nil
}

// feature finds a feature by name or number.
func (d *decoder) feature(name string) (int, error) {
	if f := slices.Index(d.ensemble.Schema.Features, name); f >= 0 {
		return f, nil
	}
	f, err := strconv.Atoi(name)
	switch {
	case err != nil && d.ensemble.Schema.Features == nil:
		return 0, fmt.Errorf("unknown feature %q: the model names no features, use their numbers from 0", name)
	case err != nil:
		return 0, fmt.Errorf("unknown feature %q", name)
	case f < 0 || f >= d.ensemble.Features:
		return 0, fmt.Errorf("there is no feature %d: the model reads %d, from 0", f, d.ensemble.Features)
	}
	return f, nil
}

// set reads the value of a key.
func (d *decoder) set(key string, v *unstable.Node) (err error) {
	r := d.at
	switch key {
	case "min":
		err = number(&r.min, v)
	case "max":
		err = number(&r.max, v)
	case "weight":
		err = number(&r.weight, v)
	case "frozen":
		err = flag(&r.frozen, v)
	case "integer":
		err = flag(&r.integer, v)
	case "direction":
		err = way(&r.direction, v)
	default:
		return fmt.Errorf("unknown key %s: there are min, max, weight, frozen, integer and direction", key)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

func number(to **float64, v *unstable.Node) error {
	x, err := strconv.ParseFloat(strings.ReplaceAll(string(v.Data), "_", ""), 64)
	if v.Kind != unstable.Integer && v.Kind != unstable.Float || err != nil || math.IsNaN(x) {
		return fmt.Errorf("%s is not a number", v.Data)
	}
	return once(to, x)
}

func flag(to **bool, v *unstable.Node) error {
	if v.Kind != unstable.Bool {
		return fmt.Errorf("%s is not true or false", v.Data)
	}
	return once(to, string(v.Data) == "true")
}

func way(to **string, v *unstable.Node) error {
	switch s := string(v.Data); {
	case v.Kind == unstable.String && (s == "increase" || s == "decrease" || s == "any"):
		return once(to, s)
	}
	return fmt.Errorf(`%s is not "increase", "decrease" or "any"`, v.Data)
}

func once[T any](to **T, v T) error {
	if *to != nil {
		return fmt.Errorf("is given twice")
	}
	*to = &v
	return nil
}
