package soak

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime/pprof"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/hardwood-ml/hardwood/internal/seed"
)

var (
	models = flag.Int("models", 300, "models to draw")
	first  = flag.Int("first", 0, "number of the first of them")
)

// seeds are numbers of models that something was wrong with.
var seeds = []int{
	1520,             // a category without levels that have a bin
	2000, 8700, 9000, // milp took cells of cost 3e38 and 12500 for equally near
	15100, 24600, 28200, 31100, // bounds of milp, by variables that are nearly whole
	12394, 23072, 29796, 31725, // classes that the rounding of probabilities decides in LightGBM
	202696,                    // a forest's first tree had an empty sample, and two votes for three classes
	2003979, 2024702, 2045686, // rows on a threshold of 0, whose change was too small to cost anything
	3003734,                   // a row that cannot change, and a tie: exact search in norm 0 had no end
	3011525,                   // a target in norm 0, where cells of one cost are equally near: exact search passed over the nearest
	79866,                     // rows of zeros whose level has no bin were not known to miss it
	4036172, 4065008, 4084392, // frozen categories beside groups: what cannot do groups was prepared, and refused each row
	4113579, 4144546, // a change times its weight was too small for a number, and cost nothing
	10216612, 10219906, // beyond the largest number lies infinity, which counted 1 in norm 0 as any other value
	6054849, 6055445, 6110327, 6236944, 6238250, // the largest numbers were places of a column in steps for searches, not for whoever checks, or the reverse
	10420217, // an example just beyond eps stood for one at eps, which costs as much but for rounding, and bound certified
}

// TestSoak draws models and asks everything about them.
func TestSoak(t *testing.T) {
	s := soak{T: t, ran: map[string]int{}}
	start := time.Now()
	for number := *first; number < *first+*models; number++ {
		s.labelled(t.Context(), number)
	}
	t.Logf("%d models from number %d, %.1f ms each", *models, *first, time.Since(start).Seconds()*1000/float64(*models))
	for _, what := range slices.Sorted(maps.Keys(s.ran)) {
		t.Logf("%8d %s", s.ran[what], what)
	}
	for _, what := range []string{"attack lt", "attack exact, proved", "decision", "leaves", "xgboost", "lightgbm", "brute force"} {
		if s.ran[what] == 0 && *models >= 100 {
			t.Errorf("nothing of %q ran", what)
		}
	}
}

// TestSeeds asks again about models that something was wrong with.
func TestSeeds(t *testing.T) {
	s := soak{T: t, ran: map[string]int{}}
	for _, number := range seeds {
		s.labelled(t.Context(), number)
	}
}

// soak is a run. What ran is counted by its name.
type soak struct {
	*testing.T
	ran    map[string]int
	number int // of the model
	costly bool
	*rand.Rand
}

// labelled is model, whose number every trace of a panic names.
func (s *soak) labelled(ctx context.Context, number int) {
	pprof.Do(ctx, pprof.Labels("model", strconv.Itoa(number)), func(context.Context) { s.model(number) })
}

// model draws the model of a number and asks everything about it.
func (s *soak) model(number int) {
	s.number, s.costly, s.Rand = number, number%100 == 0, seed.At(36, number)
	d := s.draw()
	e := s.train(d)
	if e == nil {
		return
	}
	s.files(d, e)
	s.predictions(d, e)
	s.attacks(d, e)
}

// differ reports a difference with the number of its model.
func (s *soak) differ(format string, args ...any) {
	s.Helper()
	s.Errorf("model %d: %s", s.number, fmt.Sprintf(format, args...))
}

func (s *soak) chance(share float64) bool { return s.Float64() < share }

// one draws one of some.
func one[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }
