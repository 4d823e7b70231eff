package reference

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/hardwood-ml/hardwood/attack"
)

// Choice says what is measured.
type Choice struct {
	Dir    string   // folder of models, data sets and reference results
	Models []string // parts of the names of models; none for all models
	Norms  []string
	Rows   int // number of rows per model, from the first on; 0 for all
}

// Flags adds the flags that set c, which holds the defaults.
func (c *Choice) Flags(f *pflag.FlagSet) {
	f.StringVar(&c.Dir, "dir", "../shared", "folder of the reference models, data sets and results")
	f.StringSliceVar(&c.Models, "models", c.Models, "models whose names have one of these parts, by default all")
	f.StringSliceVar(&c.Norms, "norms", c.Norms, "norms")
	f.IntVar(&c.Rows, "rows", 50, "rows of each model, 0 for all")
}

// Suites calls visit for every model and norm that was chosen.
func (c *Choice) Suites(visit func(Model, *Suite) error) error {
	if _, err := os.Stat(c.Dir); err != nil {
		return fmt.Errorf("%w: the reference models and results are not here", err)
	}
	for _, part := range c.Models {
		if named := func(m Model) bool { return strings.Contains(m.Name, part) }; !slices.ContainsFunc(Models, named) {
			return fmt.Errorf("--models has %q, which is in no name of a model: %s", part, names())
		}
	}
	for _, m := range Models {
		if len(c.Models) > 0 && !slices.ContainsFunc(c.Models, func(part string) bool { return strings.Contains(m.Name, part) }) {
			continue
		}
		err := c.EachNorm(func(norm attack.Norm) error {
			s, err := Load(c.Dir, m, norm, c.Rows)
			if err != nil {
				return err
			}
			return visit(m, s)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// EachNorm calls visit for every norm that was chosen.
func (c *Choice) EachNorm(visit func(attack.Norm) error) error {
	for _, name := range c.Norms {
		norm, err := attack.ParseNorm(name)
		if err != nil {
			return err
		}
		if err := visit(norm); err != nil {
			return err
		}
	}
	return nil
}

// names lists the names of the models.
func names() string {
	all := make([]string, len(Models))
	for i, m := range Models {
		all[i] = m.Name
	}
	return strings.Join(all, ", ")
}
