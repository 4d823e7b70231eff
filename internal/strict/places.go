package strict

import (
	"bytes"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Places says where the values of a TOML text stand, by their keys: "split",
// "train.rounds". What is in a list has its number behind the key, from 0: "split.1", and
// "data.0.eps" in the first of several tables. A list and a table stand where their keys do.
type Places struct {
	text    []byte
	offsets map[string]uint32
}

// PlacesOf finds the places in a text that was decoded.
func PlacesOf(text []byte) Places {
	of := finder{Places: Places{text, map[string]uint32{}}, tables: map[string]int{}}
	of.parser.Reset(text)
	for of.parser.NextExpression() {
		of.expression(of.parser.Expression())
	}
	return of.Places
}

// Explain returns an error with the place of a key. Of one that has no place, such as a
// member of what is no list, it is that of the key before the last dot, and so on.
func (p *Places) Explain(err error, key string) error {
	for {
		if at, known := p.offsets[key]; known {
			before := p.text[:at]
			line := bytes.Count(before, []byte("\n")) + 1
			column := len(before) - bytes.LastIndexByte(before, '\n')
			return fmt.Errorf("line %d, column %d: %w", line, column, err)
		}
		dot := strings.LastIndexByte(key, '.')
		if dot < 0 {
			return err
		}
		key = key[:dot]
	}
}

// Rename gives what stands at a key another one.
func (p *Places) Rename(key, to string) {
	for from, at := range maps.Clone(p.offsets) {
		if rest, found := strings.CutPrefix(from, key); found && (rest == "" || rest[0] == '.') {
			p.offsets[to+rest] = at
		}
	}
}

// finder goes through a text.
type finder struct {
	Places
	parser unstable.Parser
	tables map[string]int // how many there are of each list of tables
	table  string         // before the keys of the table that is open
}

func (f *finder) expression(n *unstable.Node) {
	switch n.Kind {
	case unstable.KeyValue:
		f.pair(f.table, n)
	case unstable.Table, unstable.ArrayTable:
		f.table = ""
		it := n.Key()
		for it.Next() {
			f.table += string(it.Node().Data)
			f.put(f.table, it.Node())
			if n.Kind == unstable.ArrayTable && it.IsLast() {
				f.tables[f.table]++
			}
			if count := f.tables[f.table]; count > 0 { // a table below such a list belongs to its last
				f.table += "." + strconv.Itoa(count-1)
				f.put(f.table, it.Node())
			}
			f.table += "."
		}
	}
}

// pair notes the place of a key and its value.
func (f *finder) pair(before string, n *unstable.Node) {
	key := before
	for it := n.Key(); it.Next(); key += "." {
		key += string(it.Node().Data)
		f.put(key, it.Node())
	}
	f.value(strings.TrimSuffix(key, "."), n.Value())
}

// value notes the places in a value.
func (f *finder) value(key string, n *unstable.Node) {
	switch n.Kind {
	case unstable.Array:
		i := 0
		for it := n.Children(); it.Next(); i++ {
			f.value(key+"."+strconv.Itoa(i), it.Node())
		}
	case unstable.InlineTable:
		for it := n.Children(); it.Next(); {
			f.pair(key+".", it.Node())
		}
	default:
		f.offsets[key] = n.Raw.Offset
	}
}

// put notes the place of a key, unless an earlier one has it.
func (f *finder) put(key string, n *unstable.Node) {
	if _, taken := f.offsets[key]; !taken {
		f.offsets[key] = n.Raw.Offset
	}
}
