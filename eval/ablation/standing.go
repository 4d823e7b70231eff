package ablation

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/store"
	"github.com/hardwood-ml/hardwood/internal/parallel"
)

// standing is how a run did at the eps of its group: all that a report holds of a run, as the full
// contents of 100,000 runs in a store do not fit into memory.
type standing struct {
	place           int    // among the ids of the runs, from 1
	data, settings  string // settings as JSON
	seed            uint64
	ofSeeds         int    // number of seeds of the spec
	hash            string // of the test rows
	aim             eval.Aim
	rows            int
	still, columns  int // how many columns no attacker can change, and how many there are
	clean, distance float64
	further         []float64 // robust accuracy at further radii
	Rows

	accuracies, constant eval.Accuracies
	open                 eval.Accuracies // how much higher these would be if all undecided rows were robust
	errors               eval.Accuracies // standard errors due to the sampling of rows
	grouped              float64         // factor by which groups of rows enlarge these
	classes              []classStanding // classes with rows, by name
}

// classStanding is how a run did on a class: the number of its rows, the shares that are right
// without and with an attacker, and the latter with undecided rows counted as right.
type classStanding struct {
	name                       string
	rows, clean, robust, holds float64
}

// cleanly returns the accuracies without an attacker.
func (s *standing) cleanly() eval.Accuracies {
	var rows, right []float64
	for _, c := range s.classes {
		rows, right = append(rows, c.rows), append(right, c.rows*c.clean)
	}
	if rows == nil { // of an earlier version
		return eval.Accuracies{Robust: s.clean, Balanced: s.clean, WorstClass: s.clean}
	}
	a := eval.AccuraciesOf(rows, right)
	a.Robust = s.clean // to the last bit
	return a
}

// class returns the standing of a class, nil if it has no rows.
func (s *standing) class(name string) *classStanding {
	at, found := slices.BinarySearchFunc(s.classes, name, func(c classStanding, name string) int { return strings.Compare(c.name, name) })
	if !found {
		return nil
	}
	return &s.classes[at]
}

// class is the share of the rows of a class that is right.
type class struct {
	rows, share, grouped float64
}

func (c class) variance() float64 {
	return c.grouped * c.grouped * c.share * (1 - c.share) / max(c.rows, 1)
}

// standingOf returns how a run did at an eps, and at multiples of it.
func standingOf(r *Result, eps float64, multiples []float64) (*standing, error) {
	m, key, proves := r.Model, eval.EpsName(eps), r.proves()
	further := make([]float64, len(multiples))
	for i, multiple := range append([]float64{1}, multiples...) {
		at := eval.EpsName(multiple * eps)
		robust, ok := r.Robust(at)
		if !ok {
			return nil, fmt.Errorf("run %s: has no robust accuracy at eps %s", r.ID, at)
		}
		if i > 0 {
			further[i-1] = robust
		}
	}
	s := &standing{
		data: r.Data, settings: r.Run.Settings, seed: r.Seed, hash: r.Metrics.Data.Hash, aim: r.Metrics.Aim,
		rows: m.Rows, clean: m.Clean, distance: float64(m.MeanDistance), further: further, Rows: r.Rows,
		still: len(r.Metrics.Still[key]), columns: r.Metrics.Data.Features,
		accuracies: eval.Accuracies{Robust: float64(m.Robust[key]), Balanced: float64(m.BalancedRobust[key]), WorstClass: 1},
	}
	s.grouped = s.groupedError()
	even, worst := 0.0, 0.0
	var rows, certified, holds []float64
	for _, name := range slices.Sorted(maps.Keys(m.Classes)) {
		of := m.Classes[name]
		if of.Rows == 0 {
			continue
		}
		c := class{float64(of.Rows), float64(robustOf(&of, proves)[key]), s.grouped}
		rows, certified, holds = append(rows, c.rows), append(certified, c.rows*c.share), append(holds, c.rows*float64(of.Robust[key]))
		s.classes = append(s.classes, classStanding{name, c.rows, of.Clean, c.share, float64(of.Robust[key])})
		part := c.rows / float64(m.Rows)
		s.errors.Robust += float64(part * part * c.variance())
		s.errors.Balanced += c.variance()
		if even++; c.share < s.accuracies.WorstClass {
			s.accuracies.WorstClass, worst = c.share, c.variance()
		}
	}
	if proves && rows != nil {
		s.accuracies.Robust, _ = r.Robust(key)
		s.accuracies.Balanced = eval.AccuraciesOf(rows, certified).Balanced
		held := eval.AccuraciesOf(rows, holds)
		s.open = eval.Accuracies{Robust: float64(m.Undecided[key]), Balanced: held.Balanced - s.accuracies.Balanced, WorstClass: held.WorstClass - s.accuracies.WorstClass}
	}
	even = max(even, 1)
	s.constant = eval.Accuracies{Robust: r.Metrics.Constant.Accuracy, Balanced: 1 / even, WorstClass: 1 / even}
	s.errors = eval.Accuracies{Robust: math.Sqrt(s.errors.Robust), Balanced: math.Sqrt(s.errors.Balanced) / even, WorstClass: math.Sqrt(worst)}
	return s, nil
}

