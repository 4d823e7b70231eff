package threat

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
)

// Write writes the file that [Parse] reads.
func (t *Threat) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	if t.Classes != nil {
		fmt.Fprintf(out, "classes = %s\n", list(t.Classes))
	}
	if !t.All.empty() {
		fmt.Fprint(out, "\n[all]\n")
		t.All.write(out)
	}
	for i := range t.Features {
		fmt.Fprintf(out, "\n[feature.%s]\n", bare(t.Features[i].Feature))
		t.Features[i].write(out)
	}
	for _, g := range t.Groups {
		fmt.Fprintf(out, "\n[group.%s]\nfeatures = %s\n", bare(g.Name), list(g.Features))
		if g.AtMostOne {
			fmt.Fprintf(out, "ones = %q\n", atMostOne)
		}
		if g.Frozen != nil {
			fmt.Fprintf(out, "frozen = %v\n", *g.Frozen)
		}
		if g.Price != nil {
			fmt.Fprintf(out, "price = %s\n", priceOfLevel(*g.Price))
		}
		if g.Prices != nil {
			fmt.Fprintf(out, "prices = %s\n", g.Prices.inline())
		}
	}
	if t.Links != nil {
		fmt.Fprintf(out, "\n[links]\nrules = %s\n", list(t.Links))
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

// empty reports whether a rule sets nothing.
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
	valued := func(key string, v *float64) {
		if v != nil {
			line(key, r.written(*v))
		}
	}
	valued("min", r.Min)
	valued("max", r.Max)
	flag("frozen", r.Frozen)
	if r.Direction != nil {
		line("direction", quoted(*r.Direction))
	}
	flag("integer", r.Integer)
	if r.Values != nil {
		values := make([]string, len(r.Values))
		for i, v := range r.Values {
			values[i] = r.written(v)
		}
		line("values", "["+strings.Join(values, ", ")+"]")
	}
	if r.Levels != nil {
		line("values", list(r.Levels))
	}
	number("step", r.Step)
	valued("step-from", r.StepFrom)
	ways := func(key string, w *Ways) {
		if w != nil {
			line(key, w.inline())
		}
	}
	ways("weight", r.Weight)
	ways("price", r.Price)
	if r.Ordinal != nil {
		line("ordinal", list(r.Ordinal))
	}
	if r.Prices != nil {
		line("prices", r.Prices.inline())
	}
	flag("may-blank", r.MayBlank)
	number("blank-price", r.BlankPrice)
}

// written returns a value of the column as the file has it: a date as a date.
func (r *Rule) written(v float64) string {
	of := column.Column{Dates: r.Dates}
	date, ok := of.Word(v)
	switch {
	case !ok:
		return decimal(v)
	case len(date) == len("15:04"): // TOML asks for seconds
		return date + ":00"
	}
	return date
}

// inline returns ways as a number if both are the same, or as an inline table.
func (w *Ways) inline() string {
	switch {
	case math.IsInf(w.Up, 1):
		return quoted(never)
	case w.Up == w.Down:
		return decimal(w.Up)
	case w.Down == 0:
		return "{ up = " + decimal(w.Up) + " }"
	case w.Up == 0:
		return "{ down = " + decimal(w.Down) + " }"
	}
	return "{ up = " + decimal(w.Up) + ", down = " + decimal(w.Down) + " }"
}

// inline returns prices as an inline table.
func (p Prices) inline() string {
	var rows []string
	for _, from := range slices.Sorted(maps.Keys(p)) {
		var row []string
		for _, to := range slices.Sorted(maps.Keys(p[from])) {
			row = append(row, bare(to)+" = "+priceOfLevel(p[from][to]))
		}
		rows = append(rows, bare(from)+" = { "+strings.Join(row, ", ")+" }")
	}
	return "{ " + strings.Join(rows, ", ") + " }"
}

// priceOfLevel writes the price of a change of level.
func priceOfLevel(price float64) string {
	if math.IsInf(price, 1) {
		return quoted(never)
	}
	return decimal(price)
}

// list returns strings as an array.
func list(texts []string) string {
	all := make([]string, len(texts))
	for i, text := range texts {
		all[i] = quoted(text)
	}
	return "[" + strings.Join(all, ", ") + "]"
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

// bare returns a TOML key, quoted if it has to be.
func bare(name string) string {
	if bareKey.MatchString(name) {
		return name
	}
	return quoted(name)
}

// quoted returns a basic TOML string.
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
