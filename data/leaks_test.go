package data_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// A column that tells the class of every row is a doubt, unless it does so by chance.
func TestLeaks(t *testing.T) {
	leak := func(cell func(i int) string, rows, of int) string {
		return "x,after,kind\n" + rowsOf(rows, func(i int) string { return fmt.Sprintf("%d,%s,%c", i*7%31, cell(i), 'a'+rune(i*i%7%of)) })
	}
	class := func(i int) int { return i * i % 7 % 2 }
	for _, c := range []struct {
		name, content string
		options       data.Options
		doubt         bool
	}{
		{"numbers on both sides of a threshold", leak(func(i int) string { return fmt.Sprint(class(i)*100 + i%9) }, 60, 2), data.Options{}, true},
		{"the class in other words", leak(func(i int) string { return [...]string{"none", "some"}[class(i)] }, 60, 2), data.Options{}, true},
		{"missing for one class", leak(func(i int) string { return []string{"", fmt.Sprint(i%5 + 1)}[class(i)] }, 60, 2), data.Options{}, true},
		{"a row on the other side", leak(func(i int) string { return fmt.Sprint(class(i)*100 + max(0, i-58)*100) }, 60, 2), data.Options{}, false},
		{"a number of both classes", leak(func(i int) string { return fmt.Sprint(min(i%9+class(i)*8, 15)) }, 60, 2), data.Options{}, false},
		{"a class between", leak(func(i int) string { return fmt.Sprint((class(i)*2 + i%3*2) % 5) }, 60, 2), data.Options{}, false},
		{"few rows of a class", leak(func(i int) string { return fmt.Sprint(class(i)*100 + i%9) }, 20, 2), data.Options{}, false},
		{"few rows of a third class", leak(func(i int) string { return fmt.Sprint(class(i)*100 + i%9) }, 60, 2) + "1,200,c\n", data.Options{}, true},
		{"few rows of all but one class", leak(func(i int) string { return fmt.Sprint(class(i)*100 + i%9) }, 60, 1) + "1,200,c\n2,300,d\n", data.Options{}, false},
		{"only one class", leak(func(i int) string { return fmt.Sprint(i % 9) }, 60, 1), data.Options{}, false},
		{"many levels", leak(func(i int) string { return fmt.Sprintf("n%d of %d", i/3, class(i)) }, 60, 2), data.Options{}, false},
		{"a plant of six rows", leak(func(i int) string { return fmt.Sprintf("p%d%d", class(i), i%5) }, 60, 2), data.Options{}, true},
		{"somebody looked", leak(func(i int) string { return fmt.Sprint(class(i)*100 + i%9) }, 60, 2), data.Options{Schema: &data.Schema{}}, false},
	} {
		table, err := data.Read(t.Context(), write(t, "a.csv", c.content), c.options)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		doubts := strings.Join(table.Found.Doubts, "\n")
		if got := strings.Contains(doubts, `column "after": tells the class of every row by itself`); got != c.doubt || strings.Contains(doubts, `"x"`) {
			t.Errorf("%s: doubts %q", c.name, doubts)
		}
	}
}
