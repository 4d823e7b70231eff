package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/internal/renamed"
)

// Input is what the report of an evaluation is made from.
type Input struct {
	Report     *eval.Report
	Table      *data.Table // the evaluated rows
	Provenance eval.Provenance
}

// page returns the page of an evaluation.
func page(in *Input, curves []*Plot) *Page {
	p := &Page{
		Title:   fmt.Sprintf("How robust: %s", in.Table.Name()),
		Answer:  together(in.Report.Interrupted.Sentence(), Answer(in)),
		Warning: in.Report.Interrupted != nil || in.Report.Verdict != nil && in.Report.Verdict.Word != eval.MoreRobust,
		Command: in.Provenance.Command,
		Partial: in.Report.Interrupted != nil,
		Footer: fmt.Sprintf("hardwood %s. Distances are in the norm %s. %s Examples are checked by the predictor before they count.",
			in.Provenance.Version, normName(in), sentence(in.Provenance.Unit.Text)),
	}
	p.Sections = append(p.Sections,
		Section{Heading: "Comparison", Tables: tables(Comparison(in), differences(in), Verdicts(in)), Text: together(suggested(in), strings.Join(in.Report.Chosen, " "), in.Report.WithoutSentence(), groups(in))},
		foldsSection(in),
		Section{Heading: "Curves", Plots: curves, Text: aboutCurves(curves)})
	if t := in.Report.Tuning; t != nil {
		text := t.Sentence()
		if t.Command != "" {
			text += " The same hardened model without the search: " + t.Command
		}
		p.Sections = append(p.Sections, Section{Heading: "Tuning", Tables: tables(Tuning(t)), Text: text, Folded: true})
	}
	if t := in.Report.TradeOff; t != nil {
		text := t.Sentence()
		if t.Command != "" {
			text += " The same hardened model without the curve: " + t.Command
		}
		p.Sections = append(p.Sections, Section{Heading: "Robustness and accuracy", Plots: []*Plot{tradeOffPlot(t)}, Tables: tables(TradeOff(t)), Text: text})
	}
	if rows := pictures(in); rows != nil {
		p.Sections = append(p.Sections, Section{Heading: "Pictures", Images: rows,
			Text: "Rows that every model gets right, beside the nearest examples found. Blue pixels became brighter, orange ones darker."})
	}
	if in.Report.StartsCurves != nil {
		p.Sections = append(p.Sections, Section{Heading: "Distance and time", Plots: []*Plot{startsPlot(in)}, Tables: tables(startsTable(in)),
			Text: "What more starting points buy against the " + in.Report.Models[0].Name + " model: lower is nearer, to the left is quicker."})
	}
	p.Sections = append(p.Sections,
		Section{Heading: "Most fragile rows", Tables: fragileRows(in), Text: "The rows with the nearest examples, and what would have to change, in the data's units. Rows are numbered from 0, as in their file. " +
			`All are in examples.csv, to the last bit, which pandas reads with float_precision="round_trip" only.`},
		Section{Heading: "By class", Tables: byClass(in)},
		Section{Heading: "By feature", Tables: byFeature(in), Text: "The features that minimal examples move most often."},
		Section{Heading: "Distances", Tables: distances(in), Folded: true})
	p.Sections = slices.DeleteFunc(p.Sections, func(s Section) bool {
		return len(s.Tables) == 0 && len(s.Plots) == 0 && len(s.Images) == 0
	})
	if s := unit(in); s.Text != "" || len(s.Tables) > 0 {
		after := 1 // the tables of the models
		if in.Report.CrossValidated != nil {
			after = 2
		}
		p.Sections = slices.Insert(p.Sections, after, s)
	}
	if notes := in.Provenance.Notes; notes != nil {
		s := Section{Heading: "Doubts about the data", Text: "What may have been meant otherwise when the rows were read:"}
		for _, note := range notes {
			s.List = append(s.List, sentence(note))
		}
		p.Sections = append(p.Sections, s)
	}
	p.Settings = settings(in)
	return p
}

// Answer returns the answer of an evaluation in a few sentences: the verdict, or how robust the one
// model is, and which rows were not attacked.
func Answer(in *Input) string {
	text, of := answer(in), in.Report.OfVerdict()
	for _, more := range []string{of.AttackersSentence(), of.GainSentence()} {
		if more != "" {
			text += " " + more
		}
	}
	var outside []string
	for _, e := range of.Models {
		if n := e.Metrics.OutOfBounds; n > 0 {
			outside = append(outside, fmt.Sprintf("%d that %s gets right", n, e.Name))
		}
	}
	if outside != nil {
		text += fmt.Sprintf(" Rows outside the attacker's bounds were not attacked: the tables count %s as undecided.", strings.Join(outside, " and "))
	}
	return text
}

func answer(in *Input) string {
	r := in.Report
	first := r.Models[0]
	if len(r.Eps) == 0 {
		return fmt.Sprintf("No change of any row was found%s that changes what %s says.", r.Interrupted.Within(), theFirst(in))
	}
	if r.Verdict != nil {
		return r.Verdict.Sentence
	}
	k := r.Focus(0)
	m, constant, where, rows := &first.Metrics, &r.Constant, r.Interrupted.Within(), "the rows"
	if r.Within != nil {
		m, constant, where, rows = &r.Within.Metrics, &r.Within.Constant, strings.TrimSuffix(where, ",")+r.WithinSentence()+",", "them"
	}
	at := &m.At[k]
	answer := fmt.Sprintf("At eps %s (%s)%s the model stays right on %s of %s, as is proved%s; without an attacker it is right on %s.",
		eval.EpsText(r.Eps[k], r.Eps), normName(in), where, Percent(at.Certified).Text, rows, undecided(at.Undecided), Percent(m.CleanAccuracy).Text)
	return answer + besideConstant(constant, r.Aim, at)
}

