package data_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// TestOrange: what stands below the names of a table of Orange, or before each, says what the columns
// hold and are for.
func TestOrange(t *testing.T) {
	const rows = "63\t1\tAnn\t7\tyes\n41\t0\tBob\t8\tno\n52\t1\tCid\t9\tno\n"
	const below = "age\tsite\tname\tid\tclass\nc\td\ts\t\tno yes\n"
	const head = `age integer, site categorical; "name" has the role meta, "id" has the role ignore`
	for _, c := range []struct {
		name, lines string
		options     data.Options
		want        string // the features, what is ignored, and the label
	}{
		{"two lines", below + "\t\tmeta\ti\tclass\n", data.Options{}, head + "; class"},
		{"words and attributes", "age\tsite\tname\tid\tsick\nnumeric\ta\\ b 1\tstring\td\tdiscrete\n\tx=1\tmeta a=b\\ c\tignore\tc \n", data.Options{}, head + "; sick"},
		{"roles that end early", below + "\t\tmeta\ti\n", data.Options{}, head + "; class"},
		{"one line", "age\tD#site\tmS#name\ti#id\tcD#sick\n", data.Options{}, head + "; sick"},
		{"a label that is asked for", below + "\t\tmeta\ti\tclass\n", data.Options{Label: "site"}, `age integer; "name" has the role meta, "id" has the role ignore, "class" has the role class; site`},
		{"a role that is overruled", below + "\t\tmeta\ti\tclass\n", data.Options{Categorical: []string{"name"}, Numeric: []string{"site"}},
			`age integer, site numeric, name categorical; "id" has the role ignore; class`},
		{"unlabelled", below + "\t\tmeta\ti\tclass\n", data.Options{Unlabelled: true}, `age integer, site categorical, class boolean; "name" has the role meta, "id" has the role ignore; `},
		{"weights", below + "\tw\tmeta\ti\tclass\n", data.Options{Weight: "id"}, `age integer; "site" has the role weight, "name" has the role meta; class`},
		{"of no table of Orange", "C#\tC#1\tD#2\tm#3\tclass\n", data.Options{}, `C# integer, C#1 integer, D#2 categorical, m#3 integer; ; class`},
	} {
		t.Run(c.name, func(t *testing.T) {
			table := readTable(t, write(t, "a.tab", c.lines+rows), c.options)
			var features, ignored []string
			for f, kind := range table.Kinds() {
				features = append(features, fmt.Sprint(table.Features[f], " ", kind.Kind))
			}
			for _, i := range table.Found.Ignored {
				ignored = append(ignored, i.String())
			}
			got := strings.Join([]string{strings.Join(features, ", "), strings.Join(ignored, ", "), table.Found.Label}, "; ")
			if got != c.want || table.Rows != 3 || table.At(2, 0) != 52 {
				t.Errorf("%d rows, %s", table.Rows, got)
			}
		})
	}
}

// TestOrangeTest: a model's columns are found by name in test rows, whatever these call them.
func TestOrangeTest(t *testing.T) {
	const header = "a\tb\tsick\nc\td\td\n\t\tclass\n"
	rows := strings.Repeat("1\t1\t1\n2\t0\t2\n", 20)
	train := readTable(t, write(t, "a.tab", header+rows), data.Options{})
	for _, other := range []string{"C#a\tD#b\tcD#sick\n" + rows, "a\tb\tsick\nc\td\td\nmeta\t\tclass\n" + rows, "a\tb\tsick\nc\td\td\n\tclass\tclass\n" + rows, strings.ReplaceAll("a\tb\tsick\n"+rows, "\t", ",")} {
		test := readTable(t, write(t, "b.tab", other), data.Options{}.Like(train))
		if test.Hash() != train.Hash() || len(test.Found.Ignored) > 0 {
			t.Errorf("%q: %v, %v", other[:20], test.Found, test.X)
		}
	}
	stream, err := data.Open(t.Context(), write(t, "a.tab", header+rows), data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for block, err := range stream.Blocks(50) {
		if err != nil || block.Rows != 40 || block.Row(1)[0] != 2 {
			t.Error(err, block)
		}
	}
}
