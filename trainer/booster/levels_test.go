package booster_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/native"
	"github.com/hardwood-ml/hardwood/trainer/internal/traintest"
)

// Training computes for rows with levels what the model predicts for them, also when read from its
// file: for rows inside and outside a tree's sample, levels that are too rare for their own bin, and
// missing ones.
func TestModelsOfLevelsPredictAsTheyTrain(t *testing.T) {
	for _, name := range booster.Names {
		for _, shape := range []string{"levels", "few levels", "300 levels"} {
			for _, policy := range []string{trainer.DepthWise, trainer.LossGuide} {
				p := trainer.Defaults(name)
				p.Rounds, p.Threads, p.Subsample, p.GrowPolicy, p.MaxBin = 6, 2, 0.6, policy, 60
				p.BatchTrees, p.MinDataPerGroup, p.CatSmooth = 1, 5, 2
				table := traintest.Table(shapes[shape], 1)
				var seen []float64
				watch := trainer.HookFunc(func(_ context.Context, r *trainer.Round) error {
					seen = seen[:0]
					for i := range r.Rows.Len() {
						seen = append(seen, r.Rows.Margins(i)...)
					}
					margins := make([]float64, r.Ensemble.Outputs)
					for i := range r.Rows.Len() {
						r.Ensemble.Margins(r.Ensemble.Rounded(r.Rows.X(i)), margins)
						if got := seen[i*len(margins):][:len(margins)]; !close(margins, got) {
							t.Fatalf("%s, %s, %s, round %d: row %d %v has margins %v, training has %v", name, shape, policy, r.Number, i, r.Rows.X(i), margins, got)
						}
					}
					return nil
				})
				e := traintest.Train(t, name, p, table, watch)
				if !e.SplitsOnSets() {
					t.Errorf("%s, %s: no split is on levels", name, shape)
				}
				var file bytes.Buffer
				if err := native.Write(&file, e); err != nil {
					t.Fatal(err)
				}
				again, err := native.Read(&file)
				if err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(e, again); d != "" {
					t.Fatal(d)
				}
			}
		}
	}
}

func close(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(a, b float64) bool { return math.Abs(a-b) <= 1e-12*max(1, math.Abs(a)) })
}

// A level that training did not see is read as a missing one.
func TestUnseenLevelsAreMissing(t *testing.T) {
	for _, name := range booster.Names {
		p := trainer.Defaults(name)
		p.Rounds, p.MinDataPerGroup = 10, 5
		table := traintest.Table(shapes["levels"], 2)
		table = table.Subset(without(table, 3))
		e := traintest.Train(t, name, p, table)
		if at := slices.Index(e.Columns[0].Codes, 3); at >= 0 || len(e.Columns[0].Codes) != 6 || e.Columns[0].Names[3] != "l4" {
			t.Errorf("%s: the levels are %v, %v", name, e.Columns[0].Codes, e.Columns[0].Names)
		}
		for i := range 50 {
			x := slices.Clone(table.Row(i))
			x[0] = 3
			unseen := margins(e, x)
			x[0] = math.NaN()
			if missing := margins(e, x); !slices.Equal(unseen, missing) {
				t.Fatalf("%s: an unseen level has margins %v, a missing one %v", name, unseen, missing)
			}
		}
	}
}

// Sixty rows are enough to split on six levels of ten rows each with default parameters, and rows whose
// level has another target get that target.
func TestSmallTablesAreSplitOnLevels(t *testing.T) {
	const levels, rows = 6, 60
	table := &data.Table{Features: []string{"feed"}, Columns: []column.Column{column.Named([]string{"a", "b", "c", "d", "e", "f"})}, Cols: 1, Rows: rows}
	for i := range rows {
		table.X, table.Target = append(table.X, float64(i%levels)), append(table.Target, float64(i%2))
	}
	for _, name := range booster.Names {
		e := traintest.Train(t, name, trainer.Defaults(name), table)
		for i := range levels {
			if got := margins(e, []float64{float64(i)})[0]; math.Abs(got-float64(i%2)) > 0.2 {
				t.Errorf("%s: level %d has the target %d, the model predicts %v", name, i, i%2, got)
			}
		}
	}
}

// Rows are told apart by a name that few of them share, such as that of a patient, also in tables of
// thousands of rows.
func TestLevelsOfFewRowsAreSplitOn(t *testing.T) {
	const levels, rows = 250, 2000
	names := make([]string, levels)
	for i := range names {
		names[i] = fmt.Sprint("patient ", i)
	}
	table := &data.Table{Features: []string{"patient"}, Columns: []column.Column{column.Named(names)}, Cols: 1, Rows: rows}
	high := func(level int) float64 { return float64(level * level % 7 % 2) }
	for i := range rows {
		table.X, table.Target = append(table.X, float64(i%levels)), append(table.Target, high(i%levels))
	}
	for _, name := range booster.Names {
		e := traintest.Train(t, name, trainer.Defaults(name), table)
		for i := range levels {
			if got := margins(e, []float64{float64(i)})[0]; math.Abs(got-high(i)) > 0.2 {
				t.Errorf("%s: level %d has the target %v, the model predicts %v", name, i, high(i), got)
			}
		}
	}
}