// undecided says of how many rows it is not known whether they stay right, "" for none.
func undecided(share float64) string {
	if share == 0 {
		return ""
	}
	return fmt.Sprintf(", and no change is known that flips a further %s", Percent(share).Text)
}

// besideConstant says how a model compares with the constant in the accuracy of the aim: always, if
// the aim is not the share of rows, which the answer gives anyway; otherwise only if the model is no
// better.
func besideConstant(c *eval.Constant, aim eval.Aim, at *eval.AtEps) string {
	has := eval.Accuracies{Robust: at.Robust, Balanced: at.BalancedRobust, WorstClass: at.WorstRobust}.Of(aim)
	toBeat := eval.Accuracies{Robust: c.Accuracy, Balanced: c.Balanced, WorstClass: c.Balanced}.Of(aim)
	if aim == eval.AimBalanced || aim == eval.AimWorstClass {
		where := map[eval.Aim]string{eval.AimBalanced: "On average over the classes", eval.AimWorstClass: "In its worst class"}[aim]
		text := fmt.Sprintf(" %s it is %s, and %s %s", where, Percent(has).Text, aim.ToBeat(fmt.Sprintf("always saying %q", phrase.Clip(c.Class))), Percent(toBeat).Text)
		if has <= toBeat {
			text += ": no less than the model"
		}
		return text + "."
	}
	if has <= toBeat {
		return fmt.Sprintf(" Always saying %q is right, and robust, on %s: no less than the model.", phrase.Clip(c.Class), Percent(c.Accuracy).Text)
	}
	return ""
}

// theFirst names the first model, if there are two.
func theFirst(in *Input) string {
	if len(in.Report.Models) == 1 {
		return "the model"
	}
	return "the " + in.Report.Models[0].Name + " model"
}

// suggested says where eps come from if they were not given.
func suggested(in *Input) string {
	if in.Report.Suggested == "" {
		return ""
	}
	return "No eps was given. " + in.Report.Suggested
}

// groups says what intervals are over if rows come in groups.
func groups(in *Input) string {
	if in.Table.Groups == nil {
		return ""
	}
	return fmt.Sprintf("Rows of one %q stay together, and intervals are over its %d values.", in.Table.Found.SplitBy, in.Table.Units())
}

// together joins the sentences that are not empty.
func together(sentences ...string) string {
	return strings.Join(slices.DeleteFunc(sentences, func(s string) bool { return s == "" }), " ")
}

func normName(in *Input) string { return eval.NormName(in.Report.Norm) }

// tables keeps the tables that have rows.
func tables(all ...*Table) []Table {
	var some []Table
	for _, t := range all {
		if t != nil && len(t.Rows) > 0 {
			some = append(some, *t)
		}
	}
	return some
}

func settings(in *Input) [][2]string {
	p := in.Provenance
	s := [][2]string{
		{"rows", rowsOf(in)}, {"features", fmt.Sprint(p.Cols)}, {"data hash", short16(p.Hash)},
		{"norm", in.Report.Norm.String()}, {"units", p.Units}, {"attack", in.Report.Method}, {"seed", fmt.Sprint(in.Report.Seed)},
	}
	if p.Constraints != "" {
		s = append(s, [2]string{"threat file", strings.TrimSpace(p.Constraints)})
	}
	for _, e := range in.Report.Models {
		origin := e.Ensemble.Origin
		s = append(s, [2]string{e.Name + ": source", origin.Source}, [2]string{e.Name + ": trees", fmt.Sprint(len(e.Ensemble.Trees))})
		names := make([]string, 0, len(origin.Trainer))
		for name := range origin.Trainer {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			if v := origin.Trainer[name]; v != "" && v != "null" && (name != "threat" || strings.TrimSpace(v) != strings.TrimSpace(p.Constraints)) {
				s = append(s, [2]string{e.Name + ": " + cmp.Or(renamed.To(name), name), v})
			}
		}
	}
	return s
}

// rowsOf says how many rows were evaluated, and of what.
func rowsOf(in *Input) string {
	if i := in.Report.Interrupted; i != nil {
		return fmt.Sprintf("interrupted: %d of the %d of %s", i.Finished, i.Of, in.Provenance.Data)
	}
	return fmt.Sprintf("%d of %s", in.Provenance.Rows, in.Provenance.Data)
}

// short16 returns enough of a hash to tell data apart by eye.
func short16(hash string) string { return hash[:min(16, len(hash))] }

func interval(i eval.Interval, percent bool) string {
	if math.IsNaN(i.Lo) || math.IsNaN(i.Hi) {
		return ""
	}
	if percent {
		return hundredfold("%.1f", i.Lo) + " to " + hundredfold("%.1f", i.Hi)
	}
	return short(i.Lo) + " to " + short(i.Hi)
}
