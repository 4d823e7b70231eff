package gbdt_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/internal/traintest"
)

// Copies of images are those of the table.
func TestImageCopies(t *testing.T) {
	table := traintest.Table(traintest.Shape{Rows: 200, Cols: 12, Classes: 3}, 1)
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.MaxDepth = 3, 3
	p.ImageShift = 1
	g := traintest.New(t, trainer.GBDT, p)
	if _, err := g.Train(t.Context(), table); err == nil {
		t.Error("rows that are no images were shifted")
	}
	table.Image = data.Shape{Width: 4, Height: 3}
	plain := train(t, trainer.Defaults(trainer.GBDT), table)
	for _, mirror := range []bool{false, true} {
		p.ImageMirror = mirror
		copies := table
		var err error
		if mirror {
			if copies, err = copies.WithMirrors(); err != nil {
				t.Fatal(err)
			}
		}
		if copies, err = copies.WithShifts(p.ImageShift); err != nil {
			t.Fatal(err)
		}
		without := p
		without.ImageShift, without.ImageMirror = 0, false
		want, got := train(t, without, copies).Trees, train(t, p, table).Trees
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("mirror %v: %s", mirror, diff)
		}
		if cmp.Equal(plain.Trees[:3], got[:3]) {
			t.Errorf("mirror %v: the copies change nothing", mirror)
		}
	}
}
