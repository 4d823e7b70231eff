package rounds

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Keys of Origin.Trainer in checkpoints.
const (
	checkpointRounds = "checkpoint-rounds"
	checkpointData   = "checkpoint-data"
	checkpointSum    = "checkpoint-sum"
)

// Begin takes over the model to continue from or the checkpoint to resume from, if there is one, and
// reports whether the run starts afresh.
func (run *Run) Begin(booster string) (fresh bool, err error) {
	switch p := &run.Params; {
	case p.Init != nil:
		return false, takeOver(run.Ensemble, p.Init, run.Rows.table.Found.Absent)
	case p.Resume != nil:
		if err := run.resume(booster, p.Resume); err != nil {
			return false, fmt.Errorf("cannot resume: %w", err)
		}
		return false, nil
	}
	return true, nil
}

// takeOver copies the trees of a model that reads and predicts in the same way. absent reports
// whether the rows leave cells out.
func takeOver(e, from *ensemble.Ensemble, absent bool) error {
	own, old := e.Schema.Classes, from.Schema.Classes
	switch {
	case len(own) == len(old) && !slices.Equal(own, old):
		return fmt.Errorf("cannot continue from a model of the classes %s: the rows have %s",
			phrase.Names(old), phrase.Names(own))
	case absent && from.Schema.AbsentMissing && !e.Schema.AbsentMissing:
		return fmt.Errorf("cannot continue from a model to which cells that rows leave out are missing, on rows where they are 0")
	case absent && !from.Schema.AbsentMissing && e.Schema.AbsentMissing && from.Origin.By(ensemble.Hardwood):
		return fmt.Errorf("cannot continue from a model to which cells that rows leave out are 0, on rows where they are missing")
	case (from.Classes == 0) != (e.Classes == 0):
		return fmt.Errorf("cannot continue from %s with %s", kindOf(from), kindOf(e))
	case from.Features != e.Features || from.Classes != e.Classes || from.Outputs != e.Outputs:
		return fmt.Errorf("cannot continue from a model of %d features, %d classes, %d outputs: the data needs %d, %d, %d",
			from.Features, from.Classes, from.Outputs, e.Features, e.Classes, e.Outputs)
	case from.Average != e.Average || from.Link != e.Link:
		return fmt.Errorf("cannot continue from %s with %s", howOf(from), howOf(e))
	case !slices.Equal(from.Schema.Min, e.Schema.Min) || !slices.Equal(from.Schema.Max, e.Schema.Max):
		return fmt.Errorf("cannot continue from a model that scales features in another way than these rows are scaled")
	case from.Input != e.Input || from.Sum != e.Sum:
		of := ""
		if from.Origin.Source != "" {
			of = " of " + from.Origin.Source
		}
		return fmt.Errorf("cannot continue from a model%s that computes in another precision", of)
	}
	if err := trainer.Fits(from, &data.Table{
		Source: "the rows to continue a model on", Cols: e.Features, Features: e.Schema.Features, Classes: e.Schema.Classes, Columns: e.Columns,
		Scaling: &data.Scaling{Min: e.Schema.Min, Max: e.Schema.Max},
	}); err != nil {
		return err
	}
	if err := from.Validate(); err != nil {
		return fmt.Errorf("cannot continue from a model that is broken: %w", err)
	}
	e.Schema.AbsentMissing = e.Schema.AbsentMissing || from.Schema.AbsentMissing
	copy(e.Base, from.Base)
	e.Cutoff = from.Cutoff
	e.Trees = slices.Clone(from.Trees)
	for f := range min(len(e.Columns), len(from.Columns)) {
		if of := &e.Columns[f]; of.Kind == column.Categorical {
			*of = joined(of, &from.Columns[f])
		}
	}
	return nil
}

// kindOf says what a model predicts.
func kindOf(e *ensemble.Ensemble) string {
	if e.Classes == 0 {
		return "a regressor"
	}
	return "a classifier of " + phrase.Count(e.Classes, "class")
}

// howOf says how the trees of a model are combined.
func howOf(e *ensemble.Ensemble) string {
	if e.Average {
		return fmt.Sprintf("a forest (%s)", e.Link)
	}
	return fmt.Sprintf("boosted trees (%s)", e.Link)
}

// joined returns a column of categories with the levels of two, which number and name alike
// those that both have.
func joined(of, from *column.Column) column.Column {
	all := *of
	all.Codes, all.Names = slices.Clone(of.Codes), slices.Clone(of.Names)
	for _, code := range from.Codes {
		at, known := slices.BinarySearch(all.Codes, code)
		if known {
			continue
		}
		all.Codes = slices.Insert(all.Codes, at, code)
		if all.Names != nil {
			all.Names = slices.Insert(all.Names, at, from.Name(code))
		}
	}
	return all
}

