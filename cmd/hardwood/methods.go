package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/data/nearest"
)

// methodFlags choose an attack.
type methodFlags struct {
	method string
	starts int
}

// methods are the attacks that --method names. To add one, add a line, and
// its options to methodFlags.
var methods = []struct {
	name, about string
	make        func(*methodFlags) (attack.Attack, error)
}{
	{"lt", "LT-Attack, quick", func(m *methodFlags) (attack.Attack, error) {
		return ltattack.Attack{Starts: m.starts}, nil
	}},
}

func methodNames() []string {
	var names []string
	for _, m := range methods {
		names = append(names, m.name)
	}
	return names
}

func (m *methodFlags) add(c *cobra.Command, method string) {
	about := make([]string, len(methods))
	for i, m := range methods {
		about[i] = m.name + " (" + m.about + ")"
	}
	f := c.Flags()
	f.StringVar(&m.method, "method", method, "attack: "+strings.Join(about, ", "))
	f.IntVar(&m.starts, "starts", 0, "starting points of an attack, 0 for the method's own number")
}

// attack returns the attack.
func (m *methodFlags) attack() (attack.Attack, error) {
	for _, known := range methods {
		if known.name == m.method {
			return known.make(m)
		}
	}
	return nil, usage(nearest.Unknown("method", m.method, methodNames()))
}
