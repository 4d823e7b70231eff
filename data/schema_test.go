package data_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/data"
)

const schemaRows = "id,colour,n,code,ok,day,label\nA,red,1,7,yes,2024-01-02,x\nB,green,2,8,no,2024-01-03,y\nC,,-,7,yes,,x\n"

// TestSchema: what the schema of a table says reads the same table.
func TestSchema(t *testing.T) {
	path := write(t, "a.csv", schemaRows)
	o := data.Options{Categorical: []string{"code"}, Ignore: []string{"id"}, MissingWords: []string{"-"}}
	want := readTable(t, path, o)
	var file bytes.Buffer
	if err := data.SchemaOf(want, &o).Write(&file); err != nil {
		t.Fatal(err)
	}
	schema, err := data.ReadSchema(write(t, "a.toml", file.String()))
	if err != nil {
		t.Fatalf("%v in\n%s", err, &file)
	}
	same := func(got *data.Table, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got, cmpopts.EquateNaNs(), cmpopts.IgnoreUnexported(data.Table{})); d != "" {
			t.Error(d)
		}
	}
	same(data.Read(t.Context(), path, data.Options{Schema: schema}))
	var again bytes.Buffer
	if err := data.SchemaOf(want, &data.Options{Schema: schema}).Write(&again); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(file.String(), again.String()); d != "" {
		t.Error(d)
	}
	stream := openTable(t, path, data.Options{Schema: schema})
	if d := cmp.Diff(want.Summary(), stream.Head().Summary()); d != "" {
		t.Error(d)
	}

	// Rows to test on need not have the columns that are ignored.
	like := data.Options{Schema: schema}.Like(want)
	test := readTable(t, write(t, "b.csv", "label,colour,n,code,ok,day\nx,green,-,8,no,2024-01-03\n"), like)
	if got := test.Row(0); got[0] != 0 || got[1] == got[1] || got[2] != 1 || got[3] != 0 || got[4] != 19725 {
		t.Errorf("a row to test on is %v", got)
	}
}

