package soak

import (
	"bytes"
	"context"
	"errors"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/booster"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
	"github.com/hardwood-ml/hardwood/trainer/format"
	"github.com/hardwood-ml/hardwood/trainer/format/leavesbridge"
	"github.com/hardwood-ml/hardwood/trainer/format/lightgbm"
)

// train trains the model of a draw, nil where its settings are refused. Threads
// do not matter.
func (s *soak) train(d draw) *ensemble.Ensemble {
	if err := d.table.Validate(); err != nil {
		s.differ("the table: %v", err)
		return nil
	}
	var models []*ensemble.Ensemble
	for _, threads := range []int{1, 3} {
		p := d.params
		p.Threads = threads
		b, err := booster.New(d.booster, p)
		if err == nil {
			var e *ensemble.Ensemble
			e, err = b.Train(context.Background(), d.table)
			models = append(models, e)
		}
		if err != nil {
			s.ran["refused: "+err.Error()]++
			return nil
		}
		if s.number%4 > 0 {
			break
		}
	}
	e := models[0]
	if err := e.Validate(); err != nil {
		s.differ("the model: %v", err)
		return nil
	}
	if len(models) > 1 && !bytes.Equal(s.bytes(models[0]), s.bytes(models[1])) {
		s.differ("another model by 3 threads than by 1")
	}
	s.ran["train "+d.booster]++
	return e
}

// bytes returns the file of a model.
func (s *soak) bytes(e *ensemble.Ensemble) []byte {
	var file bytes.Buffer
	if err := format.Write(&file, e, format.Hardwood); err != nil {
		s.differ("write: %v", err)
	}
	return file.Bytes()
}

// beyond returns margins, of two classes by one score how far that lies above where class
// 1 begins, which some formats move.
func beyond(e *ensemble.Ensemble, margins []float64) []float64 {
	if e.Outputs > 1 || e.Classes == 0 {
		return margins
	}
	return []float64{margins[0] - e.Cutoff}
}

// files writes a model in every format and reads it back: where nothing is
// lost, margins are the same to the last bit, and near otherwise.
func (s *soak) files(d draw, e *ensemble.Ensemble) {
	rows := s.rows(d, e, 20)
	for _, kind := range format.Kinds {
		losses := format.Losses(e, kind)
		var file bytes.Buffer
		if err := (format.Writer{Round: true}).Write(&file, e, kind); err != nil {
			if kind == format.Hardwood || !e.SplitsOnSets() || !errors.Is(err, errors.ErrUnsupported) {
				s.differ("%s: %v", kind, err)
			}
			continue
		}
		written := file.Bytes()
		back, err := format.Read(&file)
		if err != nil {
			s.differ("%s: reading back: %v", kind, err)
			continue
		}
		if kind == format.Hardwood && !bytes.Equal(s.bytes(back), written) {
			s.differ("another file of hardwood after reading it back")
		}
		s.ran[string(kind)]++
		for _, x := range rows {
			want, got := margins(e, x), margins(back, x)
			other := e.Class(x) != back.Class(x)
			if other && kind == format.LightGBM && lead(want) <= lightgbm.Cutoff {
				s.ran["class by the rounding of a probability"]++ // for which no model is refused
				other = false
			}
			if len(losses) == 0 && (!same(want, got) || other) || !near(beyond(e, want), beyond(back, got), sizeOf(e)) {
				s.differ("%s, losses %q: row %v: margins %v, read back %v", kind, losses, x, want, got)
			}
		}
	}
}

// predictions holds the batched predictor and leaves against the plain one.
func (s *soak) predictions(d draw, e *ensemble.Ensemble) {
	rows := s.rows(d, e, 70)
	out := make([]float64, len(rows)*e.Outputs)
	ensemble.NewPredictor(e).Margins(slices.Concat(rows...), out, 1+s.IntN(2))
	var leaves *leavesbridge.Predictor
	if e.Classes > 0 && !e.SplitsOnSets() {
		var err error
		if leaves, err = leavesbridge.New(e); err != nil {
			s.differ("leaves: %v", err)
		}
	}
	s.ran["batched"]++
	for i, x := range rows {
		want := margins(e, x)
		if got := out[i*e.Outputs : (i+1)*e.Outputs]; !same(want, got) {
			s.differ("row %v: margins %v, batched %v", x, want, got)
		}
		if leaves == nil {
			continue
		}
		got := make([]float64, e.Outputs)
		leaves.Margins(x, got)
		if e.Sum == ensemble.Float64 && (!same(want, got) || leaves.Class(x) != e.Class(x)) || !near(want, got, sizeOf(e)) {
			s.differ("row %v: margins %v, of leaves %v", x, want, got)
		}
	}
	if leaves != nil {
		s.ran["leaves"]++
	}
}

// rows draws rows of a table, of values on and beside thresholds, with missing
// values, and of no value that was ever seen.
func (s *soak) rows(d draw, e *ensemble.Ensemble, n int) [][]float64 {
	var rows [][]float64
	for i := range n {
		x := slices.Clone(d.table.Row(s.IntN(d.table.Rows)))
		if i%3 == 0 {
			x = ensembletest.Row(s.Rand, e)
		}
		f := s.IntN(len(x))
		switch s.IntN(6) {
		case 0:
			x[f] = math.NaN()
		case 1:
			x[f] = one(s.Rand, math.Copysign(0, -1), 1e30, -1e30, 5e-324)
		}
		for f := range x { // what every library reads alike
			x[f] = float64(float32(min(max(x[f], -math.MaxFloat32), math.MaxFloat32)))
		}
		rows = append(rows, x)
	}
	return rows
}

func margins(e *ensemble.Ensemble, x []float64) []float64 {
	out := make([]float64, e.Outputs)
	e.Margins(e.Rounded(x), out)
	return out
}

// lead returns by how much the largest margin leads the next, or is above 0.
func lead(margins []float64) float64 {
	if len(margins) == 1 {
		return math.Abs(margins[0])
	}
	sorted := slices.Sorted(slices.Values(margins))
	return sorted[len(sorted)-1] - sorted[len(sorted)-2]
}

func same(a, b []float64) bool { return slices.Equal(a, b) }

// near reports whether sums of a size are the same up to the rounding of float32.
func near(a, b []float64, size float64) bool {
	for k := range a {
		if !(math.Abs(a[k]-b[k]) <= 1e-5*size) {
			return false
		}
	}
	return len(a) == len(b)
}

// sizeOf returns the sum of the largest leaf values.
func sizeOf(e *ensemble.Ensemble) float64 {
	size := 1.0
	for _, b := range e.Base {
		size += math.Abs(b)
	}
	for _, t := range e.Trees {
		most := 0.0
		for _, v := range t.Leaves {
			most = max(most, math.Abs(v))
		}
		size += most
	}
	return size
}
