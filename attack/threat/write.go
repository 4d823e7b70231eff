package threat

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Write writes the file that [Parse] reads.
func (t *Threat) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	if !t.All.empty() {
		fmt.Fprint(out, "\n[all]\n")
		t.All.write(out)
	}
	for i := range t.Features {
		fmt.Fprintf(out, "\n[feature.%s]\n", bare(t.Features[i].Feature))
		t.Features[i].write(out)
	}
	for _, g := range t.Groups {
		names := make([]string, len(g.Features))
		for i, name := range g.Features {
			names[i] = quoted(name)
		}
		fmt.Fprintf(out, "\n[group.%s]\nfeatures = [%s]\n", bare(g.Name), strings.Join(names, ", "))
		if g.AtMostOne {
			fmt.Fprintf(out, "ones = %q\n", atMostOne)
		}
		if g.Frozen != nil {
			fmt.Fprintf(out, "frozen = %v\n", *g.Frozen)
		}
		if g.Price != nil {
			fmt.Fprintf(out, "price = %s\n", decimal(*g.Price))
		}
	}
	if t.Links != nil {
		rules := make([]string, len(t.Links))
		for i, rule := range t.Links {
			rules[i] = quoted(rule)
		}
		fmt.Fprintf(out, "\n[links]\nrules = [%s]\n", strings.Join(rules, ", "))
	}
	if g := t.Gain; g != nil {
		fmt.Fprint(out, "\n[gain]\n")
		if g.Column != nil {
			fmt.Fprintf(out, "column = %s\n", quoted(*g.Column))
		}
		if g.Value != nil {
			fmt.Fprintf(out, "value = %s\n", decimal(*g.Value))
		}
	}
	return out.Flush()
}

// empty reports whether a rule says nothing.
func (r *Rule) empty() bool {
	var b strings.Builder
	r.write(&b)
	return b.Len() == 0
}

// write writes the keys of a table.
func (r *Rule) write(w io.Writer) {
	line := func(key, value string) { fmt.Fprintf(w, "%s = %s\n", key, value) }
	number := func(key string, v *float64) {
		if v != nil {
			line(key, decimal(*v))
		}
	}
	flag := func(key string, v *bool) {
		if v != nil {
			line(key, strconv.FormatBool(*v))
		}
	}
	number("min", r.Min)
	number("max", r.Max)
	flag("frozen", r.Frozen)
	if r.Direction != nil {
		line("direction", quoted(*r.Direction))
	}
	flag("integer", r.Integer)
	if r.Values != nil {
		values := make([]string, len(r.Values))
		for i, v := range r.Values {
			values[i] = decimal(v)
		}
		line("values", "["+strings.Join(values, ", ")+"]")
	}
	number("step", r.Step)
	number("step-from", r.StepFrom)
	ways := func(key string, w *Ways) {
		switch {
		case w == nil:
		case w.Up == w.Down:
			line(key, decimal(w.Up))
		case w.Down == 0:
			line(key, "{ up = "+decimal(w.Up)+" }")
		case w.Up == 0:
			line(key, "{ down = "+decimal(w.Down)+" }")
		default:
			line(key, "{ up = "+decimal(w.Up)+", down = "+decimal(w.Down)+" }")
		}
	}
	ways("weight", r.Weight)
	ways("price", r.Price)
}

// decimal writes a number of TOML.
func decimal(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	case v == math.Trunc(v) && math.Abs(v) < 1e15:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

var bareKey = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// bare returns a key of TOML, quoted where it has to be.
func bare(name string) string {
	if bareKey.MatchString(name) {
		return name
	}
	return quoted(name)
}

// quoted returns a basic string of TOML.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteString("\\" + string(r))
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
