package data_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
	"pgregory.net/rapid"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// write puts a file into a new folder and returns its path.
func write(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// summary shows a table in one line per row.
func summary(t *data.Table) string {
	var b strings.Builder
	fmt.Fprintln(&b, strings.Join(t.Features, " "), "|", strings.Join(t.Classes, " "))
	for i := range t.Rows {
		fmt.Fprint(&b, t.Row(i))
		if t.Y != nil {
			fmt.Fprint(&b, " ", t.Classes[t.Y[i]])
		}
		if t.Target != nil {
			fmt.Fprint(&b, " ", t.Target[i])
		}
		fmt.Fprintln(&b)
	}
	return b.String()
}

// TestChoices shows what is made of a file whose name and content leave
// something open, and what options change.
func TestChoices(t *testing.T) {
	model := data.Options{Features: []string{"x", "y"}, Classes: []string{"b", "a"}}
	predict := model
	predict.LabelOptional = true
	for _, c := range []struct {
		name, file, content string
		options             data.Options
		want                string
	}{
		{"header and last column", "a.csv", "x,y,z\n1,2,b\n3,4,a\n", data.Options{}, "x y | a b\n[1 2] b\n[3 4] a\n"},
		{"label by its name", "a.csv", "x,Class,y\n1,b,2\n", data.Options{}, "x y | b\n[1 2] b\n"},
		{"label by option", "a.csv", "x,label,y\n1,5,b\n", data.Options{Label: "y"}, "x label | b\n[1 5] b\n"},
		{"label by position", "a.csv", "b,1,2\na,3,4\n", data.Options{Label: "1"}, "f2 f3 | a b\n[1 2] b\n[3 4] a\n"},
		{"label from the end", "a.csv", "1,b,2\n", data.Options{Label: "-2"}, "f1 f3 | b\n[1 2] b\n"},
		{"a header like a comment", "a.csv", "# x,y,label\n1,2,b\n", data.Options{}, "x y | b\n[1 2] b\n"},
		{"no header", "a.csv", "1,2,b\n3,4,a\n", data.Options{}, "f1 f2 | a b\n[1 2] b\n[3 4] a\n"},
		{"a header of numbers", "a.csv", "0,1,label\n1,2,b\n", data.Options{}, "0 1 | b\n[1 2] b\n"},
		{"header by option", "a.csv", "1,2,3\n3,4,5\n", data.Options{Header: data.NamesFirst}, "1 2 | 5\n[3 4] 5\n"},
		{"no header by option", "a.csv", "1,2,label\n3,4,x\n", data.Options{Header: data.RowFirst}, "f1 f2 | label x\n[1 2] label\n[3 4] x\n"},
		{"semicolons", "a.csv", "x;y;label\n1;2;b\n", data.Options{}, "x y | b\n[1 2] b\n"},
		{"semicolons, and commas in quoted names", "a.csv", "\"how old, in years\";label\n1;b\n", data.Options{}, "how old, in years | b\n[1] b\n"},
		{"tabs, and a comma in a name", "a.csv", "old, in years\tlabel\n1\tb\n", data.Options{}, "old, in years | b\n[1] b\n"},
		{"semicolons, and a name of two lines", "a.csv", "\"old,\nin years\";label\n1;b\n", data.Options{}, "old,\nin years | b\n[1] b\n"},
		{"a line for Excel", "a.csv", "\ufeffsep=;\r\nx;y;label\r\n1;2;b\r\n", data.Options{}, "x y | b\n[1 2] b\n"},
		{"a line for Excel in quotes", "a.csv", "\"sep=|\"\nx|y, a, b|label\n1|2|b\n", data.Options{}, "x y, a, b | b\n[1 2] b\n"},
		{"a column called so", "a.csv", "sep=,label\n1,b\n", data.Options{}, "sep= | b\n[1] b\n"},
		{"tabs", "a.tsv", "x\ty\tlabel\n1\t2\tb\n", data.Options{}, "x y | b\n[1 2] b\n"},
		{"empty cells between tabs", "a.tsv", "x\ty\tlabel\n\t2\tb\n1\t\tb\n", data.Options{}, "x y | b\n[NaN 2] b\n[1 NaN] b\n"},
		{"byte order mark, CRLF, spaces", "a.csv", "\ufeffx, y, label\r\n 1 , 2,  b \r\n\r\n", data.Options{}, "x y | b\n[1 2] b\n"},
		{"quotes", "a.csv", "\"x, y\",label\n\"1\",\"b \"\"c\"\"\"\n", data.Options{}, "x, y | b \"c\"\n[1] b \"c\"\n"},
		{"numeric labels by value", "a.csv", "1,10\n2,9.0\n3,-1\n4,9\n", data.Options{}, "f1 | -1 9 10\n[1] 10\n[2] 9\n[3] -1\n[4] 9\n"},
		{"numbers before texts", "a.csv", "1,10\n2,b\n3,9\n", data.Options{}, "f1 | 9 10 b\n[1] 10\n[2] b\n[3] 9\n"},
		{"unlabelled", "a.csv", "x,label\n1,2\n", data.Options{Unlabelled: true}, "x label | \n[1 2]\n"},
		{"missing", "a.csv", "x,y,label\n,NA,b\n?,nan,b\n1,2,b\n", data.Options{}, "x y | b\n[NaN NaN] b\n[NaN NaN] b\n[1 2] b\n"},
		{"regression", "a.csv", "x,target\n1,2.5\n", data.Options{Regression: true}, "x | \n[1] 2.5\n"},
		{"truths in another case", "a.csv", "1,TRUE\n2,False\n3,true\n", data.Options{Classes: []string{"False", "True"}}, "f1 | False True\n[1] True\n[2] False\n[3] True\n"},
		{"truths of both cases", "a.csv", "1,TRUE\n2,true\n", data.Options{Classes: []string{"TRUE", "true"}}, "f1 | TRUE true\n[1] TRUE\n[2] true\n"},
		{"dots behind labels, as C4.5 writes them", "a.csv", "1,>50K.\n2,<=50K.\n3,c..\n", data.Options{Classes: []string{"<=50K", ">50K", "c."}}, "f1 | <=50K >50K c.\n[1] >50K\n[2] <=50K\n[3] c.\n"},
		{"kept truths in another case", "a.csv", "1,TRUE\n2,no\n3,FALSE\n", data.Options{Keep: []string{"true", "false"}}, "f1 | true false\n[1] true\n[3] false\n"},
		{"kept classes in their order", "a.csv", "1,a\n2,b\n3,c\n", data.Options{Keep: []string{"c", "a"}}, "f1 | c a\n[1] a\n[3] c\n"},
		{"first rows", "a.csv", "1,a\n2,b\n3,c\n", data.Options{MaxRows: 2}, "f1 | a b\n[1] a\n[2] b\n"},
		{"format by content", "a.data", "+1 1:2\n-1 3:4\n", data.Options{}, "f1 f2 f3 | -1 1\n[2 0 0] 1\n[0 0 4] -1\n"},
		{"format by option", "a.csv", "1 1:2\n", data.Options{Format: "libsvm"}, "f1 | 1\n[2] 1\n"},
		{"content before extension", "a.csv", "1 1:2 3:4\n", data.Options{}, "f1 f2 f3 | 1\n[2 0 4] 1\n"},
		{"no extension", "a", "1,2,x\n", data.Options{}, "f1 f2 | x\n[1 2] x\n"},

		{"model's features by name", "a.csv", "id,y,x,label\n9,2,1,b\n", model, "x y | b a\n[1 2] b\n"},
		{"the only column that is no feature", "a.csv", "kind,y,x\nb,2,1\n", model, "x y | b a\n[1 2] b\n"},
		{"model's features by position", "a.csv", "1,2,a\n", model, "f1 f2 | b a\n[1 2] a\n"},
		{"model's features by position, with names that say nothing", "a.csv", "f1,f2,label\n1,2,a\n", model, "f1 f2 | b a\n[1 2] a\n"},
		{"features of LightGBM without names", "a.csv", "u,v,label\n1,2,a\n", data.Options{Features: []string{"Column_0", "Column_1"}}, "u v | a\n[1 2] a\n"},
		{"model's features of one name", "a.csv", "x,x,label\n1,2,a\n", data.Options{Features: []string{"x", "x"}}, "x x.1 | a\n[1 2] a\n"},
		{"model's features with blanks that the file's names lose", "a.csv", "b, a, label\n2, 1, c\n", data.Options{Features: []string{" a", "b "}}, "a b | c\n[1 2] c\n"},
		{"model's features that differ by blanks", "a.csv", "id, a,a,label\n9,1,2,c\n", data.Options{Features: []string{" a", "a"}}, "a a.1 | c\n[1 2] c\n"},
		{"model's features with underscores for blanks", "a.csv", "y_2,mean  radius,x 1,label\n3,2,1,c\n", data.Options{Features: []string{"x_1", "mean__radius", "y_2"}}, "x 1 mean  radius y_2 | c\n[1 2 3] c\n"},
		{"names with underscores beside ones with blanks", "a.csv", "a b,a_b,c d,label\n3,2,1,c\n", data.Options{Features: []string{"c_d", "a_b"}}, "c d a_b | c\n[1 2] c\n"},
		{"names that keep their blanks", "a.arff", "@relation r\n@attribute 'a' numeric\n@attribute ' a' numeric\n@attribute label {c}\n@data\n1,2,c\n", data.Options{Features: []string{" a", "a"}}, " a a | c\n[2 1] c\n"},
		{"levels of true and false in another case", "a.csv", "x,label\nTRUE,c\nfalse,c\nYes,c\nNO,c\n", data.Options{Features: []string{"x"}, Columns: []column.Column{column.Named([]string{"True", "False", "yes", "Yes", "no", "nO"})}}, "x | c\n[0] c\n[1] c\n[3] c\n[NaN] c\n"},
		{"levels with blanks around them", "a.csv", "x,label\na,c\n b,c\nc,c\n", data.Options{Features: []string{"x"}, Columns: []column.Column{column.Named([]string{" a", "b ", " c", "c"})}}, "x | c\n[0] c\n[1] c\n[3] c\n"},
		{"true and false without levels, and other numbers", "a.csv", "x,label\nTrue,c\n0,c\n0.5,c\n-1,c\nperhaps,c\n", data.Options{Features: []string{"x"}, Columns: []column.Column{{Kind: column.Boolean}}}, "x | c\n[1] c\n[0] c\n[0.5] c\n[-1] c\n[NaN] c\n"},
		{"years above words", "a.csv", "2019,2020,2021\n1,r,a\n2,s,b\n", data.Options{Label: "2021"}, "2019 2020 | a b\n[1 0] a\n[2 1] b\n"},
		{"numbers above words", "a.csv", "10,7,3\n1,r,a\n2,s,b\n", data.Options{Label: "3"}, "10 7 | a b\n[1 0] a\n[2 1] b\n"},
		{"a number in a column of words", "a.csv", "10,7,3\n1,r,5\n2,s,6\n", data.Options{}, "f1 f2 | 3 5 6\n[10 0] 3\n[1 1] 5\n[2 2] 6\n"},
		{"columns of one name", "a.csv", "x,x,x.1,label\n1,2,3,a\n", data.Options{}, "x x.2 x.1 | a\n[1 2 3] a\n"},
		{"to predict, with label", "a.csv", "x,y,label\n1,2,a\n", predict, "x y | b a\n[1 2] a\n"},
		{"to predict, without label", "a.csv", "y,x\n2,1\n", predict, "x y | \n[1 2]\n"},
		{"to predict, with another column first", "a.csv", "id,y,x\n7,2,1\n", predict, "x y | \n[1 2]\n"},
		{"to predict, without names", "a.csv", "1,2\n", predict, "f1 f2 | \n[1 2]\n"},
		{"to predict, numbers as names", "a.csv", "0,1\n3,4\n", data.Options{Features: []string{"1", "0"}, LabelOptional: true}, "1 0 | \n[4 3]\n"},
		{"to predict, LIBSVM without labels", "a", "1:1\n2:5\n", predict, "f1 f2 | \n[1 0]\n[0 5]\n"},

		{"indices from 0", "a.svm", "1 0:1 2:3\n", data.Options{}, "f0 f1 f2 | 1\n[1 0 3] 1\n"},
		{"indices said to start at 0", "a.svm", "1 1:1 2:3\n", data.Options{IndexBase: data.FromZero}, "f0 f1 f2 | 1\n[0 1 3] 1\n"},
		{"indices from 0 where the training rows had them", "a.svm", "1 1:1\n", data.Options{Features: []string{"f0", "f1"}}, "f0 f1 | 1\n[0 1] 1\n"},
		{"indices that cannot be from 0", "a.svm", "1 1:1 2:5\n", data.Options{Features: []string{"f0", "f1"}, IndexBase: data.FromOne}, "f0 f1 | 1\n[1 5] 1\n"},
		{"indices from 0 where the training rows had them from 1", "a.svm", "1 0:1 1:5\n", data.Options{Features: []string{"f1", "f2"}, IndexBase: data.FromZero}, "f1 f2 | 1\n[1 5] 1\n"},
		{"indices that are places", "a.svm", "1 1:1 2:5\n", data.Options{Cols: 3, Places: true}, "f0 f1 f2 | 1\n[0 1 5] 1\n"},
		{"indices that cannot be places", "a.svm", "1 1:1 3:5\n", data.Options{Cols: 3, Places: true}, "f1 f2 f3 | 1\n[1 0 5] 1\n"},
		{"queries", "a.svm", "2 qid:1 1:1 2:5 # page 1\n0 qid:1\n1 qid:2 2:3\n", data.Options{}, "f1 f2 | 0 1 2\n[1 5] 2\n[0 0] 0\n[0 3] 1\n"},
		{"queries by content, without labels", "a", "qid:1 1:1\nqid:2 2:5\n", predict, "f1 f2 | \n[1 0]\n[0 5]\n"},
		{"absent last features", "a.svm", "1 1:1\n", data.Options{Cols: 3}, "f1 f2 f3 | 1\n[1 0 0] 1\n"},
		{"comments and empty rows", "a.svm", "# title\n1 1:1 # one\n0\n", data.Options{}, "f1 | 0 1\n[1] 1\n[0] 0\n"},
		{"LIBSVM first rows", "a.svm", "1 1:1\n0 1:2\n0 9:1\n", data.Options{MaxRows: 2}, "f1 | 0 1\n[1] 1\n[2] 0\n"},

		{"ARFF", "a", "% title\n@RELATION r\n@attribute 'the x' real\n@attribute y {0,1}\n@attribute class {yes, 'no, not'}\n@data\n1,1,'no, not'\n% rest\n2,0,yes\n", data.Options{},
			"the x y | yes no, not\n[1 1] no, not\n[2 0] yes\n"},
		{"sparse ARFF", "a.arff", "@relation r\n@attribute x numeric\n@attribute y numeric\n@attribute class {a,b}\n@data\n{1 5, 2 b}\n{}\n", data.Options{},
			"x y | a b\n[0 5] b\n[0 0] a\n"},
		{"sparse ARFF with blanks", "a.arff", "@relation r\n@attribute x numeric\n@attribute y numeric\n@attribute class {a,b}\n@data\n{ 2 b , 1 5 }\n{ }\n", data.Options{},
			"x y | a b\n[0 5] b\n[0 0] a\n"},
		{"ARFF as Weka tells its values apart", "a.arff", "@relation r\n@attribute x integer [1,10]\n@attribute y REAL[0,1]\n@attribute class {a,'b c'}\n@data\n1 2\t'b c'\n3,4,a,\n5,,6, a\n7,,a\n", data.Options{},
			"x y | a b c\n[1 2] b c\n[3 4] a\n[5 6] a\n[7 NaN] a\n"},
		{"tabs between the values of ARFF, one of them with a comma", "a.arff", "@relation r\n@attribute class {a,b}\n@attribute x {'a,b',c}\n@data\nb\t'a,b'\na\tc\n", data.Options{Label: "class"},
			"x | a b\n[0] b\n[1] a\n"},
		{"a quote within a text of ARFF", "a.arff", "@relation r\n@attribute x string\n@attribute class {a,b}\n@data\nrock 'n roll,b\njazz,a\n", data.Options{Categorical: []string{"x"}},
			"x | a b\n[1] b\n[0] a\n"},
		{"an escape in ARFF", "a.arff", "@relation r\n@attribute 'x\\t\\'y' numeric\n@attribute class {a}\n@data\n1,a\n", data.Options{}, "x\t'y | a\n[1] a\n"},
		{"missing in ARFF", "a.arff", "@relation r\n@attribute x numeric\n@attribute class {a,b}\n@data\n?,b\n1,a\n", data.Options{}, "x | a b\n[NaN] b\n[1] a\n"},
		{"inputs and outputs of KEEL", "a.dat", "@relation r\n@attribute class {a,b}\n@attribute id integer [1,9]\n@attribute 'x y' real [0, 9]\n@attribute z {u,v}\n@inputs 'x y', z\n@outputs class\n@data\na, 8, 1.5, v\nb, 9, <null>, u\n",
			data.Options{}, "x y z | a b\n[1.5 1] a\n[NaN 0] b\n"},
		{"an output of KEEL alone", "a.dat", "@relation r\n@attribute class {a,b}\n@attribute x integer [1,9]\n@output class\n@data\na,1\nb,2\n", data.Options{}, "x | a b\n[1] a\n[2] b\n"},
		{"levels in ARFF that are to be numbers", "a.arff", "@relation r\n@attribute x {1,2,7}\n@attribute class {a,b}\n@data\n7,b\n1,a\n", data.Options{Numeric: []string{"x"}}, "x | a b\n[7] b\n[1] a\n"},
		{"an attribute of ARFF without values", "a.arff", "@relation r\n@attribute x numeric\n@attribute z numeric\n@attribute class {a,b}\n@data\n1,?,b\n", data.Options{}, "x | a b\n[1] b\n"},
		{"regression in ARFF", "a.arff", "@relation r\n@attribute x numeric\n@attribute target numeric\n@data\n1,0.5\n", data.Options{Regression: true}, "x | \n[1] 0.5\n"},
		{"texts as ARFF classes", "a.arff", "@relation r\n@attribute x numeric\n@attribute class string\n@data\n1,b\n2,a\n", data.Options{}, "x | a b\n[1] b\n[2] a\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			table := readTable(t, write(t, c.file, c.content), c.options)
			if err := table.Validate(); err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(c.want, summary(table)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestLike reads a test file by the classes of a training file that has more.
func TestLike(t *testing.T) {
	train := readTable(t, write(t, "train.svm", "3 1:1 2:1\n5 1:2 3:2\n"), data.Options{})
	test := readTable(t, write(t, "test.svm", "5.0 1:4\n"), data.Options{}.Like(train))
	if got, want := summary(test), "f1 f2 f3 | 3 5\n[4 0 0] 5\n"; got != want {
		t.Error(got)
	}
}

// TestRoundTrips writes tables in each format and each compression and reads
// the same values back, to the bit.
func TestRoundTrips(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		format := rapid.SampledFrom([]string{"csv", "libsvm", "arff", "idx"}).Draw(t, "format")
		table := drawTable(t, format == "csv" || format == "arff")
		var b bytes.Buffer
		o := data.Options{Classes: table.Classes, Cols: table.Cols, Columns: table.Kinds()}
		switch format {
		case "csv":
			data.WriteCSV(&b, table)
		case "libsvm":
			o.IndexBase = data.FromOne
			if err := data.WriteLIBSVM(&b, table); err != nil {
				t.Fatal(err)
			}
		case "arff":
			writeARFF(&b, table)
		case "idx":
			writeIDX(t, &b, table, dir)
			table.Classes = []string{"0", "1", "2"}
			o.Classes, o.LabelsFile = nil, filepath.Join(dir, "labels")
			if rapid.Bool().Draw(t, "known classes") {
				o.Classes = table.Classes
			}
		}
		path := filepath.Join(dir, "table")
		packed := pack(t, b.Bytes(), rapid.SampledFrom([]string{"", "gzip", "zstd", "xz"}).Draw(t, "packed"))
		if err := os.WriteFile(path, packed, 0o666); err != nil {
			t.Fatal(err)
		}
		o.Format = format
		got, err := data.Read(t.Context(), path, o)
		if err != nil {
			t.Fatalf("%v\n%s", err, &b)
		}
		if o.Classes == nil { // only those that occur
			return
		}
		if got.Hash() != table.Hash() {
			t.Fatalf("wrote %s\n%s\nread %s", summary(table), &b, summary(got))
		}
	})
}

// fataler is a *testing.T or a *rapid.T.
type fataler interface{ Fatal(args ...any) }

func pack(t fataler, b []byte, packed string) []byte {
	var out bytes.Buffer
	switch packed {
	case "gzip":
		w := gzip.NewWriter(&out)
		w.Write(b)
		w.Close()
	case "zstd":
		w, err := zstd.NewWriter(&out, zstd.WithEncoderConcurrency(1))
		if err != nil {
			t.Fatal(err)
		}
		w.Write(b)
		w.Close()
	case "xz":
		w, err := xz.NewWriter(&out)
		if err != nil {
			t.Fatal(err)
		}
		w.Write(b)
		w.Close()
	default:
		return b
	}
	return out.Bytes()
}

func writeARFF(b *bytes.Buffer, t *data.Table) {
	fmt.Fprintln(b, "@relation drawn")
	for _, f := range t.Features {
		fmt.Fprintf(b, "@attribute %s numeric\n", f)
	}
	fmt.Fprintf(b, "@attribute class {%s}\n@data\n", strings.Join(t.Classes, ","))
	for i := range t.Rows {
		for _, v := range t.Row(i) {
			if math.IsNaN(v) {
				fmt.Fprint(b, "?,")
			} else {
				fmt.Fprintf(b, "%v,", v)
			}
		}
		fmt.Fprintln(b, t.Classes[t.Y[i]])
	}
}

// writeIDX writes float64 values, and the labels into a file of their own.
func writeIDX(t fataler, b *bytes.Buffer, table *data.Table, dir string) {
	size := func(n int) []byte { return []byte{0, 0, byte(n >> 8), byte(n)} }
	b.Write([]byte{0, 0, 0x0e, 2})
	b.Write(slices.Concat(size(table.Rows), size(table.Cols)))
	for _, v := range table.X {
		u := math.Float64bits(v)
		for shift := 56; shift >= 0; shift -= 8 {
			b.WriteByte(byte(u >> shift))
		}
	}
	labels := append([]byte{0, 0, 8, 1}, size(table.Rows)...)
	for _, y := range table.Y {
		labels = append(labels, byte(y))
	}
	if err := os.WriteFile(filepath.Join(dir, "labels"), labels, 0o666); err != nil {
		t.Fatal(err)
	}
}

// The column of the weights is not a feature, its values go with the rows, and
// other files need not have it.
func TestWeightColumn(t *testing.T) {
	source := write(t, "t.csv", "a,w,b,label\n1,0.5,2,x\n3,0,4,y\n5,2,6,x\n")
	o := data.Options{Weight: "w", Keep: []string{"x", "y"}}
	table := readTable(t, source, o)
	if d := cmp.Diff([]string{"a", "b"}, table.Features); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]float64{1, 2, 3, 4, 5, 6}, table.X); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]float64{2, 0.5}, table.Subset([]int{2, 0}).Weights); d != "" {
		t.Error(d)
	}
	other := *table
	other.Weights = []float64{0.5, 0, 3}
	if table.Hash() == other.Hash() {
		t.Error("the hash overlooks a weight")
	}
	stream := openTable(t, source, o)
	if d := cmp.Diff(table.Weights, stream.Head().Weights); d != "" {
		t.Error(d)
	}
	for block, err := range stream.Blocks(2) {
		if err != nil || block.Cols != 2 || len(block.Weights) != block.Rows {
			t.Errorf("block %+v, %v", block, err)
		}
	}
	if _, err := data.Read(t.Context(), write(t, "test.csv", "b,a,label\n1,2,x\n"), o.Like(table)); err != nil {
		t.Error(err)
	}
}

