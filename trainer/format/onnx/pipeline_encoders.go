package onnx

import (
	"errors"
	"math"
	"slices"
	"strconv"

	"github.com/hardwood-ml/hardwood/internal/refusal"
)

// named returns the list of texts, or of numbers as texts, from the attribute that is present: kind
// followed by strings, int64s or floats.
func named(n *node, kind string) []string {
	if a := n.attributes[kind+"strings"]; a != nil && len(a.strings) > 0 {
		return a.strings
	}
	var names []string
	if a := n.attributes[kind+"int64s"]; a != nil {
		for _, v := range a.ints {
			names = append(names, strconv.FormatInt(v, 10))
		}
	}
	if a := n.attributes[kind+"floats"]; a != nil && names == nil {
		for _, v := range a.floats {
			names = append(names, nameOf(v))
		}
	}
	return names
}

// nameOf returns the name of a level that is a number.
func nameOf(v float32) string { return strconv.FormatFloat(float64(v), 'f', -1, 32) }

func oneHotShape(_ *graph, n *node, of []shape) (shape, error) {
	levels := int64(len(named(n, "cats_")))
	if levels == 0 {
		return shape{}, errors.New("has no categories")
	}
	return shape{elem: elemFloat, width: of[0].width * levels, blocks: of[0].width}, nil
}

// oneHotBack replaces a column that is 1 for one level and 0 for others by the category.
func oneHotBack(p *pipeline, n *node, e *entry) error {
	c := p.coders[n]
	if c == nil {
		c = p.encoder(n, named(n, "cats_"))
		c.values = []float64{1}
		if a := n.attributes["cats_strings"]; p.texts(n) != (a != nil && len(a.strings) > 0) { // onnxruntime finds none of them
			c.values = nil
		}
	}
	hot := *c
	hot.first = int(e.at % c.columns)
	e.at /= c.columns
	return e.encode(p, &hot)
}

func codedShape(_ *graph, n *node, of []shape) (shape, error) {
	s := shape{elem: elemInt64, width: of[0].width}
	if n.attributes["values_floats"] != nil {
		s.elem = elemFloat
	}
	return s, nil
}

// codedBack replaces a column that has a number for each level by the category.
func codedBack(p *pipeline, n *node, e *entry) error {
	c := p.coders[n]
	if c == nil {
		c = p.encoder(n, named(n, "keys_"))
		if a := n.attributes["values_floats"]; a != nil {
			c.values = a.numbers()
			if d := n.attributes["default_float"]; d != nil {
				c.other = float64(d.f)
			}
		} else if a := n.attributes["values_int64s"]; a != nil {
			c.values, c.other = floats(a.ints), -1
			if d := n.attributes["default_int64"]; d != nil {
				c.other = float64(d.i)
			}
		}
	}
	if a := n.attributes["keys_floats"]; a != nil && slices.ContainsFunc(a.floats, func(v float32) bool { return float64(v) != math.Trunc(float64(v)) }) {
		return refusal.Unsupported("of other floats than whole numbers is not read") // these have more than one spelling as texts
	}
	if a := n.attributes["keys_strings"]; p.texts(n) != (a != nil && len(a.strings) > 0) {
		return refusal.Unsupported("of texts as numbers, or of numbers as texts, is not read")
	}
	if len(c.names) == 0 || len(c.names) != len(c.values) {
		return refusal.Unsupportedf("with %d texts or numbers and %d numbers for them is not read", len(c.names), len(c.values))
	}
	return e.encode(p, c)
}

// texts reports whether the data of an operator are texts.
func (p *pipeline) texts(n *node) bool { return p.shapes[p.graph.data(n)[0]].elem == elemString }

// encoder notes the levels that an encoder knows.
func (p *pipeline) encoder(n *node, names []string) *coding {
	c := &coding{encoder: n, names: names, columns: int64(len(names))}
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		if seen[name] {
			c.twice = name
		}
		seen[name] = true
	}
	p.coders[n] = c
	p.room += 2 * len(names)
	return c
}

// encode notes which numbers stand for the levels of a category.
func (e *entry) encode(p *pipeline, c *coding) error {
	if e.coded != nil {
		return refusal.Unsupported("before another encoder is not read")
	}
	if c.twice != "" {
		return refusal.Unsupportedf("has level %q twice", c.twice)
	}
	e.coded = c
	return pass(p, c.encoder, e)
}