// resume takes over a checkpoint after checking that it is one of this run.
func (run *Run) resume(booster string, from *ensemble.Ensemble) error {
	record := from.Origin.Trainer
	done, err := strconv.Atoi(record[checkpointRounds])
	if err != nil || done < 1 {
		return fmt.Errorf("the model is not a checkpoint")
	}
	if sum, known := record[checkpointSum]; known && sum != sumOf(from) { // those of version 0.1 have none
		return fmt.Errorf("the checkpoint is damaged")
	}
	if record["booster"] != booster {
		return fmt.Errorf("the checkpoint was made with booster %s, now it is %s", record["booster"], booster)
	}
	now := run.Params.Record(booster, run.Ensemble.Columns != nil)
	for i := range trainer.Options {
		o := &trainer.Options[i]
		value, said := now[o.Name]
		if !said {
			value = o.Unsaid
		}
		if then := cmp.Or(record[o.Name], o.Unsaid); o.Name != "rounds" && then != value && (said || o.Unsaid != "") {
			return fmt.Errorf("the checkpoint was made with %s %s, now it is %s", o.Name, then, value)
		}
	}
	if from.Origin.Seed != run.Params.Seed {
		return fmt.Errorf("the checkpoint was made with seed %d, now it is %d", from.Origin.Seed, run.Params.Seed)
	}
	if done > run.Of {
		return fmt.Errorf("the checkpoint has %d rounds already, %d are asked for", done, run.Of)
	}
	if trees := run.treesAfter(done); len(from.Trees) != trees {
		return fmt.Errorf("the checkpoint has %d trees, %d rounds make %d", len(from.Trees), done, trees)
	}
	if record[checkpointData] != run.fingerprint() {
		return fmt.Errorf("the checkpoint was made with other data%s", run.otherLevels(from))
	}
	run.from = done
	return takeOver(run.Ensemble, from, run.Rows.table.Found.Absent)
}

// otherLevels names a column whose levels have other numbers in a model, "" for none.
func (run *Run) otherLevels(from *ensemble.Ensemble) string {
	own, features := run.Ensemble.Columns, run.Ensemble.Schema.Features
	for f := range min(len(own), len(from.Columns), len(features)) {
		for _, code := range from.Columns[f].Codes {
			if level := from.Columns[f].Name(code); level != own[f].Name(code) && slices.Contains(own[f].Names, level) {
				return fmt.Sprintf(": the levels of %s are numbered in another order, as a schema may list them", phrase.Column(features, f))
			}
		}
	}
	return ""
}

// treesAfter returns how many trees a number of rounds makes: the last batch of a forest, which counts
// its trees, may be smaller than the others.
func (run *Run) treesAfter(rounds int) int {
	trees := rounds * run.PerRound
	if run.Ensemble.Average {
		trees = min(trees, run.Params.Rounds)
	}
	return trees
}

// checkpoint hands out the ensemble after a number of rounds, if it is time.
func (run *Run) checkpoint(rounds int) error {
	p := &run.Params
	if p.Checkpoint == nil || rounds%p.CheckpointRounds != 0 {
		return nil
	}
	if run.Rows.changed {
		return fmt.Errorf("hooks have changed the rows: such a run cannot be resumed from checkpoints")
	}
	e := *run.Ensemble
	e.Trees = slices.Clone(e.Trees)
	e.Origin.Trainer = maps.Clone(e.Origin.Trainer)
	e.Origin.Trainer[checkpointRounds] = strconv.Itoa(rounds)
	e.Origin.Trainer[checkpointData] = run.fingerprint()
	e.Origin.Trainer[checkpointSum] = sumOf(&e)
	return p.Checkpoint(&e)
}

// fingerprint returns a hash of the binned rows, their labels and weights.
func (run *Run) fingerprint() string {
	if run.hash == "" {
		h := sha256.New()
		h.Write(run.Rows.Bins.Fingerprint())
		h.Write(run.Rows.Classes)
		for _, values := range [][]float64{run.Rows.targets, run.Rows.weights} {
			buffer := make([]byte, 0, 8*len(values))
			for _, v := range values {
				buffer = binary.LittleEndian.AppendUint64(buffer, math.Float64bits(v))
			}
			h.Write(buffer)
		}
		run.hash = hex.EncodeToString(h.Sum(nil))
	}
	return run.hash
}