// TestSchemaByHand: levels in a custom order, others missing, and flags that take
// precedence.
func TestSchemaByHand(t *testing.T) {
	schema, err := data.ParseSchema([]byte(`
		label = "id"
		[[column]]
		name = "colour"
		kind = "categorical"
		levels = ["red", "blue"]
		[[column]]
		name = "n"
		kind = "integer"
		missing-words = ["-"]
		[[column]]
		name = "ok"
		kind = "boolean"
		levels = ["yes", "no"]
		[[column]]
		name = "day"
		kind = "ignored"
		[[column]]
		name = "code"
		kind = "numeric"
	`))
	if err != nil {
		t.Fatal(err)
	}
	path := write(t, "a.csv", schemaRows)
	table := readTable(t, path, data.Options{Schema: schema, Categorical: []string{"code"}, Ignore: []string{"label"}})
	const want = `3 rows of 4 features (2 categorical, 1 boolean, 1 integer, 2 ignored), 3 values missing, 1 value of a level that is not known ("green" of "colour", line 3); label "id": A 33.3 %, B 33.3 %, C 33.3 %`
	if got := strings.TrimPrefix(table.Summary(), path+": "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if row := table.Row(0); row[0] != 0 || row[1] != 1 || row[2] != 0 || row[3] != 0 {
		t.Errorf("first row is %v", row)
	}
}

// TestSchemaFaults checks the whole message of each fault.
func TestSchemaFaults(t *testing.T) {
	for name, c := range map[string]struct{ schema, want string }{
		"key":             {"lable = 'x'\n", `line 1: unknown key "lable": did you mean "label"?`},
		"key of a column": {"[[column]]\nname = 'n'\nknd = 'numeric'\n", `line 3: unknown key "knd": did you mean "kind"?`},
		"not TOML":        {"label = \n", `line 1, column 9: unexpected character U+000A at start of value`},
		"kind":            {"[[column]]\nname = 'n'\nkind = 'number'\n", `line 1, column 3: column "n": unknown kind "number": use one of numeric, integer, boolean, categorical, ignored`},
		"twice":           {"[[column]]\nname = 'n'\nkind = 'numeric'\n[[column]]\nname = 'n'\nkind = 'numeric'\n", `line 4, column 3: column "n": is there twice`},
		"no name":         {"[[column]]\nkind = 'numeric'\n", `line 1, column 3: column 1 has no name`},
		"dates":           {"[[column]]\nname = 'n'\nkind = 'categorical'\ndates = 'day-first'\n", `line 1, column 3: column "n": has dates, and is categorical`},
		"order of dates":  {"[[column]]\nname = 'n'\nkind = 'integer'\ndates = 'day-frist'\n", `line 1, column 3: column "n": unknown order of dates "day-frist": did you mean "day-first"?`},
		"levels":          {"[[column]]\nname = 'n'\nkind = 'numeric'\nlevels = ['a']\n", `line 1, column 3: column "n": has levels, and is numeric`},
		"level twice":     {"[[column]]\nname = 'n'\nkind = 'categorical'\nlevels = ['a', 'a']\n", `line 1, column 3: column "n": has a level twice`},
		"truths":          {"[[column]]\nname = 'n'\nkind = 'boolean'\nlevels = ['a']\n", `line 1, column 3: column "n": has 1 level, not 2`},
		"label":           {"label = 'n'\n[[column]]\nname = 'n'\nkind = 'numeric'\n", `line 2, column 3: column "n": is the label, which has no kind`},
		"no such column":  {"[[column]]\nname = 'color'\nkind = 'categorical'\n", `no column "color" of the schema: did you mean "colour"?`},
	} {
		t.Run(name, func(t *testing.T) {
			dir := write(t, "a.toml", c.schema)
			schema, err := data.ReadSchema(dir)
			if err == nil {
				dir = write(t, "a.csv", schemaRows)
				_, err = data.Read(t.Context(), dir, data.Options{Schema: schema})
			}
			var fault *data.OptionError
			if !errors.As(err, &fault) {
				t.Fatalf("%v, not of a schema", err)
			}
			if want := dir + ": " + c.want; err.Error() != want {
				t.Errorf("got  %v\nwant %s", err, want)
			}
		})
	}
}

// FuzzSchema: a text is a schema that comes back as it was written, or an error
// in one line.
func FuzzSchema(f *testing.F) {
	f.Add([]byte("label = 'x'\nmissing-words = ['-']\n[[column]]\nname = 'a'\nkind = 'boolean'\nlevels = ['no', 'yes']\n"))
	f.Add([]byte("[[column]]\nname = \"a\\n\"\nkind = 'categorical'\nlevels = ['', '1']\nmissing-words = ['?']\nnote = 'why'\n"))
	f.Add([]byte("[column.a]\nkind = 3\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := data.ParseSchema(text)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("not one line: %q", err)
			}
			return
		}
		var file bytes.Buffer
		if err := s.Write(&file); err != nil {
			t.Fatal(err)
		}
		again, err := data.ParseSchema(file.Bytes())
		if err != nil {
			t.Fatalf("%v in\n%s", err, &file)
		}
		if d := cmp.Diff(s, again, cmpopts.EquateEmpty()); d != "" {
			t.Error(d)
		}
	})
}

// TestLevelsAsPandas: a schema lists levels in the order in which pandas numbers them, for
// models that know them so, and keeps an order that a schema gave.
func TestLevelsAsPandas(t *testing.T) {
	path := write(t, "a.csv", "x,y,label\n5,3,a\n10,10,b\nn/k,3,a\n100,3,b\n")
	o := data.Options{Categorical: []string{"y"}}
	table := readTable(t, path, o)
	s := data.SchemaOf(table, &o)
	if got := fmt.Sprint(s.Columns[0].Levels, s.Columns[1].Levels); got != "[10 100 5 n/k] [3 10]" {
		t.Errorf("levels %s", got)
	}
	s.Columns[0].Levels = []string{"n/k", "5", "10", "100"}
	o = data.Options{Schema: s}
	if got := fmt.Sprint(data.SchemaOf(readTable(t, path, o), &o).Columns[0].Levels); got != "[n/k 5 10 100]" {
		t.Errorf("levels of a schema %s", got)
	}
}

// A table that was not read has a schema too: there are no options then.
func TestSchemaWithoutOptions(t *testing.T) {
	table := &data.Table{Rows: 1, Cols: 1, X: []float64{1}, Features: []string{"x"}}
	if got, want := data.SchemaOf(table, nil), data.SchemaOf(table, &data.Options{}); !cmp.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
