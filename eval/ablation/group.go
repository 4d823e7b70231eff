package ablation

import (
	"context"
	"encoding/json"
	"iter"

	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/store"
)

// Group is the runs of one setting on one data set, over all seeds.
type Group struct {
	Data     string
	Settings Settings
	Eps      float64
	Seeds    []uint64
	Constant float64 // mean accuracy of always predicting the most frequent class (majority-class baseline)

	// Per seed: accuracies, the share of rows that a proving method left undecided, which count as
	// not robust, and mean distances, which may be NaN.
	Clean, Robust, Balanced, Open, Mean []float64

	// Further are the robust accuracies at the further radii of the spec, by multiple of Eps and
	// seed.
	Multiples []float64
	Further   [][]float64

	// Verdict is the one-word verdict against the baseline; of the baseline itself, or without one, it
	// is that it is no better than the constant, or "". doubt explains why a gain beyond row noise is
	// still not praised, "" otherwise.
	Verdict eval.Word
	doubt   doubt

	runs []*standing
	base *Group // the baseline that Gain is over

	// Gain is the difference to the baseline in the robust accuracy that the runs are judged by, on
	// the seeds that both share; nil for the baseline itself or without one.
	Gain       *Difference
	IsBaseline bool
}

// groupsOf sorts runs into groups and compares each with its baseline. Groups and their runs are in
// the order of ids, whatever the order of runs; runs not in ids come before all others.
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
	for i := range groups {
		if g := &groups[i]; g.constant() {
			g.Verdict = eval.IsConstant
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
