package parquet

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/parquet-go/parquet-go/format"
)

// pandas is what pandas notes of a data frame beside its columns:
// https://pandas.pydata.org/docs/development/developer.html.
type pandas struct {
	Index   []json.RawMessage `json:"index_columns"` // names, or what a range is made of
	Columns []struct {
		Field    string `json:"field_name"`
		Type     string `json:"pandas_type"`
		Metadata struct {
			Ordered bool `json:"ordered"`
		} `json:"metadata"`
	} `json:"columns"`
}

// pandasOf returns what pandas notes of a data frame, nothing if there is nothing or it cannot
// be read.
func pandasOf(notes []format.KeyValue) (p pandas) {
	i := slices.IndexFunc(notes, func(note format.KeyValue) bool { return note.Key == "pandas" })
	if i >= 0 && json.Unmarshal([]byte(notes[i].Value), &p) != nil {
		return pandas{}
	}
	return p
}

// levels returns the columns that hold categories without an order: if these are numbers,
// only the notes say so.
func (p *pandas) levels() map[string]bool {
	levels := map[string]bool{}
	for _, c := range p.Columns {
		if c.Type == "categorical" && !c.Metadata.Ordered {
			levels[c.Field] = true
		}
	}
	return levels
}

// doubts notes the features that are the index of the data frame, which in pandas is not a
// column.
func (p *pandas) doubts(features []string) (doubts []string) {
	for _, entry := range p.Index {
		var name string
		if json.Unmarshal(entry, &name) == nil && slices.Contains(features, name) {
			doubts = append(doubts, fmt.Sprintf("column %q: is the index of the data frame; if it only names the rows, Options.Ignore leaves the column out", name))
		}
	}
	return doubts
}
