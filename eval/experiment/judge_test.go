package experiment

import "testing"

// Rows that are the same ten times over tell no more than once, if they are known to be of one group.
func TestErrorsOfGroups(t *testing.T) {
	const units, times = 40, 10
	once, all := &judged{}, &judged{}
	for i := range units {
		y, right := i%2, i < 24 // balanced, 0.6 are right: 1.3 standard errors above a half
		once.y, once.clean = append(once.y, y), append(once.clean, right)
		for range times {
			all.y, all.clean, all.groups = append(all.y, y), append(all.clean, right), append(all.groups, i)
		}
	}
	want, got := once.right(), all.right()
	all.groups = nil
	rows := all.right()
	errs := func(t *byClass) []float64 {
		return []float64{t.balancedError(), t.plainError(), t.shareError(false), t.shareError(true)}
	}
	for k, of := range errs(want) {
		// a factor for few groups enlarges it
		if grouped := errs(got)[k]; grouped < of || grouped > 1.1*of || errs(rows)[k] > 0.4*of {
			t.Errorf("error %d: %v of groups, %v of the same rows once, %v of all rows", k, grouped, of, errs(rows)[k])
		}
	}
	if want.tellsApart() || got.tellsApart() || !rows.tellsApart() {
		t.Errorf("the classes are told apart: %v once, %v in groups, %v as rows", want.tellsApart(), got.tellsApart(), rows.tellsApart())
	}
	none := &byClass{rows: want.rows, right: []float64{5, 12}, wider: 1}
	lost := &byClass{rows: want.rows, right: []float64{5, 12}, wider: 4}
	if none.givenUp(want) != 0 || lost.givenUp(want) != -1 {
		t.Errorf("given up is %d, by groups %d", none.givenUp(want), lost.givenUp(want))
	}
}
