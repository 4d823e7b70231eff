package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// resumeFlags say what training starts from and where it saves its progress.
type resumeFlags struct {
	init       string
	checkpoint string
	every      int
	resume     bool
	from       *ensemble.Ensemble // the model of init, nil for none
}

func (r *resumeFlags) add(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&r.init, "init", "", "model to start from; --rounds are added to it")
	say(c, reads, "init")
	f.StringVar(&r.checkpoint, "checkpoint", "", "file to save the model so far in")
	say(c, writes, "checkpoint")
	say(c, packs, "checkpoint")
	f.IntVar(&r.every, "checkpoint-rounds", 10, "rounds from one checkpoint to the next")
	f.BoolVar(&r.resume, "resume", false, "continue from --checkpoint; the model is the same as without an interruption")
}

// read reads the model to start from.
func (r *resumeFlags) read(c *cobra.Command) (err error) {
	if r.init != "" {
		r.from, err = readAnyModel(c, r.init)
	}
	return err
}

// apply sets the parameters by the flags. reader reads features as the model will.
func (r *resumeFlags) apply(c *cobra.Command, p *trainer.Params, reader *ensemble.Ensemble) (err error) {
	if r.resume && r.checkpoint == "" {
		return usage(fmt.Errorf("--resume needs the file to continue from: use --checkpoint FILE"))
	}
	if p.Init = r.from; p.Init != nil {
		if p.Init.Features != reader.Features {
			return fmt.Errorf("%s reads %s, but the training rows have %d", r.init, phrase.Count(p.Init.Features, "feature"), reader.Features)
		}
		if p.Init.Schema.Min == nil && reader.Schema.Min != nil {
			return fmt.Errorf("%s reads features as they are, and these training rows are scaled: continue with --scale no", r.init)
		}
		if !eval.ScaledAlike(p.Init, reader) {
			return fmt.Errorf("%s scales features otherwise than these training rows: continue on the same rows, or train both times with --scale no", r.init)
		}
	}
	if r.checkpoint == "" {
		return nil
	}
	if r.resume {
		if p.Resume, err = readAnyModel(c, r.checkpoint); err != nil {
			return err
		}
	}
	p.CheckpointRounds = r.every
	p.Checkpoint = func(e *ensemble.Ensemble) error {
		return format.WriteFile(r.checkpoint, e, format.Hardwood)
	}
	return nil
}
