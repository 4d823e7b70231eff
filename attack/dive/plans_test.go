package dive

import (
	"reflect"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// Plans that were given up are made again as they were.
func TestFewPlansAreKept(t *testing.T) {
	for name, shape := range ensembletest.Shapes {
		g, err := ensemble.NewGrid(ensembletest.Random(seed.At(1, 0), shape))
		if err != nil {
			t.Fatal(err)
		}
		_, first := newSides(g)
		few, all := newPlans(g, first), newPlans(g, first)
		few.most = 1
		for range 2 {
			for label := range g.Ensemble.Classes {
				got, want := few.of(label), all.of(label)
				if len(few.recent) != 1 {
					t.Fatalf("%s: plans of %d labels are kept", name, len(few.recent))
				}
				for i, p := range got {
					if p.Contrast != want[i].Contrast || !reflect.DeepEqual(p.nodes, want[i].nodes) || !reflect.DeepEqual(p.trees, want[i].trees) {
						t.Fatalf("%s: another plan of label %d, rival %d", name, label, p.Rival)
					}
				}
			}
		}
	}
}
