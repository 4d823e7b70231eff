package column

import (
	"slices"
	"testing"
)

func TestWorded(t *testing.T) {
	words := []string{"a", "b", "c"}
	all, err := (&Column{Kind: Categorical, MissingWords: []string{"-"}}).Worded(words)
	if err != nil || !slices.Equal(all.Names, words) || !slices.Equal(all.Codes, []int32{0, 1, 2}) || len(all.MissingWords) != 1 {
		t.Errorf("without codes: %+v, %v", all, err)
	}
	some, err := (&Column{Kind: Categorical, Codes: []int32{0, 2}}).Worded(words)
	if err != nil || some.Name(2) != "c" || some.Name(1) != "" || len(some.Names) != 2 {
		t.Errorf("of two codes: %+v, %v", some, err)
	}
	if _, err := (&Column{Kind: Categorical, Codes: []int32{3}}).Worded(words); err == nil {
		t.Error("a code beyond the words is no error")
	}
}