// groupedError is [eval.GroupedError] for robust accuracy.
func (s *standing) groupedError() float64 {
	if s.Groups == nil {
		return 1
	}
	return eval.GroupedError(s.values(string(robust), false), s.Groups)
}

// readStandings reads runs on all processors, some at a time, and returns how they did at the eps of
// their data and at multiples of it, in the order of ids.
func readStandings(ids []string, runs iter.Seq2[*store.Run, error], eps map[string]float64, multiples []float64) ([]*standing, error) {
	const some = 1024
	place := make(map[string]int, len(ids))
	for i, id := range ids {
		place[id] = i + 1
	}
	var all []*standing
	once := map[string]*standing{} // to share Groups and Places among runs on the same test rows
	var waiting []*store.Run
	read := func() error {
		standings, errs := make([]*standing, len(waiting)), make([]error, len(waiting))
		parallel.For(0, len(waiting), func(i int) {
			r, err := ReadRun(waiting[i])
			if err == nil {
				standings[i], err = standingOf(&r, eps[r.Data], multiples)
			}
			if errs[i] = err; err == nil {
				standings[i].place = place[r.ID]
			}
		})
		if err := cmp.Or(errs...); err != nil {
			return err
		}
		for _, s := range standings {
			key := s.data + " " + s.hash
			if known := once[key]; known != nil && slices.Equal(known.Groups, s.Groups) && slices.Equal(known.Places, s.Places) {
				s.Groups, s.Places = known.Groups, known.Places
			} else {
				once[key] = s
			}
		}
		all, waiting = append(all, standings...), waiting[:0]
		return nil
	}
	for r, err := range runs {
		if err != nil {
			return nil, err
		}
		if waiting = append(waiting, r); len(waiting) == some {
			if err := read(); err != nil {
				return nil, err
			}
		}
	}
	if err := read(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b *standing) int { return a.place - b.place })
	return all, nil
}

// measure returns the robust accuracy for an aim at the eps of the group.
func (g *Group) measure(aim eval.Aim) measure {
	return measure{
		of: func(s *standing) float64 { return s.accuracies.Of(aim) },
		values: func(s *standing) []float64 {
			if aim == eval.AimWorstClass {
				return nil // not a mean over rows
			}
			return s.values(string(robust), aim == eval.AimBalanced)
		},
		err:  func(s *standing) float64 { return s.errors.Of(aim) },
		open: func(s *standing) float64 { return s.open.Of(aim) },
	}
}

// cleanMeasure is accuracy without an attacker.
var cleanMeasure = measure{
	of:     func(s *standing) float64 { return s.clean },
	values: func(s *standing) []float64 { return s.values(string(robust)+string(clean)+string(open), false) },
	err:    func(s *standing) float64 { return math.Sqrt(class{float64(s.rows), s.clean, s.grouped}.variance()) },
	open:   func(*standing) float64 { return 0 },
}
