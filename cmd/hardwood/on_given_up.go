package main

import (
	"fmt"
	"strings"

	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
)

// givenUp are the parts of a job that workers gave up, with their errors.
type givenUp []string

// mostGivenUp is how many of them an error names.
const mostGivenUp = 10

// note notes that a part was given up.
func (g *givenUp) note(p *progress, part, why string) {
	*g = append(*g, part+": "+why)
	p.warn(part + ": " + why)
}

// err returns the error of a job some of whose parts were given up, nil if none was. kept
// says where the others are.
func (g givenUp) err(j *queue.Job, parts string, of int, kept string) error {
	if len(g) == 0 {
		return nil
	}
	named := g[:min(len(g), mostGivenUp)]
	text := strings.Join(named, "; ")
	if more := len(g) - len(named); more > 0 {
		text += fmt.Sprintf("; and %d more: hardwood jobs show %.12s lists all", more, j.Key())
	}
	return fmt.Errorf("%d of %d %s failed, %s: %s", len(g), of, parts, kept, text)
}
