package strict

import (
	"bytes"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Places says where the values of a TOML text are, by their keys: "split", "train.rounds". An
// element of a list has its index behind the key, from 0: "split.1", and "data.0.eps" in the first
// of several tables. A list or a table is where its key is.
type Places struct {
	text    []byte
	offsets map[string]uint32
}

// PlacesOf finds the places in a text that has been decoded.
func PlacesOf(text []byte) Places {
	of := finder{Places: Places{text, map[string]uint32{}}, tables: map[string]int{}}
	of.parser.Reset(text)
	for of.parser.NextExpression() {
		of.expression(of.parser.Expression())
	}
	return of.Places
}

// Explain adds the place of a key to an error. If the key has none, such as a member of something
// that is not a list, it uses the key before the last dot, and so on.
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

// Rename makes what is at a key known under another one too.
func (p *Places) Rename(key, to string) {
	for from, at := range maps.Clone(p.offsets) {
		if rest, found := strings.CutPrefix(from, key); found && (rest == "" || rest[0] == '.') {
			p.offsets[to+rest] = at
		}
	}
}

// finder walks through a text.
type finder struct {
	Places
	parser unstable.Parser
	tables map[string]int // how many tables each list of tables has so far
	table  string         // what precedes the keys of the open table
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

// pair records the place of a key and its value.
func (f *finder) pair(before string, n *unstable.Node) {
	key := before
	for it := n.Key(); it.Next(); key += "." {
		key += string(it.Node().Data)
		f.put(key, it.Node())
	}
	f.value(strings.TrimSuffix(key, "."), n.Value())
}

// value records the places in a value.
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

// put records the place of a key, unless an earlier one has it.
func (f *finder) put(key string, n *unstable.Node) {
	if _, taken := f.offsets[key]; !taken {
		f.offsets[key] = n.Raw.Offset
	}
}
