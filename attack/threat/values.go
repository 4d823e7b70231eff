package threat

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/nearest"
)

// shown is a value as a file has it, or what it is.
func shown(v *unstable.Node) string {
	switch v.Kind {
	case unstable.Array:
		return "a list"
	case unstable.InlineTable:
		return "a table"
	}
	return string(v.Data)
}

// words reads a list of strings.
func words(to *[]string, v *unstable.Node) error {
	if v.Kind != unstable.Array {
		return fmt.Errorf("%s is not a list such as [\"a\", \"b\"]", shown(v))
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
			return fmt.Errorf("%s is not a name", shown(n))
		}
	}
	return nil
}

func number(to **float64, v *unstable.Node) error {
	x, err := numberOf(v)
	if err != nil {
		return err
	}
	return once(to, x)
}

// value reads a number, a date or a time of day.
func (r *Rule) value(to **float64, v *unstable.Node) error {
	x, err := r.valueOf(v)
	if err != nil {
		return err
	}
	return once(to, x)
}

// valueOf returns a number, the days from 1970 to a date, or the hours to a time of day.
func (r *Rule) valueOf(v *unstable.Node) (float64, error) {
	layout, known := map[unstable.Kind]string{
		unstable.LocalTime: time.TimeOnly, unstable.LocalDate: time.DateOnly, unstable.LocalDateTime: time.DateTime, unstable.DateTime: "2006-01-02 15:04:05Z07:00",
	}[v.Kind]
	text := string(v.Data)
	for _, of := range [][2]string{{time.DateOnly, "a date"}, {time.TimeOnly, "a time"}, {"15:04", "a time"}} {
		if _, err := time.Parse(of[0], text); err == nil && v.Kind == unstable.String {
			return 0, fmt.Errorf("%q is a text: %s stands without quotes", text, of[1])
		}
	}
	if !known {
		return numberOf(v)
	}
	at, err := time.Parse(layout, strings.ToUpper(strings.Replace(strings.Replace(text, "T", " ", 1), "t", " ", 1)))
	if err != nil {
		return 0, fmt.Errorf("%s is not a date", text)
	}
	dates, x := column.MonthFirst, column.Days(at)
	if v.Kind == unstable.LocalTime {
		dates, x = column.TimeOfDay, column.Hours(at)
	}
	if r.Dates != column.NoDates && r.Dates != dates {
		return 0, errors.New("dates and times do not stand together in a column")
	}
	r.Dates = dates
	return x, nil
}

func numberOf(v *unstable.Node) (float64, error) {
	x, err := strconv.ParseFloat(strings.ReplaceAll(string(v.Data), "_", ""), 64)
	switch {
	case v.Kind == unstable.String && err == nil:
		return 0, fmt.Errorf("%q is a text: a number stands without quotes", v.Data)
	case v.Kind != unstable.Integer && v.Kind != unstable.Float || err != nil || math.IsNaN(x):
		return 0, fmt.Errorf("%s is not a number", shown(v))
	}
	return x, nil
}

// ways reads a number, or a table with one for each way.
func ways(to **Ways, v *unstable.Node) error {
	var w Ways
	if v.Kind != unstable.InlineTable {
		x, err := numberOf(v)
		if err != nil {
			return fmt.Errorf("%w, nor a table such as { up = 1, down = 2 }", err)
		}
		if w = (Ways{x, x}); x == 0 { // only the links know whether it may be 0
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
		switch {
		case err != nil:
			return err
		case x == 0:
			return fmt.Errorf("0 is not above 0")
		case *of != 0:
			return fmt.Errorf("%s %w", key.Node().Data, errTwice)
		}
		*of = x
	}
	if w == (Ways{}) {
		return fmt.Errorf("{} names no way: write { up = 1, down = 2 }")
	}
	return cmp.Or(w.check(), once(to, w))
}

// check reports an invalid weight or price.
func (w Ways) check() error {
	if w == (Ways{}) {
		return fmt.Errorf("0 is not above 0")
	}
	for _, v := range [2]float64{w.Up, w.Down} {
		switch {
		case !(v >= 0):
			return fmt.Errorf("%v is not above 0", v)
		case v != 0 && !(v >= 1e-30 && v <= 1e30):
			return fmt.Errorf("%v is not between 1e-30 and 1e+30", v)
		}
	}
	return nil
}

// choices reads a list of levels, or of numbers or dates, which it sorts.
func (r *Rule) choices(v *unstable.Node) error {
	if v.Kind != unstable.Array {
		return fmt.Errorf("%s is not a list such as [0, 1, 2.5] or [\"a\", \"b\"]", shown(v))
	}
	if r.Values != nil || r.Levels != nil {
		return errTwice
	}
	list := []float64{}
	for it := v.Children(); it.Next(); {
		switch it.Node().Kind {
		case unstable.Comment:
			continue
		case unstable.String:
			return words(&r.Levels, v)
		}
		x, err := r.valueOf(it.Node())
		if err != nil {
			return err
		}
		list = append(list, x+0) // not -0
	}
	slices.Sort(list)
	r.Values = slices.Compact(list)
	return nil
}

func flag(to **bool, v *unstable.Node) error {
	switch {
	case v.Kind == unstable.String:
		return fmt.Errorf("%q is a text: true and false stand without quotes", v.Data)
	case v.Kind != unstable.Bool:
		return fmt.Errorf("%s is not true or false", shown(v))
	}
	return once(to, string(v.Data) == "true")
}

// word reads one of some words.
func word(to **string, v *unstable.Node, words []string) error {
	if s := string(v.Data); v.Kind == unstable.String && slices.Contains(words, s) {
		return once(to, s)
	}
	return noneOf(shown(v), words)
}

// noneOf returns the error for a word that is not one of some.
func noneOf(s string, words []string) error {
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
