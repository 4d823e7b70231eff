package main

import (
	"fmt"
	"strconv"
)

// count is the value of a flag that takes whole numbers from 0.
type count int

// Set reads a number.
func (c *count) Set(s string) error {
	n, err := strconv.Atoi(s)
	switch {
	case err != nil:
		return fmt.Errorf("it is not a whole number")
	case n < 0:
		return fmt.Errorf("it must be at least 0")
	}
	*c = count(n)
	return nil
}

func (c *count) String() string { return strconv.Itoa(int(*c)) }

// Type returns the word that stands for a number in the help.
func (c *count) Type() string { return "int" }
