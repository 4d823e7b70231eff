package strict

import (
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

func TestExplain(t *testing.T) {
	type table struct {
		Source string  `toml:"source"`
		Eps    float64 `toml:"eps"`
		Rows   int     `toml:"rows"`
		Header bool    `toml:"header"`
	}
	type text struct {
		Name   string         `toml:"name"`
		Seeds  []uint64       `toml:"seeds"`
		Data   []table        `toml:"data"`
		One    table          `toml:"one"`
		Texts  []string       `toml:"texts"`
		Values map[string]any `toml:"values"`
	}
	for in, want := range map[string]string{
		"seeds = [0, \"a\"]":       "line 1, column 13: seeds is a text, must be a whole number from 0",
		"seeds = 3":                "line 1, column 9: seeds is a whole number, must be a list of whole numbers from 0",
		"seeds = [-1]":             "line 1, column 10: seeds: -1 is below 0",
		"texts = \"a\"":            "line 1, column 9: texts is a text, must be a list of texts",
		"name = 3":                 "line 1, column 8: name is a whole number, must be a text",
		"name = 1999-01-01":        "line 1, column 8: name is a date or time, must be a text",
		"name = ":                  "line 1, column 7: expected value, not end of input",
		"data = 3":                 "line 1, column 8: data is a whole number, must be a list of tables, each below [[data]]",
		"[[one]]\nsource = \"a\"":  "line 1, column 3: one is a list, must be a table, below [one]",
		"[[data]]\neps = \"a\"":    "line 2, column 7: data.eps is a text, must be a number",
		"[[data]]\nrows = 0.5":     "line 2, column 8: data.rows is a number, must be a whole number",
		"[[data]]\nheader = \"a\"": "line 2, column 10: data.header is a text, must be true or false",
		"values = 3":               "line 1, column 10: values is a whole number, must be a table, below [values]",
		"[one]\nsourc = \"a\"":     "line 2: unknown key \"sourc\": did you mean \"source\"?",
	} {
		var into text
		err := toml.NewDecoder(strings.NewReader(in)).DisallowUnknownFields().Decode(&into)
		err = Explain(err, func([]string) []string { return []string{"source", "eps"} })
		if err == nil || err.Error() != want {
			t.Errorf("%q: got %v\nwant %s", in, err, want)
		}
	}
}
