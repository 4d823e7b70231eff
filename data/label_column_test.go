package data_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// rowsOf returns n lines that f makes of their numbers.
func rowsOf(n int, f func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(f(i))
		b.WriteByte('\n')
	}
	return b.String()
}

// TestLabelColumn shows which column is taken for the label by default, and when
// that is refused.
func TestLabelColumn(t *testing.T) {
	wine := rowsOf(60, func(i int) string { return fmt.Sprintf("%d,%d.5,%d", i%3+1, i, 400+i*7%53) })
	sexes := [...]string{"m", "f"}
	const which = "which column is the label, "
	for _, c := range []struct {
		name, file, content string
		options             data.Options
		label, refused      string
	}{
		{"an unusual name at the end", "a.csv", "a,b,kind\n1,5,x\n2,4,y\n", data.Options{}, "kind", ""},
		{"outcome", "a.csv", "Outcome,b\n1,5\n2,4\n", data.Options{}, "Outcome", ""},
		{"response", "a.csv", "b,RESPONSE,c\n1,5,3\n2,4,3\n", data.Options{}, "RESPONSE", ""},
		{"y", "a.csv", "a,y,b\n1,5,3\n2,4,3\n", data.Options{}, "y", ""},
		{"y beside x", "a.csv", "x,y,kind\n1,5,a\n2,4,b\n", data.Options{}, "kind", ""},
		{"y beside a label", "a.csv", "y,label,b\n1,5,3\n2,4,3\n", data.Options{}, "label", ""},
		{"two usual names", "a.csv", "label,a,class\n1,5,3\n2,4,3\n", data.Options{}, "", which + `"label" or "class"? Options.Label names it`},
		{"a usual name twice", "a.csv", "label,a,label\n1,5,3\n2,4,3\n", data.Options{}, "", which + `"label" or "label.1"? Options.Label names it`},
		{"y twice", "a.csv", "y,a,Y\n1,5,3\n2,4,3\n", data.Options{}, "", which + `"y" or "Y"? Options.Label names it`},
		{"three usual names", "a.csv", "label,a,class,target\n1,5,3,4\n", data.Options{}, "", `which column is the label? It may be one of "label", "class", "target"; Options.Label names it`},
		{"one of them by name", "a.csv", "label,a,class\n1,5,3\n2,4,3\n", data.Options{Label: "class"}, "class", ""},
		{"one of two of a name", "a.csv", "kind,a,kind\n1,5,3\n2,4,3\n", data.Options{Label: "kind"}, "", `more than one column is called "kind": Options.Label takes its place too, such as 1`},
		{"one of two of a name by its own", "a.csv", "kind,a,kind\n1,5,3\n2,4,3\n", data.Options{Label: "kind.1"}, "kind.1", ""},
		{"one of two of a name by place", "a.csv", "kind,a,kind\n1,5,3\n2,4,3\n", data.Options{Label: "3"}, "kind.1", ""},
		{"classes first, measurements last", "a.csv", wine, data.Options{}, "", which + `"f1" or "f3"? Options.Label names it`},
		{"a regression that could be either", "a.csv", "a,b\n1.5,5\n2,4\n", data.Options{Regression: true}, "", which + `"a" or "b"? Options.Label names it`},
		{"words at both ends", "a.csv", "a,b,c\nx,5,u\ny,4,v\n", data.Options{}, "", which + `"a" or "c"? Options.Label names it`},
		{"measurements first", "a.csv", "1.5,3,0\n2.5,4,1\n1.5,3,0\n", data.Options{}, "f3", ""},
		{"all different first", "a.csv", "1,3,0\n2,4,1\n3,3,0\n", data.Options{}, "f3", ""},
		{"codes first, words last", "a.csv", "1,3,a\n1,4,b\n2,3,a\n", data.Options{}, "f3", ""},
		{"notes last", "a.csv", "x,notes\n" + rowsOf(30, func(i int) string { return fmt.Sprintf("%d.5,%s", i, strings.Repeat("online", max(0, i-27))) }), data.Options{}, "", which + `"x" or "notes"? Options.Label names it`},
		{"0 and 1 behind a key", "a.csv", "PassengerId,Survived,Sex,Embarked\n" + rowsOf(30, func(i int) string { return fmt.Sprintf("%d,%d,%s,%c", i, i%2, sexes[i%2], 'a'+rune(i%3)) }), data.Options{}, "", which + `"Survived" or "Embarked"? Options.Label names it`},
		{"nothing but 0 and 1 behind a key", "a.csv", "PassengerId,Survived\n" + rowsOf(30, func(i int) string { return fmt.Sprintf("%d,%d", i, i%2) }), data.Options{}, "Survived", ""},
		{"numbers between tabs, some of two", "a.txt", "15.5\t14.5\t1\n14.5\t15.5\t\t1\n13.5\t14\t2\n", data.Options{}, "f3", ""},
		{"numbers between blanks, and a tab", "a.txt", "18.  8  -1.5 1\t\"a b\"\n15.  8  350. 1\t\"c\"\n", data.Options{}, "f5", ""},
		{"two words between tabs", "a.txt", "1.5\tNew York\t\n2\tSan Jose\n", data.Options{}, "f2", ""},
		{"words behind a key", "a.csv", "User ID,Sex,Age,Purchased\n" + rowsOf(30, func(i int) string { return fmt.Sprintf("%d,%s,%d,%d", i, sexes[i%2], i%9, i%2) }), data.Options{}, "Purchased", ""},
		{"a comma at the end", "a.csv", "a,kind,\n1.5,x,\n2,y,\n", data.Options{}, "kind", ""},
		{"dates last", "a.csv", "x,when\n" + rowsOf(30, func(i int) string { return fmt.Sprintf("%d.5,2001-01-%02d", i, i%28+1) }), data.Options{}, "", which + `"x" or "when"? Options.Label names it`},
		{"names last", "a.csv", "x,who\n" + rowsOf(30, func(i int) string { return fmt.Sprintf("%d.5,n%d", i, i) }), data.Options{}, "", which + `"x" or "who"? Options.Label names it`},
		{"beside the weights", "a.csv", "a,kind,w\n1.5,x,1\n2,y,1\n", data.Options{Weight: "w"}, "kind", ""},
		{"known classes", "a.csv", "1,3,0\n1,4,5\n1,3,0\n", data.Options{Classes: []string{"0", "5"}}, "f3", ""},
		{"known features and classes", "a.csv", "id,x,kind\n1,3,u\n1,4,v\n", data.Options{Features: []string{"x"}, Classes: []string{"u", "v"}}, "kind", ""},
		{"known features, any classes", "a.csv", "id,x,kind\n1,3,u\n1,4,v\n", data.Options{Features: []string{"x"}}, "", which + `"id" or "kind"? Options.Label names it`},
		{"the last attribute of ARFF", "a.arff", "@relation r\n@attribute a {0,1}\n@attribute b {0,1}\n@data\n0,1\n1,0\n", data.Options{}, "b", ""},
		{"the last of two usual names in ARFF", "a.arff", "@relation r\n@attribute target {0,1}\n@attribute class {0,1}\n@data\n0,1\n1,0\n", data.Options{}, "class", ""},
		{"an unusual name before the last of ARFF", "a.arff", "@relation r\n@attribute class {0,1}\n@attribute b {0,1}\n@data\n0,1\n1,0\n", data.Options{}, "class", ""},
		{"a number before the pairs", "a", "1 1:2\n0 1:3\n", data.Options{}, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := write(t, c.file, c.content)
			table, err := data.Read(t.Context(), path, c.options)
			if c.refused != "" {
				if err == nil || err.Error() != path+": "+c.refused {
					t.Fatalf("error %v, want %s", err, c.refused)
				}
				return
			}
			if err != nil || table.Found.Label != c.label {
				t.Fatalf("label %q, want %q; %v", table.Found.Label, c.label, err)
			}
		})
	}
}

