package main

import (
	"fmt"
	"strconv"

	"github.com/hardwood-ml/hardwood/internal/option"
)

// count is the value of a flag that takes whole numbers from 0 on.
type count int

// Set reads a number.
func (c *count) Set(s string) error {
	n, err := strconv.Atoi(s)
	switch {
	case err != nil:
		return err
	case n < 0:
		return fmt.Errorf("must be at least 0")
	}
	*c = count(n)
	return nil
}

func (c *count) String() string { return strconv.Itoa(int(*c)) }

// Type returns the word that stands for a number in the help.
func (c *count) Type() string { return "int" }

// threads is the value of a flag that takes a number of threads.
type threads int

// Set reads a number.
func (t *threads) Set(s string) error {
	n, err := strconv.Atoi(s)
	switch {
	case err != nil:
		return err
	case n < 0, n > option.MaxThreads:
		return fmt.Errorf("must be 0 to %d", option.MaxThreads)
	}
	*t = threads(n)
	return nil
}

func (t *threads) String() string { return (*count)(t).String() }

// Type returns the word that stands for a number in the help.
func (t *threads) Type() string { return (*count)(t).Type() }
