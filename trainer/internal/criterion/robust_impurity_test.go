package criterion

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// TestPlaceTwo checks that the shortcuts for two classes give the score of the general way, bit for bit,
// or leave out one that does not beat the score to beat. Sums are small, so that sides are often empty
// or even, or large.
func TestPlaceTwo(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	left, scored := 0, 0
	for range 200_000 {
		most := []int64{2, 5, 1000, 1 << 20}[random.IntN(4)]
		draw := func() int64 { return random.Int64N(most + 1) }
		node, stay, reach := make([]int64, 2), make([]int64, 2), make([]int64, 2)
		for k := range node {
			stay[k] = draw()
			reach[k] = stay[k] + draw()
			node[k] = reach[k] + draw()
		}
		if node[0] == 0 || node[1] == 0 {
			continue
		}
		c := &RobustImpurity{Impurity: Impurity{Classes: 2}}
		c.evened = c.Score(&Node{Total: node})
		want := c.place(node, stay, reach)
		for _, toBeat := range []float64{c.evened, c.evened + float64(random.Float64()*random.Float64()*float64(node[0])), want, math.Nextafter(want, 0)} {
			if !(toBeat >= c.evened) { // a search begins with the score of the node
				continue
			}
			got := c.placeTwo((*[2]int64)(node), (*[2]int64)(stay), (*[2]int64)(reach), toBeat)
			if shortcut(t, got, want, toBeat, node, stay, reach) {
				scored++
			} else {
				left++
			}
		}
	}
	if left == 0 || scored == 0 {
		t.Errorf("%d scores left out, %d computed: want some of each", left, scored)
	}
}

// TestSiftClasses checks that no threshold of two classes is passed over that beats the score to beat.
func TestSiftClasses(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 3))
	passed, beaten := 0, 0
	for range 200_000 {
		most := []int64{2, 5, 1000, 1 << 20, 1 << 28}[random.IntN(5)]
		draw := func() int64 { return random.Int64N(most + 1) }
		var node, stay, reach [2]int64
		for k := range node {
			stay[k] = draw()
			reach[k] = stay[k] + draw()
			node[k] = reach[k] + draw()
		}
		if random.IntN(4) == 0 { // as rare on both sides, but for one
			reach, node = stay, [2]int64{3 * stay[0], 3*stay[1] + random.Int64N(2)}
			reach[0] += stay[0] * random.Int64N(2)
		}
		if node[0] == 0 || node[1] == 0 {
			continue
		}
		c := &RobustImpurity{Impurity: Impurity{Classes: 2}}
		c.Begin(&Node{Total: node[:]})
		want := c.place(node[:], stay[:], reach[:])
		packed := func(v [2]int64) [2]int64 { return [2]int64{v[0], PackClass(1, v[1])} }
		sums, total := [][2]int64{packed(stay), packed(reach)}, packed(node)
		for _, toBeat := range []float64{c.evened, c.evened + float64(random.Float64()*random.Float64()*float64(node[0])), math.Nextafter(want, 0)} {
			if !(toBeat >= c.evened) { // a search begins with the score of the node
				continue
			}
			c.search.beat(toBeat)
			switch over := c.search.siftClasses(sums, []bins.Window{{From: 0, To: 1}}, &total) == 1; {
			case over && want > toBeat:
				t.Fatalf("node %v, stay %v, reach %v: %v is passed over, which beats %v", node, stay, reach, want, toBeat)
			case over:
				passed++
			default:
				beaten++
			}
		}
	}
	if passed == 0 || beaten == 0 {
		t.Errorf("%d thresholds passed over, %d not: want some of each", passed, beaten)
	}
}