// TestLabelOfTestRows: rows to test on have the label of the training rows,
// though more columns could be it.
func TestLabelOfTestRows(t *testing.T) {
	for _, header := range []string{"", "id,x,kind\n"} {
		o := data.Options{Label: "3"}
		train := readTable(t, write(t, "train.csv", header+"1,3,5\n1,4,6\n"), o)
		o.Label = ""
		test, err := data.Read(t.Context(), write(t, "test.csv", header+"5,3,5\n6,4,6\n"), o.Like(train))
		if err != nil || test.Found.Label != train.Found.Label {
			t.Errorf("with header %q: %v", header, err)
		}
	}
}

// TestAnotherLabel: a column that is taken for the label because it is no feature is noted if the training
// rows have the label elsewhere.
func TestAnotherLabel(t *testing.T) {
	train := readTable(t, write(t, "train.csv", "x,y,left\n1,3,0\n2,4,1\n"), data.Options{Label: "left"})
	const note = `[column "extra": taken for the label, which is "left" in the training rows; Options.Label names it]`
	for header, want := range map[string]string{"x,y,extra": note, "x,y,left": "[]", "x,y,label": "[]", "extra,x,y": note} {
		row := map[bool]string{true: "1,2,3\n0,2,3\n", false: "2,3,1\n2,3,0\n"}[header == "extra,x,y"]
		test := readTable(t, write(t, "test.csv", header+"\n"+row), data.Options{}.Like(train))
		if got := fmt.Sprint(test.Found.Doubts); got != want {
			t.Errorf("%s: %s, want %s", header, got, want)
		}
		named := data.Options{}.Like(train)
		named.Label = test.Found.Label
		if got := readTable(t, write(t, "test.csv", header+"\n"+row), named).Found.Doubts; got != nil {
			t.Errorf("%s: %v", header, got)
		}
	}
}

