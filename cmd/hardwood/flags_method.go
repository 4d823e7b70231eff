package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/internal/option"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// methodFlags choose a method for a task and its options.
type methodFlags struct {
	task            method.Task
	method          string
	train           string // rows for methods that read them
	values          optionValues
	method.Settings // by the values, once attack is called
}

// add defines the flags of the methods for a task, except --train.
func (m *methodFlags) add(c *cobra.Command, t method.Task, standard string) {
	m.task = t
	c.Flags().StringVar(&m.method, "method", standard, strings.Join(method.Names(t), ", ")+": see hardwood help methods")
	m.values = optionValues{}
	for _, o := range method.OptionsFor(t) {
		m.values.add(c, o.Name, o.Kind(), o.About())
	}
	m.Failed = func(row int, err error) { fmt.Fprintf(c.ErrOrStderr(), "row %d stays undecided: %v\n", row, err) }
}

// addTrain defines --train, for commands that need training rows only for their method.
func (m *methodFlags) addTrain(c *cobra.Command) {
	c.Flags().StringVar(&m.train, "train", "", "training rows, which --method rba and substitute need")
	say(c, reads, "train")
}

// checkOptions refuses a given flag that none of the methods in use takes.
func checkOptions(c *cobra.Command, methods ...string) error {
	if err := method.CheckOptions(c.Flags().Changed, methods...); err != nil {
		return usage(err)
	}
	return nil
}

// attack returns the attack, which must support the norm.
func (m *methodFlags) attack(norm attack.Norm) (attack.Attack, error) {
	for _, o := range method.OptionsFor(m.task) {
		if v := m.values[o.Name]; v.set {
			if err := o.Set(&m.Settings, v.text); err != nil {
				return nil, usage(err)
			}
		}
	}
	if err := m.Settings.Check(); err != nil {
		return nil, usage(err)
	}
	if err := method.Check(m.method, m.task, norm); err != nil {
		return nil, usage(option.In("method", err))
	}
	return method.New(m.method, m.Settings)
}

// withRows gives training rows to an attack that needs them.
func (m *methodFlags) withRows(a attack.Attack, e *ensemble.Ensemble, rows *dataFlags) (attack.Attack, error) {
	if !method.ReadsRows(a.Name()) {
		return a, nil
	}
	if m.train == "" {
		return nil, usage(fmt.Errorf("--method %s needs training rows: use --train FILE", a.Name()))
	}
	of := *rows
	of.source, of.keepRaw, of.judge = m.train, false, nil
	t, err := of.readFor(e, false)
	if err != nil {
		return nil, err
	}
	m.Rows = t.AllRows()
	return method.New(m.method, m.Settings)
}