// TestSiftManyClasses checks the same of thresholds that are passed over together, in slots of few and of
// many rows, of which some are alike.
func TestSiftManyClasses(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 4))
	passed, beaten := 0, 0
	for range 20_000 {
		cuts, most, rare := 1+random.IntN(5*together), []int64{1, 2, 1000, 1 << 20}[random.IntN(4)], 1+random.IntN(4)
		windows, sums, node := make([]bins.Window, cuts), [][2]int64{{}}, [2]int64{}
		for range cuts + 1 {
			for k := range node {
				if random.IntN(rare) == 0 {
					node[k] += random.Int64N(most + 1)
				}
			}
			sums = append(sums, [2]int64{node[0], PackClass(1, node[1])})
		}
		reach, w := random.IntN(cuts+1), bins.Window{}
		for cut := range windows {
			w.From = max(w.From, cut+1-random.IntN(reach+1))
			w.To = min(max(w.To, cut+1+random.IntN(reach+1)), cuts+1)
			windows[cut] = w
		}
		if node[0] == 0 || node[1] == 0 {
			continue
		}
		c := &RobustImpurity{Impurity: Impurity{Classes: 2}}
		c.Begin(&Node{Total: node[:]})
		scores := make([]float64, cuts)
		for cut, w := range windows {
			scores[cut] = c.place(node[:], unpackTwo(sums[w.From])[:], unpackTwo(sums[w.To])[:])
		}
		total := sums[cuts+1]
		for _, score := range scores {
			for _, toBeat := range []float64{score, math.Nextafter(score, 0), c.evened + float64(random.Float64()*(score-c.evened))} {
				if !(toBeat >= c.evened) { // a search begins with the score of the node
					continue
				}
				c.search.beat(toBeat)
				over := c.search.siftClasses(sums, windows, &total)
				for cut := range over {
					if scores[cut] > toBeat {
						t.Fatalf("node %v, sums %v, windows %v: threshold %d of score %v is passed over, which beats %v", node, sums, windows, cut, scores[cut], toBeat)
					}
				}
				passed += over
				if over < cuts {
					beaten++
				}
			}
		}
	}
	if passed == 0 || beaten == 0 {
		t.Errorf("%d thresholds passed over, %d not: want some of each", passed, beaten)
	}
}

// TestPlaceGini checks the same of the shortcuts for more classes.
func TestPlaceGini(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	left, scored := 0, 0
	for range 100_000 {
		most, classes := []int64{2, 5, 1000, 1 << 20}[random.IntN(4)], 3+random.IntN(4)
		draw := func() int64 { return random.Int64N(most + 1) }
		node, stay, reach := make([]int64, classes), make([]int64, classes+1), make([]int64, classes+1)
		total := make([]int64, classes+1)
		for k := range node {
			stay[k] = draw()
			reach[k] = stay[k] + draw()*random.Int64N(2)
			node[k] = reach[k] + draw()
			stay[classes], reach[classes], total[classes] = stay[classes]+stay[k], reach[classes]+reach[k], total[classes]+node[k]
		}
		c := &RobustImpurity{Impurity: Impurity{Classes: classes}, total: total}
		evened := c.Score(&Node{Total: node})
		if math.IsInf(evened, -1) {
			continue
		}
		want := c.place(node, stay, reach)
		for _, toBeat := range []float64{evened, want, math.Nextafter(want, 0), want * (1 + 1e-9)} {
			got := c.placeGini(node, stay, reach, toBeat)
			if shortcut(t, got, want, toBeat, node, stay, reach) {
				scored++
			} else {
				left++
			}
		}
	}
	if left == 0 || scored == 0 {
		t.Errorf("%d scores left out, %d computed: want some of each", left, scored)
	}
}

// shortcut checks the score of a shortcut for a placement, where want is right, and reports whether it
// is not left out, as those may be that do not beat another one.
func shortcut(t *testing.T, got, want, toBeat float64, node, stay, reach []int64) (scored bool) {
	t.Helper()
	switch {
	case math.IsInf(got, -1):
		if want > toBeat {
			t.Fatalf("node %v, %v stay left and %v can be there: %v is left out, and beats %v", node, stay, reach, want, toBeat)
		}
		return false
	case got != want && (got == got || want == want):
		t.Fatalf("node %v, %v stay left and %v can be there: score %v, want %v", node, stay, reach, got, want)
	}
	return true
}