// TestWeightsOfTestRows: test rows have the weights of their column, if it is there.
func TestWeightsOfTestRows(t *testing.T) {
	for name, c := range map[string]struct {
		train, test, weight, label string
		want                       []float64
	}{
		"by name":         {"x,w,y\n1,3,a\n2,4,b\n", "y,x,w\na,1,7\nb,2,0\n", "w", "y", []float64{7, 0}},
		"none":            {"x,w,y\n1,3,a\n2,4,b\n", "y,x\na,1\nb,2\n", "w", "y", nil},
		"without names":   {"1,3,5,a\n2,4,5,b\n", "1,3,7,a\n2,4,0,b\n", "f3", "4", []float64{7, 0}},
		"amid the others": {"1,3,5,a\n2,4,5,b\n", "1,7,3,a\n2,0,4,b\n", "f2", "4", []float64{7, 0}},
	} {
		o := data.Options{Weight: c.weight, Label: c.label}
		train := readTable(t, write(t, "train.csv", c.train), o)
		test, err := data.Read(t.Context(), write(t, "test.csv", c.test), o.Like(train))
		if err != nil || !slices.Equal(test.Weights, c.want) || !slices.Equal(test.Y, []int{0, 1}) || test.X[0] != 1 || test.X[test.Cols] != 2 {
			t.Errorf("%s: %v, %v", name, test, err)
		}
	}
}

