package rounds_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
	"github.com/hardwood-ml/hardwood/trainer/internal/traintest"
)

// FuzzResume: whatever a checkpoint holds, training continues from it to a valid model of all rounds,
// or refuses.
func FuzzResume(f *testing.F) {
	table := traintest.Table(traintest.Shape{Rows: 20, Cols: 2, Classes: 2, Levels: 3}, 1)
	settings, trees := map[string]trainer.Params{}, map[string]int{}
	for _, name := range booster.Names {
		p := resumable(name)
		p.Rounds, p.MaxDepth, p.CheckpointRounds, p.OOBScore, p.Threads = 4, 2, 2, false, 1
		p.Checkpoint = func(e *ensemble.Ensemble) error {
			var file bytes.Buffer
			delete(e.Origin.Trainer, "checkpoint-sum") // or nearly all would be refused
			err := format.Write(&file, e, format.Hardwood)
			f.Add(name == trainer.Forest, file.Bytes())
			f.Add(name == trainer.GBDT, file.Bytes())
			fewer := bytes.Replace(file.Bytes(), []byte(`"checkpoint-rounds":"2"`), []byte(`"checkpoint-rounds":"1"`), 1)
			f.Add(name == trainer.Forest, fewer)
			return err
		}
		trees[name] = len(traintest.Train(f, name, p, table).Trees)
		p.Checkpoint = nil
		settings[name] = p
	}
	f.Fuzz(func(t *testing.T, forest bool, file []byte) {
		name := trainer.GBDT
		if forest {
			name = trainer.Forest
		}
		p := settings[name]
		var err error
		if p.Resume, err = format.Read(bytes.NewReader(file)); err != nil {
			return
		}
		b := traintest.New(t, name, p)
		e, err := b.Train(context.Background(), table)
		if err != nil {
			return
		}
		if err := e.Validate(); err != nil || len(e.Trees) != trees[name] {
			t.Errorf("%d trees: %v", len(e.Trees), err)
		}
	})
}
