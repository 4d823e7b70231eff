package data_test

import (
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// Names behind the apostrophe that reports write before a formula are those that are known, unless
// they are known with it.
func TestNamesBehindApostrophes(t *testing.T) {
	train, err := data.Read(t.Context(), write(t, "train.csv",
		"=k,x,label\n=a,1,=p\n'=a,2,@q\n@d,3,=p\n-1*(2),4,@q\nb,5,=p\n'e,6,@q\n=a,1,=p\nb,2,@q\n"), data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rows := "x,'=k,label\n1,=a,'=p\n2,'=a,'@q\n3,'@d,=p\n4,'-1*(2),@q\n5,'b,=p\n6,'e,=p\n"
	got := readTable(t, write(t, "test.csv", rows), data.Options{}.Like(train))
	level := func(word string) float64 {
		code, known := train.Columns[0].Code(word)
		if !known {
			t.Fatalf("no level %q in %q", word, train.Columns[0].Names)
		}
		return float64(code)
	}
	for i, word := range []string{"=a", "'=a", "@d", "-1*(2)", "", "'e"} {
		v := got.Row(i)[0]
		if word == "" && v == v || word != "" && v != level(word) {
			t.Errorf("row %d has %v in column %q, want %q", i, v, got.Features[0], word)
		}
	}
	if want := []int{0, 1, 0, 1, 0, 0}; len(got.Classes) != 2 || got.Classes[0] != "=p" {
		t.Errorf("classes %q", got.Classes)
	} else {
		for i, y := range got.Y {
			if y != want[i] {
				t.Errorf("row %d is of class %q", i, got.Classes[y])
			}
		}
	}
	_, err = data.Read(t.Context(), write(t, "other.csv", strings.Replace(rows, "'=p", "'p", 1)), data.Options{}.Like(train))
	if err == nil || !strings.Contains(err.Error(), `unknown label "'p"`) {
		t.Errorf("a class with an apostrophe of its own: %v", err)
	}
}