// TestNumberedByName: columns without names are found by their numbers in a file that has these as names
// beside others, such as that of an attack's examples, and not in one that numbers its columns itself.
func TestNumberedByName(t *testing.T) {
	read := func(text string) (*data.Table, error) {
		path := filepath.Join(t.TempDir(), "t.csv")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return data.Read(context.Background(), path, data.Options{Features: []string{"f1", "f2"}, Classes: []string{"a", "b"}})
	}
	for _, text := range []string{
		"model,row,label,distance,f1,f2,f3\nm,7,a,0.5,1,2,a\n", "f2,id,f1,label\n2,9,1,a\n", "model;row;label;f1;f2\nm;0;a;1;2\n",
	} {
		if table, err := read(text); err != nil || table.Rows != 1 || table.At(0, 0) != 1 || table.At(0, 1) != 2 {
			t.Errorf("%q: %v, %v", text, table, err)
		}
	}
	for _, text := range []string{"f1,f2,f3,label\n1,2,3,a\n", "label,f1,f2,f3\na,1,2,3\n", "x,y,z,label\n1,2,3,a\n"} {
		if table, err := read(text); err == nil {
			t.Errorf("%q is read as %v", text, table.Row(0))
		}
	}
	if table, err := read("f2,f1,label\n1,2,a\n"); err != nil || table.At(0, 0) != 1 {
		t.Errorf("as many columns are not taken in their order: %v", err)
	}
}
