package ablation

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/option"
)

// MaxRuns is the largest grid.
const MaxRuns = 1_000_000

// Grid is the runs of a spec, without those that differ in nothing that matters: all settings on the
// first data set, then on the next one, each with all seeds. Runs are made on demand, as there may
// be more of them than memory holds.
type Grid struct {
	spec     *Spec
	usual    usual // what is left out
	axes     []namedAxis
	blocks   []block
	from, to int // range of runs, counted over all blocks
}

// block is the runs of a data set.
type block struct {
	data  *DataSet
	kept  []int32 // numbers of the combinations of values that matter
	first int     // place of its first run
}

// Grid returns all runs of a spec and fills in its defaults; those that depend on the rows are what
// [Spec.Settle] found. More than [MaxRuns] runs are refused. An error is a [*Fault].
func (s *Spec) Grid() (*Grid, error) {
	g, err := s.grid()
	return g, fault(err)
}

func (s *Spec) grid() (*Grid, error) {
	if err := s.complete(); err != nil { // a literal; what was parsed is complete
		return nil, err
	}
	g := &Grid{spec: s, usual: s.usual, axes: s.axes()}
	combinations := 1
	for k := range g.axes {
		a := &g.axes[k]
		for i, v := range a.values {
			a.again = append(a.again, a.place(v) < i)
		}
		if len(a.values) == 0 {
			return nil, s.places.Explain(emptyList(strings.TrimPrefix(a.name, trainPrefix)), a.key)
		}
		combinations *= len(a.values)
		if n := combinations * len(s.Data) * len(s.Seeds); n > MaxRuns || n < 0 {
			return nil, fmt.Errorf("the grid has more than %d runs: leave out values of some axes", MaxRuns)
		}
	}
	for i := range s.Data {
		b := block{data: &s.Data[i], first: g.to}
		if err := g.fill(&b, int32(combinations)); err != nil {
			return nil, err
		}
		g.blocks = append(g.blocks, b)
		g.to += len(b.kept) * len(s.Seeds)
	}
	return g, s.unused()
}

// fill finds the combinations that matter on the data set of a block.
func (g *Grid) fill(b *block, combinations int32) error {
	seen := map[[sha256.Size]byte]bool{}
	for i := range combinations {
		if g.again(i) {
			continue
		}
		settings, err := g.combination(b.data, i)
		if err != nil {
			return g.at(settings, err)
		}
		text := sha256.Sum256([]byte(settings.JSON()))
		if seen[text] {
			continue
		}
		seen[text] = true
		if err := settings.check(); err != nil {
			return g.at(settings, err)
		}
		norm, _ := attack.ParseNorm(settings["norm"]) // it is one
		if norm == attack.Cost && b.data.Threat == "" {
			return g.at(settings, option.Errorf("norm", "norm cost sums up prices: the key threat of data %s names the file that has them, see hardwood help threat", b.data.Name))
		}
		if err := g.spec.Evaluate.check(norm); err != nil {
			return g.spec.at("evaluate", fmt.Errorf("evaluate: %w", err))
		}
		b.kept = append(b.kept, i)
	}
	return nil
}

// again reports whether a combination has a value that is another spelling of an earlier one.
func (g *Grid) again(number int32) bool {
	left := int(number)
	for k := len(g.axes) - 1; k >= 0; k-- {
		a := &g.axes[k]
		if a.again[left%len(a.values)] {
			return true
		}
		left /= len(a.values)
	}
	return false
}

// combination returns the settings with a number on a data set; the last axis is the last digit of
// the number.
func (g *Grid) combination(d *DataSet, number int32) (Settings, error) {
	settings, left := Settings{}, int(number)
	for k := len(g.axes) - 1; k >= 0; k-- {
		a := &g.axes[k]
		settings[a.name] = a.values[left%len(a.values)]
		left /= len(a.values)
	}
	g.usual.complete(settings, d.Name)
	if _, err := settings.strategy(&DataSet{}); err != nil {
		return settings, err // before simplify drops options that have no effect
	}
	settings.simplify()
	return settings, nil
}

// at adds to an error about settings the place of the value that it is about.
func (g *Grid) at(settings Settings, err error) error {
	var of *option.Error
	if !errors.As(err, &of) {
		return err
	}
	for _, a := range g.axes {
		if strings.TrimPrefix(a.name, trainPrefix) == of.Name {
			return g.spec.places.Explain(err, fmt.Sprintf("%s.%d", a.key, slices.Index(a.values, settings[a.name])))
		}
	}
	return err
}

// Len returns the number of runs.
func (g *Grid) Len() int { return g.to - g.from }

// Slice returns the runs [from, to), like slicing a slice.
func (g *Grid) Slice(from, to int) *Grid {
	some := *g
	some.from, some.to = g.from+from, g.from+to
	return &some
}

// Tasks returns the runs by their places.
func (g *Grid) Tasks() iter.Seq2[int, *Task] {
	return func(yield func(int, *Task) bool) {
		var t Task
		for i := range g.Len() {
			t = g.task(i, t.Settings)
			again := t
			if !yield(i, &again) {
				return
			}
		}
	}
}

// Task returns the run at a place.
func (g *Grid) Task(i int) *Task {
	t := g.task(i, nil)
	return &t
}

// task returns the run at a place. before are the settings of the run at the place
// before, nil for unknown ones.
func (g *Grid) task(i int, before Settings) Task {
	i += g.from
	b := &g.blocks[0]
	for k := range g.blocks {
		if of := &g.blocks[k]; of.first <= i && len(of.kept) > 0 {
			b = of
		}
	}
	seeds := len(g.spec.Seeds)
	i -= b.first
	t := Task{b.data, g.spec.Seeds[i%seeds], before}
	if before == nil || i%seeds == 0 {
		t.Settings, _ = g.combination(b.data, b.kept[i/seeds]) // fill has checked it
	}
	return t
}

// Settings returns the settings of the runs with the names of their data, each once.
func (g *Grid) Settings() iter.Seq2[string, Settings] {
	return func(yield func(string, Settings) bool) {
		seeds := len(g.spec.Seeds)
		for i := 0; i < g.Len(); i += seeds - (g.from+i)%seeds {
			if t := g.task(i, nil); !yield(t.Data.Name, t.Settings) {
				return
			}
		}
	}
}

type namedAxis struct {
	name   string
	values []string
	key    string // in the spec
	again  []bool // in a grid: which values are earlier ones spelt differently, as 0.50 for 0.5
}

// place returns the index of a value, however it is spelt, -1 if the axis does not have it.
func (a *namedAxis) place(value string) int {
	means := meaning(a.name, value)
	return slices.IndexFunc(a.values, func(v string) bool { return meaning(a.name, v) == means })
}

func (s *Spec) axes() []namedAxis {
	var axes []namedAxis
	for _, name := range axisNames {
		values := s.Strategy[name]
		switch name {
		case "booster":
			values = s.Booster
		case "norm":
			values = s.Norm
		case "radius":
			values = s.Radius
		}
		if values == nil {
			continue // left out, see usual.complete
		}
		axes = append(axes, namedAxis{name: name, values: texts(values), key: name})
	}
	for _, name := range slices.Sorted(maps.Keys(s.Train)) {
		axes = append(axes, namedAxis{name: trainPrefix + presentName(name), values: trainTexts(name, s.Train[name]), key: trainPrefix + name})
	}
	return axes
}

// listed are the axes that a spec does not leave out.
func (s *Spec) listed() map[string]bool {
	listed := map[string]bool{}
	for _, a := range s.axes() {
		listed[a.name] = true
	}
	return listed
}
