package ablation

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/trainer"
)

// usual holds the values of hardwood harden for what a spec leaves out, which depend on the rows. It
// has none for data that was not read.
type usual map[usualFor]Settings

// usualFor is what these values depend on.
type usualFor struct{ data, booster, norm, radius string }

// Settle reads the data sets and finds the values that hardwood harden would use for what the spec
// leaves out; [Spec.Grid] then uses them. The rows of the first seed decide for all seeds, so that
// seeds can be compared. Without Settle the values are those for few rows of numbers. read is called
// with each table that was read; it may be nil. What may surprise in the rows is added to Notes. The
// error names all data sets that cannot be read and, as a [*Fault], those whose rows a value does
// not fit.
func (s *Spec) Settle(ctx context.Context, read func(*data.Table)) error {
	if err := s.complete(); err != nil {
		return fault(err)
	}
	found := usual{}
	var faults []error
	for i := range s.Data {
		if err := s.settle(ctx, &s.Data[i], read, found); err != nil {
			faults = append(faults, err)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if faults == nil {
		s.usual = found
	}
	return errors.Join(faults...)
}

// settle is Settle for one data set.
func (s *Spec) settle(ctx context.Context, d *DataSet, read func(*data.Table), found usual) error {
	t := &Task{Data: d, Seed: s.Seeds[0]}
	rows, err := t.rows(func(source string, o data.Options) (*data.Table, error) {
		table, err := data.Read(ctx, source, o)
		if err == nil && read != nil {
			read(table)
		}
		return table, err
	})
	if err != nil {
		return err
	}
	if err := s.fits(d, rows.Train); err != nil {
		return err
	}
	s.note(d, rows)
	for _, norm := range texts(s.Norm) {
		if err := s.settleNorm(ctx, rows, d, norm, found); err != nil {
			return err
		}
	}
	return nil
}

// settleNorm is Settle for one data set in one norm.
func (s *Spec) settleNorm(ctx context.Context, rows *tables, d *DataSet, norm string, found usual) error {
	n, err := attack.ParseNorm(norm)
	if err != nil {
		return nil // Grid refuses it, and what is passed over below
	}
	c, err := d.constraints(rows.Data, n)
	if err != nil {
		return fmt.Errorf("data %s: %w", d.Name, err)
	}
	if _, err := d.outside(rows.Test, c); err != nil {
		return fault(fmt.Errorf("data %s: %w", d.Name, err))
	}
	for _, radius := range texts(s.Radius) {
		multiple, err := strconv.ParseFloat(radius, 64)
		if err != nil || !(multiple >= 0) {
			continue
		}
		for _, booster := range texts(s.Booster) {
			if booster != trainer.GBDT && booster != trainer.Forest {
				continue
			}
			o := experiment.Default(booster, n, rows.Train)
			o.Strategy.Eps, o.Strategy.Constraints = float64(multiple*d.Eps), c
			if o, err = s.defaultWithin(ctx, rows.Data, o, d); err != nil {
				return fmt.Errorf("data %s: %w", d.Name, err)
			}
			found[usualFor{d.Name, booster, norm, radius}] = settingsOf(&o, booster)
		}
	}
	return nil
}

// fits reports a parameter of training that does not fit the rows of a data set, such as weights of
// three classes if there are two.
func (s *Spec) fits(d *DataSet, rows *data.Table) error {
	for _, a := range s.axes() {
		name, trains := strings.CutPrefix(a.name, trainPrefix)
		o := trainOption(name)
		for i, value := range a.values {
			p := trainer.Defaults(trainer.GBDT)
			if !trains || o == nil || o.Set(&p, value) != nil {
				continue // Grid refuses what is wrong
			}
			if err := p.CheckFeatures(rows.Cols, len(rows.Classes)); err != nil {
				return fault(s.places.Explain(fmt.Errorf("data %s: %w", d.Name, err), fmt.Sprintf("%s.%d", a.key, i)))
			}
		}
	}
	return nil
}

// defaultWithin returns what hardwood harden would choose with these options and the parameters of
// training that all runs share.
func (s *Spec) defaultWithin(ctx context.Context, rows *experiment.Data, o experiment.Options, d *DataSet) (experiment.Options, error) {
	set := Settings{"booster": o.Strategy.Booster}
	for name := range s.Train {
		if values := trainTexts(name, s.Train[name]); len(values) == 1 && usedBy(name, o.Strategy.Booster) {
			set[trainPrefix+presentName(name)] = values[0]
		}
	}
	seed, threads := o.Params.Seed, o.Params.Threads
	err := set.over(&o.Params)
	if err != nil {
		return o, nil // Grid refuses it
	}
	o.Weighed, o.Evaluate.Aim = set.weighs(), d.Aim
	o.Params.Seed, o.Params.Threads = s.Seeds[0], 0
	o, err = rows.DefaultWithin(ctx, o)
	o.Params.Seed, o.Params.Threads = seed, threads
	return o, err
}

// settingsOf returns options as settings, without parameters of training that are as without
// hardening.
func settingsOf(o *experiment.Options, booster string) Settings {
	s := Settings{"radius": "1"}
	for i := range advboost.StrategyOptions {
		option := &advboost.StrategyOptions[i]
		s[option.Name] = option.Text(&o.Strategy)
	}
	plain := trainer.Defaults(booster)
	for i := range trainer.Options {
		option := &trainer.Options[i]
		if text := option.Text(&o.Params); text != option.Text(&plain) {
			s[trainPrefix+option.Name] = text
		}
	}
	return s
}

// complete adds to settings on a data set what was left out.
func (u usual) complete(s Settings, data string) {
	for name, text := range u.of(s, data) {
		if _, listed := s[name]; !listed {
			s[name] = text
		}
	}
}

// of returns the values for the booster, the norm and the radius of settings on a data set.
func (u usual) of(s Settings, data string) Settings {
	values, known := u[usualFor{data, s["booster"], s["norm"], s["radius"]}]
	if !known { // check reports what is wrong
		norm, _ := attack.ParseNorm(s["norm"])
		o := experiment.Default(s["booster"], norm, nil)
		values = settingsOf(&o, s["booster"])
	}
	return values
}
