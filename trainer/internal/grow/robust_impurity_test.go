package grow

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
	"github.com/hardwood-ml/hardwood/trainer/internal/criterion"
)

// worstPurity is, by the definition, the score of a threshold for rows of three classes, each of weight
// 1; ok is false if that is not a split. Missing values are on one side; a threshold of +Inf has
// nothing else on its right.
func worstPurity(x []float64, class []uint8, moves bins.Reach, still []bool, threshold float64, missingLeft, placements bool) (score float64, ok bool) {
	var sureLeft, sureRight, cross, left, right, isLeft, isRight [3]float64
	naturalLeft := 0
	for i, v := range x {
		r := moves
		if still != nil && still[i] {
			r = bins.Reach{}
		}
		side := &isRight
		if v <= threshold || v != v && missingLeft {
			naturalLeft++
			side = &isLeft
		}
		canLeft, canRight := v-r.Down <= threshold+1e-9, v+r.Up > threshold+1e-9
		if v != v || r.Blank {
			canLeft, canRight = canLeft || missingLeft, canRight || !missingLeft
		}
		switch {
		case !canRight:
			sureLeft[class[i]]++
		case !canLeft:
			sureRight[class[i]]++
		default:
			cross[class[i]]++
			side[class[i]]++
		}
	}
	if placements {
		score = math.Inf(1)
		for _, move := range [...][2][3]float64{{isLeft, isRight}, {cross, {}}, {{}, cross}, {isRight, isLeft}} {
			for k := range cross {
				left[k], right[k] = sureLeft[k]+move[0][k], sureRight[k]+move[1][k]
			}
			score = min(score, purity(left[:])+purity(right[:]))
		}
		return score, naturalLeft > 0 && naturalLeft < len(x) && score == score
	}
	sum := func(c [3]float64) float64 { return c[0] + c[1] + c[2] }
	if moves.Blank && sum(sureRight) == 0 {
		return 0, false // all rows can be brought to the left
	}
	rareLeft := func(k int) bool { return sureLeft[k]*sum(sureRight) < sureRight[k]*sum(sureLeft) }
	left, right = sureLeft, sureRight
	for k := range cross {
		if rareLeft(k) {
			left[k] += cross[k]
		} else {
			right[k] += cross[k]
		}
	}
	l, r2 := sum(left), sum(right)
	for k := range cross {
		all := left[k] + right[k]
		if share := left[k]*r2 - right[k]*l; rareLeft(k) && share > 0 || !rareLeft(k) && share < 0 {
			if left[k] = all * l / (l + r2); still != nil { // and some cannot be brought there
				left[k] = min(max(left[k], sureLeft[k]), sureLeft[k]+cross[k])
			}
			right[k] = all - left[k]
		}
	}
	score = purity(left[:]) + purity(right[:])
	return score, naturalLeft > 0 && naturalLeft < len(x) && score == score
}

// purity is the weight of a node minus its Gini impurity times its weight.
func purity(class []float64) float64 {
	total, squares := 0.0, 0.0
	for _, w := range class {
		total += w
		squares += w * w
	}
	return squares / total
}

func TestRobustForestSplitIsTheBestOfAll(t *testing.T) {
	for _, placements := range []bool{false, true} {
		for _, still := range []string{"none", "a class", "some"} {
			testRobustForestSplit(t, placements, still, 0, false)
			testRobustForestSplit(t, placements, still, 4, false)
			testRobustForestSplit(t, placements, still, 4, true)
		}
	}
}

// testRobustForestSplit grows splits of rows, of which one in so many (0: none) has no value, and the
// attacker can make the others go missing.
func testRobustForestSplit(t *testing.T, placements bool, staying string, missing int, blank bool) {
	splits := 0
	for s := range uint64(200) {
		r := seed.At(6, int(s))
		reach := bins.Reach{Down: 0.1, Up: 0.2, Blank: blank}
		var x []float64
		var class, channel []uint8
		var still []bool
		for range 10 + r.IntN(40) {
			v := r.IntN(11)
			x = append(x, float64(v)/10)
			class = append(class, uint8(min(2, v/4+r.IntN(2))))
			if s%3 == 0 { // a class has no rows
				class[len(class)-1] &^= 1
			}
			if missing > 0 && r.IntN(missing) == 0 {
				x[len(x)-1] = math.NaN()
			}
		}
		for i, c := range class {
			channel = append(channel, c)
			if staying == "none" {
				continue
			}
			still = append(still, staying == "a class" && c == 1 || staying == "some" && r.IntN(3) == 0)
			if still[i] {
				channel[i] += 3
			}
		}
		matrix := binned(x, 1, []bins.Reach{reach})
		g := Grower{Bins: matrix, Criterion: &criterion.RobustImpurity{Impurity: criterion.Impurity{Classes: 3, Total: float64(len(x))}, Placements: placements, Still: staying != "none"}, Channel: channel, Limits: Limits{MaxDepth: 1}, Threads: 1}
		ids, values := g.Rows(len(x))
		counts := make([]float64, 3)
		for i := range x {
			ids[i], values[i] = int32(i), 1
			counts[class[i]]++
		}
		tree := g.Grow(0, Sampling{ByTree: 1, ByLevel: 1, ByNode: 1})
		unsplit := purity(counts)
		want := unsplit
		for _, cut := range append(matrix.Slots[0].Cuts, math.Inf(1)) {
			for _, left := range [...]bool{false, true} {
				if score, ok := worstPurity(x, class, reach, still, cut, left, placements); ok {
					want = max(want, score)
				}
			}
		}
		got := unsplit
		if len(tree.Splits) > 0 {
			splits++
			got, _ = worstPurity(x, class, reach, still, matrix.Threshold(0, tree.Splits[0].Bin), tree.Splits[0].DefaultLeft, placements)
		}
		if math.Abs(got-want) > 1e-9*want {
			t.Errorf("sample %d, placements %v, still %s, missing %d, blank %v: the split scores %v, the best of all %v, no split %v", s, placements, staying, missing, blank, got, want, unsplit)
		}
	}
	if splits < 100 && !blank {
		t.Errorf("placements %v, staying %v, missing %d: only %d samples were split", placements, staying, missing, splits)
	}
}
