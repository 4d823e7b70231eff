package eval

import (
	"encoding/json"
	"math"
	"strconv"
)

// Provenance is what a reader needs to make a report again.
type Provenance struct {
	Command string // the command line, without what does not change a number
	Version string // of hardwood
	Data    string // source of the evaluated rows
	Hash    string // of the evaluated rows
	Rows    int
	Cols    int
	Units   string // "scaled" or "raw": what eps and distances are measured in

	Constraints string // the file of the attacker's constraints, "" for none
}

// schemaVersion is raised when a field of metrics.json changes its meaning.
const schemaVersion = 1

// MetricsJSON returns metrics.json, of which metrics.schema.json describes
// every key.
func (r *Report) MetricsJSON(p Provenance) ([]byte, error) {
	doc := r.head(p)
	for _, e := range r.Models {
		doc[e.Name] = e.document(r.Eps)
	}
	for i, d := range r.Differences {
		doc["difference"] = map[string]any{
			"of": r.Models[i+1].Name, "minus": r.Models[0].Name, "intervals": d.document(r.Eps),
		}
	}
	if r.Scale != nil {
		doc["scale"] = scaleDocument(r.Scale)
	}
	b, err := json.MarshalIndent(doc, "", "  ")
	return append(b, '\n'), err
}

// Reserved reports whether a model cannot have a name, because metrics.json
// has a key of that name.
func Reserved(name string) bool {
	_, ok := new(Report).head(Provenance{})[name]
	return ok || name == "" || name == "difference" || name == "scale"
}

// head returns metrics.json without models.
func (r *Report) head(p Provenance) map[string]any {
	return map[string]any{
		"schema": schemaVersion, "version": p.Version, "command": p.Command,
		"norm": r.Norm.String(), "units": p.Units, "method": r.Method, "seed": r.Seed, "eps": append([]float64{}, r.Eps...), "eps_suggested": r.Suggested, "constraints": p.Constraints,
		"data":     map[string]any{"source": p.Data, "hash": p.Hash, "rows": p.Rows, "features": p.Cols},
		"constant": map[string]any{"class": r.Constant.Class, "accuracy": r.Constant.Accuracy, "balanced_accuracy": r.Constant.Balanced},
	}
}

func (e *Evaluation) document(eps []float64) map[string]any {
	m := e.Metrics.document(eps)
	m["intervals"] = e.Intervals.document(eps)
	classes := map[string]any{}
	for i := range e.Classes {
		c := e.Classes[i].Metrics.document(eps)
		delete(c, "balanced_accuracy")
		delete(c, "balanced_robust_accuracy")
		classes[e.Classes[i].Name] = c
	}
	m["classes"] = classes
	features := []any{}
	for _, f := range e.Moves {
		if f.Rows > 0 {
			features = append(features, map[string]any{
				"feature": f.Name, "rows": f.Rows, "rising": f.Up,
				"mean_move": f.MeanMove, "max_move": f.MaxMove, "raw_unit": f.Raw,
			})
		}
	}
	m["features"] = features
	origin := e.Ensemble.Origin
	m["settings"], m["seed"], m["data_hash"] = origin.Trainer, origin.Seed, origin.Data
	m["train_seconds"], m["attack_seconds"] = e.TrainSeconds, e.Metrics.Seconds
	return m
}

func (m *Metrics) document(eps []float64) map[string]any {
	at := func(field func(*AtEps) float64) map[string]any {
		values := map[string]any{}
		for k := range m.At {
			values[EpsName(eps[k])] = number(field(&m.At[k]))
		}
		return values
	}
	q := map[string]any{}
	for _, v := range m.Quantiles {
		q[EpsName(v.P)] = number(v.Distance)
	}
	doc := map[string]any{
		"rows": m.Rows, "correct": m.Correct, "without_example": m.WithoutExample,
		"clean_accuracy": m.CleanAccuracy, "balanced_accuracy": m.BalancedAccuracy,
		"robust_accuracy":          at(func(a *AtEps) float64 { return a.Robust }),
		"balanced_robust_accuracy": at(func(a *AtEps) float64 { return a.BalancedRobust }),
		"certified":                at(func(a *AtEps) float64 { return a.Certified }),
		"undecided":                at(func(a *AtEps) float64 { return a.Undecided }),
		"broken":                   at(func(a *AtEps) float64 { return a.Broken }),
		"mean_distance":            number(m.MeanDistance), "median_distance": number(m.MedianDistance),
		"mean_lower_bound": number(m.MeanLowerBound), "quantiles": q,
	}
	if m.Queries > 0 {
		doc["mean_queries"] = m.Queries
	}
	return doc
}

func (in *Intervals) document(eps []float64) map[string]any {
	robust := map[string]any{}
	for k, i := range in.Robust {
		robust[EpsName(eps[k])] = i.document()
	}
	return map[string]any{
		"clean_accuracy": in.CleanAccuracy.document(), "robust_accuracy": robust,
		"mean_distance": in.MeanDistance.document(), "median_distance": in.MedianDistance.document(),
	}
}

func scaleDocument(curves []ScaleCurve) map[string]any {
	doc := map[string]any{}
	for _, c := range curves {
		points := make([]any, len(c.Points))
		for i, p := range c.Points {
			points[i] = map[string]any{"starts": p.Starts, "mean_distance": number(p.MeanDistance), "row_seconds": p.Seconds}
		}
		doc[c.Method] = points
	}
	return doc
}

func (i Interval) document() []any { return []any{number(i.Lo), number(i.Hi)} }

// EpsName writes an eps, or a share, as the key of an object: the shortest
// text that reads back as the same number.
func EpsName(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// number returns v, or nil where JSON has no number for it.
func number(v float64) any {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return v
}