// A level of just as many rows as it needs is told apart, whatever the number of rows: three in a regression
// of three rows per level, ten for two classes. Their share of the rows, times the number of rows, is less
// than that by a rounding error for some numbers, such as 147.
func TestLevelsOfJustEnoughRowsAreSplitOn(t *testing.T) {
	for _, classes := range []int{0, 2} {
		least := 3
		if classes == 2 {
			least = 10
		}
		for levels := 20; levels < 110; levels++ {
			n := levels * least
			table := &data.Table{Rows: n, Cols: 1, Features: []string{"level"}, Columns: []column.Column{{Kind: column.Categorical}}}
			for l := range levels {
				table.Columns[0].Codes = append(table.Columns[0].Codes, int32(l))
			}
			for i := range n {
				l := i % levels
				table.X = append(table.X, float64(l))
				if classes == 0 {
					table.Target = append(table.Target, float64(l%7))
				} else {
					table.Y = append(table.Y, l%3/2)
				}
			}
			if classes == 2 {
				table.Classes = []string{"0", "1"}
			}
			p := trainer.Defaults(trainer.GBDT)
			p.Rounds, p.MinDataPerGroup, p.Threads = 1, 1, 1
			if e := traintest.Train(t, trainer.GBDT, p, table); !e.SplitsOnSets() {
				t.Errorf("%d classes, %d levels of %d rows: no split", classes, levels, least)
			}
		}
	}
}

// A regression keeps more levels apart than a byte can number, and its model knows all that have enough
// rows. Training computes what the model predicts, also from a stream.
func TestRegressionsKnowHundredsOfLevels(t *testing.T) {
	const levels, rows = 600, 3000
	names := make([]string, levels)
	for i := range names {
		names[i] = fmt.Sprint("patient ", i)
	}
	table := &data.Table{
		Features: []string{"patient", "visit"}, Columns: []column.Column{column.Named(names), {}}, Cols: 2, Rows: rows + 2,
		X: []float64{math.NaN(), 1, math.NaN(), 2}, Target: []float64{0.5, 0.5},
	}
	high := func(level int) float64 { return float64(level * level % 7 % 2) }
	for i := range rows {
		table.X, table.Target = append(table.X, float64(i%levels), float64(i/levels)), append(table.Target, high(i%levels))
	}
	for _, name := range booster.Names {
		p, fitted := trainer.Defaults(name), []float64(nil)
		p.Rounds, p.MaxDepth, p.ColsampleByNode = 60, 10, 1
		p.Fitted = func(margins []float64) { fitted = slices.Clone(margins) }
		e := traintest.Train(t, name, p, table)
		if n := len(e.Columns[0].Codes); n != levels || e.Columns[0].Names[levels-1] != names[levels-1] {
			t.Errorf("%s: the model knows %d levels, want %d", name, n, levels)
		}
		for i := range levels {
			if got := margins(e, []float64{float64(i), 1})[0]; math.Abs(got-high(i)) > 0.25 {
				t.Errorf("%s: level %d has the target %v, the model predicts %v", name, i, high(i), got)
			}
		}
		for i := range table.Rows {
			if name == trainer.Forest { // which averages: training has no margins
				break
			}
			if got := margins(e, table.Row(i))[0]; fitted == nil || got != fitted[i] {
				t.Fatalf("%s: row %d is predicted as %v, training has %v", name, i, got, fitted)
			}
		}
		b := traintest.New(t, name, p)
		streamed, err := b.Train(t.Context(), traintest.Stream{Table: table})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(e, streamed); d != "" {
			t.Errorf("%s: from a stream: %s", name, d)
		}
	}
}

