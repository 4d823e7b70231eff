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

// newMethods is a page of help, not a command. It is written when it is asked for.
func newMethods() *cobra.Command {
	return newPage("methods", "The methods of attack and proof, a line each", methodsPage)
}

// methodsPage lists all methods by what they do.
func methodsPage() string {
	var b strings.Builder
	b.WriteString(aboutMethods)
	for _, group := range []struct {
		head     string
		does, no method.Task
	}{
		{"Attacks that also prove", method.Find | method.Prove, 0},
		{"Attacks only", method.Find, method.Prove},
		{"Proofs only", method.Prove, method.Find},
	} {
		fmt.Fprintf(&b, "\n%s:\n\n", group.head)
		for _, m := range method.All {
			if m.Does&group.does == group.does && m.Does&group.no == 0 {
				fmt.Fprintf(&b, "  %-13s  %s\n", m.Name, m.About)
			}
		}
	}
	return b.String()
}

const aboutMethods = `--method of hardwood attack, eval and harden names an attack, which looks for the
nearest adversarial example of a row. --method of hardwood verify names a proof, which
bounds the distance of that example from below. A spec of hardwood ablate names an
attack by the key method of [evaluate].

A black-box attack only asks the model for predictions. Not every method takes every
norm, categories or every key of a threat file; one that does not says so.
`

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

// checkOptions refuses a given flag that none of the methods in use takes.
func checkOptions(c *cobra.Command, methods ...string) error {
	if err := method.CheckOptions(c.Flags().Changed, methods...); err != nil {
		return usage(err)
	}
	return nil
}

// addTrain defines --train, for commands that need training rows only for their method.
func (m *methodFlags) addTrain(c *cobra.Command) {
	c.Flags().StringVar(&m.train, "train", "", "training rows, which --method rba and substitute need")
	say(c, reads, "train")
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
	of.source, of.keepRaw = m.train, false
	t, err := of.readFor(e, false)
	if err != nil {
		return nil, err
	}
	m.Rows = t.AllRows()
	return method.New(m.method, m.Settings)
}
