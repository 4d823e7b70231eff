package ablation

import (
	"context"
	"encoding/json"
	"iter"

	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/store"
)

// Group are the runs of one data set and one setting, over all seeds.
type Group struct {
	Data     string
	Settings Settings
	Eps      float64
	Seeds    []uint64
	Constant float64 // mean accuracy of always saying the most frequent class

	// Per seed: accuracies, the share of rows that a method that proves left open, which
	// count as not robust, and mean distances, which may be NaN.
	Clean, Robust, Balanced, Open, Mean []float64

	// Further are the robust accuracies at the further radii of the spec, which are
	// these multiples of Eps: per multiple and seed.
	Multiples []float64
	Further   [][]float64

	// Verdict is in a word what the runs are worth against the baseline's, ""
	// for the baseline or where it was not run. doubt is why it is no praise, though the
	// gain is more than the noise of rows, and nothing is to blame; "" where that is not so.
	Verdict eval.Word
	doubt   doubt

	runs []*standing
	base *Group // that Gain is over

	// Gain is the difference to the baseline in the robust accuracy that the runs are
	// judged by, on the seeds that both were run with, nil for the baseline itself or
	// where it was not run.
	Gain       *Difference
	IsBaseline bool
}

// groupsOf sorts runs into groups, and holds each against the baseline. Both are in the
// order of ids, whatever that in which runs come; runs that ids does not name are before
// all others.
func groupsOf(ctx context.Context, s *Spec, ids []string, runs iter.Seq2[*store.Run, error]) ([]Group, error) {
	eps := map[string]float64{}
	for _, d := range s.Data {
		eps[d.Name] = d.Eps
	}
	var groups []Group
	place := map[string]int{}
	standings, err := readStandings(ids, runs, eps, s.Evaluate.further())
	if err != nil {
		return nil, err
	}
	for _, r := range standings {
		key := r.data + "\n" + r.settings
		at, ok := place[key]
		if !ok {
			at = len(groups)
			place[key] = at
			groups = append(groups, Group{Data: r.data, Eps: eps[r.data], Multiples: s.Evaluate.further()})
			if err := json.Unmarshal([]byte(r.settings), &groups[at].Settings); err != nil {
				return nil, err
			}
		}
		r.ofSeeds = len(s.Seeds)
		groups[at].add(r)
	}
	for i := range groups {
		g := &groups[i]
		at, ok := place[g.Data+"\n"+s.baseline(g.Data, g.Settings).JSON()]
		g.IsBaseline = ok && at == i
		if !ok || g.IsBaseline {
			continue
		}
		if c := contrastOf([][2]*Group{{g, &groups[at]}}); c != nil {
			g.base = &groups[at]
			g.judge(ctx, c)
		}
	}
	return groups, nil
}

func (g *Group) add(s *standing) {
	g.runs = append(g.runs, s)
	g.Seeds = append(g.Seeds, s.seed)
	g.Clean, g.Robust = append(g.Clean, s.clean), append(g.Robust, s.accuracies.Robust)
	g.Balanced, g.Mean = append(g.Balanced, s.accuracies.Balanced), append(g.Mean, s.distance)
	g.Open = append(g.Open, s.open.Robust)
	if g.Further == nil {
		g.Further = make([][]float64, len(s.further))
	}
	for k, robust := range s.further {
		g.Further[k] = append(g.Further[k], robust)
	}
	g.Constant += (s.constant.Robust - g.Constant) / float64(len(g.Seeds))
}