// So does a classification, for levels of at least five rows; and training reports which levels are not
// kept apart, or stay with the rest.
func TestClassesOfHundredsOfLevels(t *testing.T) {
	for name, c := range map[string]struct {
		levels, rows int // of each level
		smooth       float64
		notes        []string // from gbdt
	}{
		"enough": {400, 12, 10, nil},
		"few":    {400, 8, 10, []string{`: splits leave 400 of 400 levels of column "shop" with the rest, as each has fewer than 10 rows`}},
		"told":   {400, 8, 3, nil},
		"fewer": {300, 4, 3, []string{
			`: column "shop": 255 of 300 levels are told apart, and the others are missing values there, in 180 rows. `,
		}},
	} {
		table := &data.Table{Features: []string{"shop", "x"}, Columns: []column.Column{{Kind: column.Categorical}, {}}, Cols: 2, Classes: []string{"no", "yes"}, Source: "a"}
		for i := range c.levels {
			table.Columns[0].Codes = append(table.Columns[0].Codes, int32(i))
		}
		for i := range c.levels * c.rows {
			table.X, table.Y = append(table.X, float64(i%c.levels), float64(i*7919%101)), append(table.Y, i%c.levels*31%c.levels*7%5%2)
			table.Rows++
		}
		for _, of := range booster.Names {
			p := trainer.Defaults(of)
			p.CatSmooth, p.Rounds, p.ColsampleByNode = c.smooth, 60, 1
			var notes []string
			p.Note = func(text string) { notes = append(notes, text) }
			e := traintest.Train(t, of, p, table)
			wrong := 0
			for i := range table.Rows {
				if e.Class(table.Row(i)) != table.Y[i] {
					wrong++
				}
			}
			if told := c.rows >= 5 && float64(c.rows) >= c.smooth; told && wrong > 0 {
				t.Errorf("%s, %s: %d rows are taken for the other class", name, of, wrong)
			}
			if of == trainer.GBDT && !slices.EqualFunc(notes, c.notes, func(got, want string) bool { return strings.HasPrefix(got, "a"+want) }) {
				t.Errorf("%s: notes %q, want %q", name, notes, c.notes)
			}
		}
	}
}

// without returns the rows whose first column is not a level.
func without(table *data.Table, level float64) (rows []int) {
	for i := range table.Rows {
		if table.Row(i)[0] != level {
			rows = append(rows, i)
		}
	}
	return rows
}

func margins(e *ensemble.Ensemble, x []float64) []float64 {
	out := make([]float64, e.Outputs)
	e.Margins(e.Rounded(x), out)
	return out
}

// The codes of levels carry no information: with other codes the trees separate the same rows.
func TestCodesOfLevelsDoNotMatter(t *testing.T) {
	for _, name := range booster.Names {
		p := trainer.Defaults(name)
		p.Rounds, p.MinDataPerGroup, p.ColsampleByNode = 5, 5, 1
		table := traintest.Table(traintest.Shape{Rows: 1500, Cols: 4, Classes: 2, Levels: 9}, 3)
		other := *table
		other.X = slices.Clone(table.X)
		other.Columns = slices.Clone(table.Columns)
		renumber := func(code float64) float64 { return math.Mod(code*4+2, 9) }
		for f := 0; f < table.Cols; f += 2 {
			names := make([]string, 9)
			for code := range names {
				names[int(renumber(float64(code)))] = table.Columns[f].Names[code]
			}
			other.Columns[f] = column.Named(names)
			for i := range table.Rows {
				other.Row(i)[f] = renumber(table.Row(i)[f])
			}
		}
		a, b := traintest.Train(t, name, p, table), traintest.Train(t, name, p, &other)
		differ := 0
		for i := range table.Rows {
			if !close(margins(a, table.Row(i)), margins(b, other.Row(i))) {
				differ++
			}
		}
		if differ > 0 {
			t.Errorf("%s: %d of %d rows have other margins", name, differ, table.Rows)
		}
	}
}

// Below a split on a category of many levels, leaf values are also regularised by cat_l2, as in
// LightGBM; below one of few levels they are not.
func TestLeavesBehindOrderedLevels(t *testing.T) {
	table := &data.Table{Cols: 1, Features: []string{"kind"}, Classes: []string{"a", "b"}, Columns: []column.Column{{Kind: column.Categorical}}}
	for level := range 6 {
		table.Columns[0].Codes = append(table.Columns[0].Codes, int32(level))
		for range 20 {
			table.X, table.Y, table.Rows = append(table.X, float64(level)), append(table.Y, level%2), table.Rows+1
		}
	}
	for oneHot, l2 := range map[int]float64{4: 10, 6: 0} {
		p := trainer.Defaults(trainer.GBDT)
		p.Rounds, p.MaxDepth, p.MinDataPerGroup, p.MaxCatToOneHot, p.LearningRate = 1, 1, 1, oneHot, 1
		e := traintest.Train(t, trainer.GBDT, p, table)
		set := e.Trees[0].Splits[0].Set
		sides := [2][2]float64{} // gradients and hessians of the leaves
		for i, level := range table.X {
			side := 1
			if set.Left(int32(level)) {
				side = 0
			}
			sides[side][0] += 0.5 - float64(table.Y[i])
			sides[side][1] += 0.25
		}
		want := []float64{0, 0}
		for side, s := range sides {
			want[side] = -s[0] / (s[1] + p.Lambda + l2)
		}
		if !close(want, e.Trees[0].Leaves) {
			t.Errorf("max_cat_to_onehot %d: leaves %v, want %v", oneHot, e.Trees[0].Leaves, want)
		}
	}
}
