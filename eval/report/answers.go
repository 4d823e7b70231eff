package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
)

// ExampleAnswer is what an attack found for a row, in the words of the data, as a line of JSON. NaN
// and infinite numbers are null.
type ExampleAnswer struct {
	Row        int            `json:"row"`
	Label      string         `json:"label"`
	Predicted  string         `json:"predicted"`
	Becomes    string         `json:"becomes,omitempty"` // the class of the example
	Status     attack.Status  `json:"status"`
	Norm       string         `json:"norm"`
	Distance   eval.Number    `json:"distance"`
	LowerBound eval.Number    `json:"lower_bound"` // null, for infinite, if there is proved to be no example
	Changes    []AnswerChange `json:"changes"`
	Columns    int            `json:"columns"` // of the row, changed or not
	Text       string         `json:"text"`    // the same in a sentence
}

// AnswerChange is a column, or a group of one-hot columns, that changes.
type AnswerChange struct {
	Column string      `json:"column"` // its name, or that of the group
	From   any         `json:"from"`   // a number or a word, null for missing; for a group the column that was 1, "" for none
	To     any         `json:"to"`
	Cost   eval.Number `json:"cost"` // the distance if this were the only change

	was, short any // From and To with fewer digits for the sentence, nil for themselves
}

// Answers writes answers for the rows of a table.
type Answers struct {
	out     *json.Encoder
	problem *attack.Problem
	table   *data.Table
	digits  *eval.Digits
}

// NewAnswers returns a writer of answers for a problem. Rows of the table are as the model reads
// them.
func NewAnswers(w io.Writer, p *attack.Problem, table *data.Table) *Answers {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	return &Answers{out, p, table, eval.NewDigits(p.Ensemble, p.Constraints)}
}

// Add writes the line of a row; row is its index in the table.
func (a *Answers) Add(row int, r *attack.Result) error {
	answer := ExampleAnswer{
		Row: r.Row, Label: a.table.Classes[r.Label], Predicted: a.table.Classes[r.Predicted], Status: r.Status,
		Norm: a.problem.Norm.String(), Distance: eval.Number(r.Distance), LowerBound: eval.Number(r.LowerBound),
		Changes: []AnswerChange{}, Columns: a.table.Cols,
	}
	if r.Example != nil {
		answer.Becomes = a.table.Classes[r.Class]
		x := a.problem.Ensemble.Rounded(a.table.Row(row))
		raw := eval.RawExample(a.problem.Ensemble, a.problem.Constraints, x, r.Example, a.table.RawRow(row))
		for _, c := range a.problem.Changes(x, r.Example) {
			answer.Changes = append(answer.Changes, a.change(&c, row, raw))
		}
	}
	answer.Text = answer.text()
	return a.out.Encode(&answer)
}

// change puts a change in the words of the data.
func (a *Answers) change(c *attack.Change, row int, raw []float64) AnswerChange {
	names := a.table.Features
	if g := c.Group; g != nil {
		name := func(level float64) any {
			if level < 0 || int(level) >= len(g.Features) {
				return ""
			}
			return names[g.Features[int(level)]]
		}
		return AnswerChange{Column: g.Name, From: name(c.From), To: name(c.To), Cost: eval.Number(c.Cost)}
	}
	was := a.digits.Value(c.Feature, c.From)
	if of := a.table.RawRow(row); of != nil {
		was = of[c.Feature]
	}
	change := AnswerChange{Column: names[c.Feature], From: a.value(c.Feature, was), To: a.value(c.Feature, raw[c.Feature]), Cost: eval.Number(c.Cost)}
	if level := a.table.Stranger(row, c.Feature); level != "" {
		change.From = level
	}
	is := raw[c.Feature]
	if _, number := change.To.(float64); number {
		change.short = a.digits.Past(c.Feature, was, is)
	}
	if e := a.problem.Ensemble; e.Columns != nil {
		of := &e.Columns[c.Feature]
		if _, exact := of.Word(was); !exact && change.From != nil {
			change.was = second(of.Nearest(was))
		}
		change.short = cmp.Or(second(of.Told(is, was)), change.short)
	}
	return change
}

// second is a date or a time for a sentence, nil for none.
func second(word string, ok bool) any {
	if !ok {
		return nil
	}
	return word
}

// value returns a number, or the word for it.
func (a *Answers) value(f int, v float64) any {
	if e := a.problem.Ensemble; e.Columns != nil {
		if word, ok := e.Columns[f].Cell(v); ok {
			return word
		}
	}
	switch {
	case math.IsNaN(v):
		return nil
	case math.IsInf(v, 0):
		return Decimal(v)
	}
	return v
}

// text returns the answer as a sentence.
func (e *ExampleAnswer) text() string {
	if e.Becomes == "" {
		switch e.Status {
		case attack.Misclassified:
			return fmt.Sprintf("predicted %s already", e.Predicted)
		case attack.NoAttacker:
			return "nobody attacks rows of this class"
		case attack.OutOfBounds:
			return "not attacked: outside the bounds of the threat file"
		}
		if math.IsInf(float64(e.LowerBound), 1) {
			return "nothing that an attacker can do changes what is predicted"
		}
		return "nothing was found that changes what is predicted"
	}
	parts := make([]string, len(e.Changes))
	for i, c := range e.Changes {
		parts[i] = c.Column + ": " + fromTo(word(cmp.Or(c.was, c.From)), word(cmp.Or(c.short, c.To)))
		if len(e.Changes) > 1 && (e.Norm != attack.L0.String() || c.Cost == 0) { // which are free or 1
			parts[i] += " (" + costly("", float64(c.Cost), textDigits) + ")"
		}
	}
	total := fmt.Sprintf("distance %s in norm %s, ", eval.Significant(float64(e.Distance), textDigits), e.Norm)
	switch e.Norm {
	case attack.L0.String():
		if float64(e.Distance) == float64(len(e.Changes)) {
			total = "" // it is the number of columns
		}
	case attack.Cost.String():
		total = fmt.Sprintf("price %s, ", eval.Significant(float64(e.Distance), textDigits))
	}
	return fmt.Sprintf("%s becomes %s: %s; %s%d of %d columns",
		e.Predicted, e.Becomes, strings.Join(parts, ", "), total, len(e.Changes), e.Columns)
}

// textDigits is the number of digits of costs in sentences.
const textDigits = 6

// word returns a value as written in sentences.
func word(v any) string {
	switch v := v.(type) {
	case nil:
		return missing
	case float64:
		return inFull(v)
	}
	return cmp.Or(fmt.Sprint(v), "none")
}
