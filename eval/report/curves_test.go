package report

import (
	"math"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/eval"
)

// The first curves are of the accuracy that models are judged by, counted by class.
func TestCurvesAreOfTheAim(t *testing.T) {
	_, in := written(t, 200)
	r := in.Report
	for aim, name := range map[eval.Aim]string{
		eval.AimRobust: "robust-accuracy", eval.AimBalanced: "balanced-robust-accuracy", eval.AimWorstClass: "worst-class-robust-accuracy",
	} {
		r.Aim = aim
		plots := Curves(t.Context(), r)
		p := plots[0]
		if want := map[bool]int{true: 2, false: 3}[aim == eval.AimRobust]; p.Name != name || len(plots) != want {
			t.Fatalf("%s: %d plots, the first %s", aim, len(plots), p.Name)
		}
		if constant := p.Series[len(p.Series)-1].Y[0]; aim == eval.AimBalanced && constant != 1./2 { // rows are of two of the classes
			t.Errorf("the constant is at %v", constant)
		}
		line := &p.Series[0]
		for k, eps := range line.X {
			want := countByClass(r.Models[0].Outcomes, eps, aim)
			if got := line.Y[k]; math.Abs(got-want) > 1e-12 || line.Lo[k] > got+0.2 || line.Hi[k] < got-0.2 {
				t.Fatalf("%s at %v: %v in %v to %v, want %v", aim, eps, got, line.Lo[k], line.Hi[k], want)
			}
		}
	}
}

// Dashed lines are explained where there are some: the constant is dashed too, and named.
func TestDashedCurvesAreExplained(t *testing.T) {
	constant := Series{Name: "always no", Dashed: true}
	for want, name := range map[bool]string{true: "natural" + certifiedEnd, false: "natural"} {
		curves := []*Plot{{Series: []Series{{Name: "natural"}, constant}}, {Series: []Series{{Name: name}, constant}}}
		if got := strings.Contains(aboutCurves(curves), "Dashed"); got != want {
			t.Errorf("%s: explained is %v", name, got)
		}
	}
}

// countByClass counts an accuracy by hand.
func countByClass(outcomes *eval.Outcomes, eps float64, aim eval.Aim) float64 {
	var rows, robust [3]float64
	for _, o := range outcomes.All() {
		rows[o.Label]++
		if o.Correct() && o.Distance > eps {
			robust[o.Label]++
		}
	}
	all, sum, worst, classes := 0.0, 0.0, 1.0, 0.0
	for c, n := range rows {
		if n > 0 {
			all, sum, worst, classes = all+robust[c], sum+robust[c]/n, min(worst, robust[c]/n), classes+1
		}
	}
	return map[eval.Aim]float64{eval.AimRobust: all / float64(outcomes.Len()), eval.AimBalanced: sum / classes, eval.AimWorstClass: worst}[aim]
}

// Around an eps that was looked for, a far one leaves room for the near ones.
func TestCurvesEndNearAnEpsThatWasLookedFor(t *testing.T) {
	_, in := written(t, 200)
	r := in.Report
	r.Eps[1] = 40
	end := func() float64 { x := Curves(t.Context(), r)[0].Series[0].X; return x[len(x)-1] }
	if got := end(); math.Abs(got-60) > 1e-9 {
		t.Errorf("the axis ends at %v", got)
	}
	r.Suggested = "It was looked for."
	r.Verdict.Eps = 0.01
	if got := end(); math.Abs(got-0.12) > 1e-9 {
		t.Errorf("the axis ends at %v", got)
	}
}
