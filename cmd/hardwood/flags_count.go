package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/internal/option"
)

// count is the value of a flag that takes whole numbers from 0 on.
type count struct {
	n    *int
	most int // 0 for no limit
}

// threads is the value of a flag that takes a number of threads.
func threads(n *int) *count { return &count{n, option.MaxThreads} }

// Set reads a number.
func (c *count) Set(s string) error {
	n, err := strconv.Atoi(s)
	switch {
	case err != nil:
		return err
	case c.most > 0 && (n < 0 || n > c.most):
		return fmt.Errorf("must be 0 to %d", c.most)
	case n < 0:
		return fmt.Errorf("must be at least 0")
	}
	*c.n = n
	return nil
}

func (c *count) String() string { return strconv.Itoa(*c.n) }

// Type returns the word that stands for a number in the help.
func (c *count) Type() string { return "int" }

// addSeedThreads defines --seed and --threads.
func addSeedThreads(c *cobra.Command, seed *uint64, most *int) {
	c.Flags().Uint64Var(seed, "seed", 0, "random seed")
	c.Flags().Var(threads(most), "threads", "number of threads, 0 for one per processor; results do not depend on it")
	say(c, silent, "threads")
}