// TestMeasuredLabels: numbers that look like measurements are classes only if
// that is said.
func TestMeasuredLabels(t *testing.T) {
	for _, c := range []struct{ name, content, want string }{
		{"a few numbers", rowsOf(30, func(i int) string { return fmt.Sprintf("%d.5,%d", i, i%20) }), ""},
		{"many numbers, each often", rowsOf(30*20, func(i int) string { return fmt.Sprintf("%d.5,%d", i, i%30) }), ""},
		{"many numbers", rowsOf(30*20-1, func(i int) string { return fmt.Sprintf("%d.5,%d", i, i%30) }), "30 different numbers in 599 rows"},
		{"fractions", "1.5,0.25\n2.5,1\n", "numbers with fractions, such as 0.25"},
		{"texts among them", "1.5,0.25\n2.5,a\n", ""},
		{"a few texts among many", rowsOf(60, func(i int) string {
			return fmt.Sprintf("%d.5,%s", i, map[bool]string{true: "5 ft", false: fmt.Sprint(i)}[i%15 == 9])
		}),
			"56 different numbers in 60 rows"},
		{"LIBSVM", "0.5 1:1\n1 1:2\n", "numbers with fractions, such as 0.5"},
	} {
		path := write(t, "a", c.content)
		want := ""
		if c.want != "" {
			want = path + `: the label "f2" holds ` + c.want + ": Options.Regression predicts them, Options.Classification takes them as classes, Options.Label names another column"
		}
		if c.name == "LIBSVM" {
			want = strings.Replace(strings.TrimSuffix(want, ", Options.Label names another column"), ` "f2"`, "", 1)
		}
		for _, read := range []func() error{
			func() error { _, err := data.Read(t.Context(), path, data.Options{}); return err },
			func() error { _, err := data.Open(t.Context(), path, data.Options{}); return err },
		} {
			if err := read(); fmt.Sprint(err) != fmt.Sprint(errorOf(want)) {
				t.Errorf("%s: %v, want %s", c.name, err, want)
			}
		}
		if _, err := data.Read(t.Context(), path, data.Options{Classification: true}); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// errorOf returns something that fmt prints like an error with a message, nil for none.
func errorOf(message string) any {
	if message == "" {
		return nil
	}
	return message
}

// TestHeader tells names from rows.
func TestHeader(t *testing.T) {
	votes := rowsOf(20, func(i int) string { return fmt.Sprintf("%d.5,%c", i, "yn"[i%2]) })
	lost := "1.5,2,kind\n" + rowsOf(20, func(i int) string { return fmt.Sprintf("%d.5,%d,%c", i, i, "ab"[i%2]) })
	const apart = "1990,1995,region,land\n"
	regions := func(n int) string {
		return rowsOf(n, func(i int) string { return fmt.Sprintf("%d.5,%d,%c,%c", i, 7*i, "nws"[i%3], "ab"[i%2]) })
	}
	for _, c := range []struct {
		name, content string
		rows          int
		doubts        string
	}{
		{"years apart, and two names above levels", apart + regions(12), 12, `[line 1 is taken for the names of the columns, and "1990" is a number: Options.Header tells]`},
		{"two rare levels in few rows", apart + regions(9), 10, "[]"},
		{"two rare levels, and one that comes again", "1990,1995,region,a\n" + regions(12), 13, "[]"},
		{"names", "a,kind\n1.5,x\n2,y\n", 2, "[]"},
		{"none", "1.5,x\n2,y\n", 2, "[]"},
		{"a name that is a level too", "a,b,urban\n1.5,2,urban\n2,3,rural\n", 2, "[]"},
		{"names among levels", ",a,b,urban\nx,1.5,2,urban\ny,2,3,rural\n", 2, "[]"},
		{"years", "2019,2020,sold\n1.5,3,0\n2,5,1\n", 2, `[line 1 is taken for the names of the columns, and "2019" is a number: Options.Header tells]`},
		{"years behind names of rows", ",2019,2020,land\n1,5,6,x\n2,7,7,y\n", 2, `[line 1 is taken for the names of the columns, and "2019" is a number: Options.Header tells]`},
		{"names above levels of the same name", ",y,week,drug\n1,y,0,a\n2,n,2,b\n", 2, "[]"},
		{"a name that is a level too, above words and numbers", "y,ap,hilo,week\ny,p,hi,0\nn,p,hi,2\ny,a,lo,4\nn,a,lo,5\n", 4, "[]"},
		{"years that count", "2019,2020,2021,land\n5,6,7.5,x\n7,7,8,y\n", 2, `[line 1 is taken for the names of the columns, and "2019" is a number: Options.Header tells]`},
		{"a name that is a number too", "inf,NaN,kind\n1.5,3,x\n2,5,y\n", 2, "[]"},
		{"numbers of columns", "0,1,2,3\n5,6,8,x\n7,7,8,y\n", 2, `[line 1 is taken for the names of the columns, and "0" is a number: Options.Header tells]`},
		{"numbers of columns behind those of rows", ",0,1,2\n0,5,6,x\n1,7,7,y\n", 2, `[line 1 is taken for the names of the columns, and "0" is a number: Options.Header tells]`},
		{"numbers of three columns, or values", "0,1,2\n5,6,7\n7,7,8\n", 3, "[]"},
		{"rows that all count", "0,1,2,3\n4,5,6,7\n", 2, "[]"},
		{"rows that count", "1,2,3,x\n5,6,7,y\n7,7,8,z\n", 3, "[]"},
		{"a first row without a value", ",3,2020,u\n,5,6,v\n2,7,7,w\n", 3, "[]"},
		{"years and a usual name", "2019,2020,class\n1.5,3,b\n2,5,a\n", 2, `[line 1 is taken for the names of the columns, and "2019" is a number: Options.Header tells]`},
		{"a label called like a usual name", votes, 20, "[]"},
		{"a first row of missing values", "?,?,b\n1.5,2,b\n2,3,a\n", 3, "[]"},
		{"a word that no other row has", lost, 21, `[line 1 is taken for a row, and its label "kind" is none of the next 20 rows: Options.Header tells]`},
	} {
		table, err := data.Read(t.Context(), write(t, "a.csv", c.content), data.Options{})
		switch {
		case err != nil:
			t.Errorf("%s: %v", c.name, err)
		case table.Rows != c.rows || fmt.Sprint(table.Found.Doubts) != c.doubts:
			t.Errorf("%s: %d rows, %v", c.name, table.Rows, table.Found.Doubts)
		}
	}
}

// A first row of numbers that may be names of columns is noted, where it stays a row.
func TestRowThatMayBeNames(t *testing.T) {
	const noted = "[line 1 is taken for a row, and its numbers may be names of columns: Options.Header tells]"
	below := rowsOf(5, func(i int) string { return fmt.Sprintf("%d.5,%d.5,%d", i, i*2%5, i%2) })
	for first, want := range map[string]string{
		"100,200,300":       noted,
		"400.5,450.5,500":   noted,
		"10,9,8":            noted,
		"-3,-2,-1":          noted,
		"1,2,3":             noted, // counts up above fractions
		"2,4,6":             "[]",
		"100,200,1":         "[]",
		"100,300,200":       "[]",
		"100,200,200":       "[]",
		"100,200,":          "[]",
		"0.5,1.5,2.5":       "[]",
		"100,200\n1,2\n3,4": "[]",
	} {
		content := first + "\n" + below
		if strings.Contains(first, "\n") {
			content = first + "\n7,8\n"
		}
		o := data.Options{Unlabelled: true}
		table, err := data.Read(t.Context(), write(t, "a.csv", content), o)
		if err != nil || fmt.Sprint(table.Found.Doubts) != want {
			t.Errorf("%s: %v, %v", first, table, err)
		}
		if o.Header = data.RowFirst; want == noted {
			if table, err = data.Read(t.Context(), write(t, "a.csv", content), o); err != nil || table.Found.Doubts != nil {
				t.Errorf("%s, told: %v, %v", first, table, err)
			}
		}
	}
}

// Whole numbers that count above fractions are names.
func TestNumbersOfColumns(t *testing.T) {
	fractions := rowsOf(20, func(i int) string { return fmt.Sprintf("%d.5,%d.5,%d", i%7, i%5, i%2) })
	for _, c := range []struct {
		first, below string
		named        bool
	}{
		{"1,2,3", fractions, true},
		{"2001,2002,2003", fractions, true},
		{"1,2,4", fractions, false},
		{"0.5,1.5,2.5", fractions, false},
		{"1,2,3", strings.ReplaceAll(fractions, ".5", "1"), false},
		{"1,2,3", fractions[:strings.Index(fractions, "3.5,3.5")], false}, // of three rows nothing tells
		{"1,2,3", fractions + "7,8,9\n", false},
	} {
		path := write(t, "a.csv", c.first+"\n"+c.below)
		table, err := data.Read(t.Context(), path, data.Options{Regression: true, Label: "-1"})
		rows := strings.Count(c.below, "\n")
		if !c.named {
			rows++
		}
		if err != nil || table.Rows != rows || c.named != strings.HasPrefix(strings.Join(table.Found.Doubts, ""), "line 1 is taken for the names of the columns, and ") {
			t.Errorf("%s above %.7s: %v, %v", c.first, c.below, table, err)
		}
	}
}

// Nor is a word above numbers beside one level that comes again, and others that do not.
func TestWordAmongRareLevels(t *testing.T) {
	path := write(t, "a.csv", "y,ap,unknown,hilo\ny,p,0,hi\nn,a,2,lo\n")
	table, err := data.Read(t.Context(), path, data.Options{Label: "1", Categorical: []string{"f3"}})
	if err != nil || table.Rows != 3 {
		t.Errorf("%v, %v", table, err)
	}
}

// A word of its own for a missing number is no name.
func TestWordAboveNumbers(t *testing.T) {
	path := write(t, "a.csv", "-,1\n"+strings.Repeat("1.5,0\n2,1\n1,0\n", 3))
	_, err := data.Read(t.Context(), path, data.Options{Label: "2"})
	if want := path + `: line 1: column "f1": "-" is not a number, as most of the column is; Options.MissingWords takes the word for a missing value, Options.Categorical the column for a category`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestSummary shows what is said of what was read.
func TestSummary(t *testing.T) {
	for _, c := range []struct {
		content string
		options data.Options
		want    string
	}{
		{"a,kind\n1,x\n2,y\n3,x\n", data.Options{}, `3 rows of 1 feature (1 integer); label "kind": x 66.7 %, y 33.3 %`},
		{"a,label\n,x\nNA,\nN/A,y\nnone,null\n?,None\n#N/A,<na>\n<NA>,y\n<null>,<null>\n#n/a,None\n1,x\n", data.Options{}, `6 rows of 1 feature (1 integer), 5 values missing, 4 rows without a label left out; label "label": None 33.3 %, x 33.3 %, y 33.3 %`},
		{"a,b,label\n1,u,x\n\\N,v,y\n2,\\N,\\N\n3,\\N,y\n4,v,x\n", data.Options{}, `4 rows of 2 features (1 categorical, 1 integer), 2 values missing, 1 row without a label left out; label "label": x 50.0 %, y 50.0 %`}, // as databases write it
		{"a,label\n1,x\n?,-\n-,y\n", data.Options{MissingWords: []string{"-"}}, `2 rows of 1 feature (1 integer), 1 value missing, 1 row without a label left out; label "label": x 50.0 %, y 50.0 %`},
		{"a,label\n5,0\n0,1\n", data.Options{MissingWords: []string{"0"}}, `2 rows of 1 feature (1 integer), 1 value missing; label "label": 0 50.0 %, 1 50.0 %`},
		{"a,label\n5,-\n-,x\n", data.Options{MissingWords: []string{"-"}, Classes: []string{"x", "-"}}, `2 rows of 1 feature (1 integer), 1 value missing; label "label": x 50.0 %, - 50.0 %`},
		{"a,label\n1,2.5\n2,-200\n-200,7\n", data.Options{Regression: true, MissingWords: []string{"-200"}}, `2 rows of 1 feature (1 integer), 1 value missing, 1 row without a label left out; label "label", a regression: 2.5 to 7`},
		{"a,label\n1,2.5\n2,none\n3,7\n", data.Options{Regression: true}, `2 rows of 1 feature (1 integer), 1 row without a label left out; label "label", a regression: 2.5 to 7`},
		{"a,label\n1,x\n2,\n", data.Options{LabelOptional: true}, `2 rows of 1 feature (1 integer); no label`},
		{"a,label\n1,x\n2,z\n", data.Options{LabelOptional: true, Classes: []string{"x", "y"}}, `2 rows of 1 feature (1 integer); no label`},
		{"a,label\n1,2\n2,\n", data.Options{LabelOptional: true, Regression: true}, `2 rows of 1 feature (1 integer); no label`},
		{"a,label\n1,NA\n2,x\n", data.Options{Classes: []string{"NA", "x"}}, `2 rows of 1 feature (1 integer); label "label": NA 50.0 %, x 50.0 %`},
		{"1 1:2\n3 1:5\n", data.Options{}, "2 rows of 1 feature; label: 1 50.0 %, 3 50.0 %"},
		{"label,a,class\nx,2,1\ny,1,1\n", data.Options{Label: "label"}, `2 rows of 2 features (2 integer); label "label": x 50.0 %, y 50.0 %`},
	} {
		path := write(t, "a", c.content)
		table, err := data.Read(t.Context(), path, c.options)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := strings.TrimPrefix(table.Summary(), path+": "); got != c.want {
			t.Errorf("%q: %s\nwant %s", c.content, got, c.want)
		}
		if c.options.Label != "" && fmt.Sprint(table.Found.Doubts) != `[column "class" is a feature]` {
			t.Errorf("doubts %v", table.Found.Doubts)
		}
	}
}

// A table without rows has no shares of classes, which were NaN.
func TestSummaryOfNoRows(t *testing.T) {
	none := &data.Table{Cols: 1, Y: []int{}, Features: []string{"x"}, Classes: []string{"a", "b"}, Source: "t.csv"}
	if got, want := none.Summary(), "t.csv: 0 rows of 1 feature; label: a, b"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A column that is called like a label and ignored, for what it holds or as asked, is not a feature.
func TestIgnoredIsNoFeature(t *testing.T) {
	table := readTable(t, write(t, "a.csv", "a,class,target,kind,response\n1,u,3,x,1\n2,u,4,y,1\n"), data.Options{Label: "kind", Ignore: []string{"response"}})
	if got := fmt.Sprint(table.Found.Doubts, table.Found.Ignored); got != `[column "target" is a feature] ["response" is ignored as asked "class" is always "u"]` {
		t.Errorf("%s", got)
	}
}

// A column of words is not what a regressor predicts, whatever it is called: rows to
// predict need none.
func TestWordsAreNoTarget(t *testing.T) {
	for content, want := range map[string]string{
		"x,target\n1,n1\n2,n2\n":    "no label",
		"x,target\n1,5\n2,6\n":      `label "target", a regression: 5 to 6`,
		"x,target,y\n1,n1,5\n2,n,6": `label "y", a regression: 5 to 6`,
	} {
		table, err := data.Read(t.Context(), write(t, "a.csv", content), data.Options{Features: []string{"x"}, Cols: 1, Regression: true, LabelOptional: true, Expected: "y"})
		if err != nil {
			t.Errorf("%q: %v", content, err)
			continue
		}
		if got := table.Summary(); !strings.HasSuffix(got, want) {
			t.Errorf("%q: %s, want %s", content, got, want)
		}
	}
}

// A label that an ARFF file lists as ? is missing, as Weka has it.
func TestListedMissingLabel(t *testing.T) {
	path := write(t, "a.arff", "@relation r\n@attribute x numeric\n@attribute class {?,b,c}\n@data\n1,b\n2,?\n3,c\n")
	table, err := data.Read(t.Context(), path, data.Options{})
	if err != nil || table.Rows != 2 || table.Found.Unlabelled != 1 || !slices.Equal(table.Classes, []string{"b", "c"}) {
		t.Errorf("%v, %v", table, err)
	}
}
