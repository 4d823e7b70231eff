package milp

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// program writes the LP file of one victim and one rival.
type program struct {
	w        *bufio.Writer
	space    *attack.Space
	contrast *ensemble.Contrast
	least    float64  // the margin
	byVotes  bool     // trees have two values, and one variable each
	columns  []string // in the order of the objective
	terms    int      // on the current line
}

// Write writes the program for a victim of a contrast's class and a rival that has to beat it, in
// CPLEX LP format.
func Write(w io.Writer, s *attack.Space, c *ensemble.Contrast) error {
	_, err := write(w, s, c, winning(s.Grid, c, Margin), false)
	return err
}

// write is Write for a given margin, and for trees that vote; it returns the names of the columns
// in order.
func write(w io.Writer, s *attack.Space, c *ensemble.Contrast, margin float64, byVotes bool) ([]string, error) {
	p := &program{w: bufio.NewWriter(w), space: s, contrast: c, least: margin, byVotes: byVotes}
	fmt.Fprintf(p.w, "\\ nearest point of class %d for a victim of class %d, norm %v\n", c.Rival, c.Class, s.Norm)
	p.objective()
	p.text("Subject To\n")
	p.margin()
	if byVotes {
		p.votes()
	} else {
		p.trees()
	}
	p.features()
	p.bounds()
	p.text("End\n")
	return p.columns, p.w.Flush()
}

func (p *program) text(s string) { p.w.WriteString(s) }

// term writes a coefficient with a variable.
func (p *program) term(v float64, name string) {
	if p.terms++; p.terms%8 == 0 { // some readers limit the length of lines
		p.text("\n ")
	}
	fmt.Fprintf(p.w, " %+.17g %s", v, name)
}

func (p *program) row(name string) {
	p.terms = 0
	fmt.Fprintf(p.w, " %s:", name)
}

func cutName(f, c int) string            { return fmt.Sprintf("p%d_%d", f, c) }
func leafName(leaf ensemble.Leaf) string { return fmt.Sprintf("l%d", leaf) }

// margin requires the rival's lead, in units of the largest leaf value.
func (p *program) margin() {
	unit := largest(p.space.Grid, p.contrast)
	p.row("margin")
	p.eachSum(func(name string, v float64) {
		if v /= unit; math.Abs(v) < negligible {
			v = 0
		}
		p.term(v, name)
	})
	if len(p.contrast.Trees) == 0 {
		p.term(0, "b")
	}
	fmt.Fprintf(p.w, " >= %.17g\n", (p.least-p.constant())/unit)
}

// trees ties leaves to the cuts on their paths.
func (p *program) trees() {
	g := p.space.Grid
	for _, t := range p.contrast.Trees {
		p.row(fmt.Sprintf("t%d", t))
		for l := g.LeafOf[t]; l < g.LeafOf[t+1]; l++ {
			p.term(1, leafName(l))
		}
		p.text(" = 1\n")
		p.node(g.Root[t])
	}
}

// node writes the rows of a node and of all below it, and returns the leaves
// there.
func (p *program) node(n int32) []ensemble.Leaf {
	if n < 0 {
		return []ensemble.Leaf{ensemble.Leaf(^n)}
	}
	node := p.space.Grid.Nodes[n]
	left, right := p.node(node.Left), p.node(node.Right)
	if node.Cut < 0 {
		p.row(fmt.Sprintf("n%d_l", n))
		p.sideOfSet(&node, true, left)
		p.row(fmt.Sprintf("n%d_r", n))
		p.sideOfSet(&node, false, right)
		return append(left, right...)
	}
	cut := cutName(int(node.Feature), int(node.Cut))
	p.row(fmt.Sprintf("n%d_l", n))
	for _, l := range left {
		p.term(1, leafName(l))
	}
	fmt.Fprintf(p.w, " - %s <= 0\n", cut)
	p.row(fmt.Sprintf("n%d_r", n))
	for _, l := range right {
		p.term(1, leafName(l))
	}
	fmt.Fprintf(p.w, " + %s <= 1\n", cut)
	return append(left, right...)
}

// features orders the cuts of each feature, keeps it off inadmissible cells,
// and bounds its cost in LInf.
func (p *program) features() {
	for f := range p.space.Home {
		if p.isLoose(f) {
			p.oneCell(f, p.space.Norm == attack.LInf)
			continue
		}
		cost := p.space.Cost[p.space.Grid.First[f]:p.space.Grid.First[f+1]]
		for c := range cost {
			if c > 0 && c < len(cost)-1 {
				sign := "<="
				if math.IsInf(cost[c], 1) {
					sign = "="
				}
				fmt.Fprintf(p.w, " o%d_%d: %s - %s %s 0\n", f, c, cutName(f, c-1), cutName(f, c), sign)
			}
		}
		if p.space.Norm == attack.LInf && len(cost) > 1 {
			p.row(fmt.Sprintf("d%d", f))
			constant := 0.0
			p.steps(f, func(c int, coefficient, part float64) {
				p.term(coefficient, cutName(f, c))
				constant += part
			})
			fmt.Fprintf(p.w, " - b <= %.17g\n", -constant)
		}
	}
}

// bounds fixes cuts at inadmissible ends and declares the rest binary.
func (p *program) bounds() {
	p.text("Bounds\n")
	if p.space.Norm != attack.LInf {
		p.text(" b = 1\n")
	}
	if p.byVotes {
		p.eachSum(func(name string, _ float64) { p.text(" " + name + " <= 1\n") })
	}
	for f := range p.space.Home {
		cost := p.space.Cost[p.space.Grid.First[f]:p.space.Grid.First[f+1]]
		last := len(cost) - 1
		if p.isLoose(f) {
			continue
		}
		if last > 0 && math.IsInf(cost[0], 1) {
			fmt.Fprintf(p.w, " %s = 0\n", cutName(f, 0))
		}
		if last > 0 && math.IsInf(cost[last], 1) {
			fmt.Fprintf(p.w, " %s = 1\n", cutName(f, last-1))
		}
	}
	p.text("Binary\n")
	for f := range p.space.Home {
		if p.isLoose(f) {
			p.eachCell(f, func(c int, _ float64) { fmt.Fprintf(p.w, " %s\n", cellName(f, c)) })
			continue
		}
		for c := range int(p.space.Grid.Last(f)) {
			fmt.Fprintf(p.w, " %s\n", cutName(f, c))
		}
	}
}
