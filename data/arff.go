package data

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// arffReader reads the attribute-relation files of Weka: lines of values, or
// of {index value, ...} where zeros are left out, after a header that declares
// the attributes, and may say which are inputs and outputs, as KEEL writes it. Rows may end with a weight, in
// braces. Relational attributes are not read.
type arffReader struct {
	lines   *lines
	names   []string
	nominal [][]string        // values of each attribute, nil if it is a number
	dates   []column.Dates    // the order of day and month that each attribute declares
	listed  []map[string]bool // the values of features that list them
	inputs  []string          // attributes that are features, as KEEL says, nil for all
	outputs []string          // attributes that are classes, as KEEL says
	columns Columns
	cells   []string // buffer
	weight  string   // of the row, in braces, "" if it has none
	rows    int
}

// numericAttribute matches a numeric type, which a range may follow.
var numericAttribute = regexp.MustCompile(`^(numeric|real|integer)\s*(\[.*)?$`)

func sniffARFF(head []byte) bool {
	for line := range bytes.Lines(head) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '%' {
			continue
		}
		return len(line) > 9 && strings.EqualFold(string(line[:9]), "@relation")
	}
	return false
}

func openARFF(in *Input, o *Options) (h Header, r Reader, err error) {
	l, err := openLines(in, '%')
	if err != nil {
		return h, nil, err
	}
	a := &arffReader{lines: l}
	if err := a.header(o); err != nil {
		l.Close()
		return h, nil, err
	}
	h = a.columns.Header()
	if label := a.columns.Label; label >= 0 && !o.Regression {
		h.Classes = slices.DeleteFunc(slices.Clone(a.nominal[label]), func(value string) bool { return value == "?" }) // which is none, though listed
	}
	return h, a, nil
}

// header reads up to @data.
func (a *arffReader) header(o *Options) (err error) {
	for {
		line, err := a.nextLine()
		if err == io.EOF {
			return errors.New("has no @data")
		}
		if err != nil {
			return err
		}
		word, rest := cutField(line)
		switch strings.ToLower(word) {
		case "@relation":
		case "@attribute":
			err = a.attribute(rest)
		case "@input", "@inputs":
			a.inputs, err = splitARFF(a.inputs, rest)
		case "@output", "@outputs":
			a.outputs, err = splitARFF(a.outputs, rest)
		case "@data":
			o.roles = a.roles()
			if a.columns, err = Choose(a.names, true, nil, o); err != nil {
				return err
			}
			a.declare()
			return nil
		default:
			err = fmt.Errorf("%q is not part of an ARFF header", phrase.Clip(word))
		}
		if err != nil {
			return &Error{Line: a.lines.number, Err: err}
		}
	}
}

// nextLine returns the next line without the comment after it.
func (a *arffReader) nextLine() (string, error) {
	line, err := a.lines.next()
	quote := byte(0)
	for i := 0; i < len(line); i++ {
		switch b := line[i]; {
		case quote != 0 && b == '\\':
			i++
		case b == quote:
			quote = 0
		case quote != 0:
		case b == '\'' || b == '"':
			quote = b
		case b == '%':
			return strings.TrimSpace(line[:i]), err
		}
	}
	return line, err
}

// attribute reads a declaration: a name, and a type or a list of values.
func (a *arffReader) attribute(text string) error {
	name, rest, err := cutARFF(text, " \t{")
	if err != nil || name == "" {
		return errors.New("attribute without a name")
	}
	var values []string
	switch kind := strings.ToLower(rest); {
	case strings.HasPrefix(rest, "{") && strings.HasSuffix(rest, "}"):
		if values, err = splitARFF(nil, rest[1:len(rest)-1]); err != nil {
			return err
		}
		listed := map[string]bool{} // to drop values that are listed twice
		values = slices.DeleteFunc(values, func(v string) bool {
			twice := listed[v]
			listed[v] = true
			return twice
		})
	case numericAttribute.MatchString(kind):
	case kind == "string", kind == "date", strings.HasPrefix(kind, "date "), strings.HasPrefix(kind, "date\t"):
		values = []string{} // for the cells to tell
	default:
		return fmt.Errorf("attribute %q: %q is neither a type that is read here nor a list of values", phrase.Clip(name), phrase.Clip(rest))
	}
	a.names = append(a.names, name)
	a.dates = append(a.dates, dateOrderOf(rest))
	a.nominal = append(a.nominal, values)
	return nil
}

// dateOrderOf returns the order of day and month in the format of a date, such as date 'dd/MM/yyyy';
// NoDates for anything else.
func dateOrderOf(kind string) column.Dates {
	word, format := cutField(kind)
	day, month := strings.IndexByte(format, 'd'), strings.IndexByte(format, 'M')
	switch {
	case !strings.EqualFold(word, "date") || day < 0 || month < 0:
		return column.NoDates
	case day < month:
		return column.DayFirst
	}
	return column.MonthFirst
}

// roles returns the roles of the attributes, nil if all may be features.
func (a *arffReader) roles() []string {
	if a.inputs == nil && a.outputs == nil {
		return nil
	}
	roles := make([]string, len(a.names))
	for k, name := range a.names {
		switch {
		case slices.Contains(a.outputs, name):
			roles[k] = isClass
		case a.inputs != nil && a.outputs != nil && !slices.Contains(a.inputs, name):
			roles[k] = "is neither input nor output"
		}
	}
	return roles
}

// declare says which columns hold numbers, and which hold the values that they list.
func (a *arffReader) declare() {
	for f, c := range a.columns.Features {
		if a.nominal[c] == nil {
			a.columns.Declare(f, column.Numeric)
		}
		if of := &a.columns.texts.columns[f]; a.dates[c] != column.NoDates && !of.told && (of.known == nil || of.dates != column.NoDates) {
			of.dates, of.told = a.dates[c], true
		}
		a.listed = append(a.listed, nil)
		if len(a.nominal[c]) > 0 {
			a.columns.declareLevels(f)
			a.listed[f] = map[string]bool{}
			for _, value := range a.nominal[c] {
				a.listed[f][value], a.listed[f][notation.Canonical(value)] = true, true
			}
		}
	}
}

func (a *arffReader) chosen() *Columns { return &a.columns }

func (a *arffReader) next() (cells []string, number int, err error) {
	line, err := a.nextLine()
	if err != nil {
		return nil, 0, err
	}
	number = a.lines.number
	if a.rows++; tooSparse(a.rows, len(a.names), a.lines.bytes) {
		return nil, 0, &Error{Line: number, Err: fmt.Errorf("too sparse: %d attributes for lines of a few values each; leave rare attributes out, or write LIBSVM, whose rows may be sparse", len(a.names))}
	}
	if err := a.split(line); err != nil {
		return nil, 0, &Error{Line: number, Err: err}
	}
	return a.cells, number, nil
}

func (a *arffReader) Next(r *Record) (err error) {
	if _, r.Line, err = a.next(); err != nil {
		return err
	}
	if err := a.unlisted(); err != nil {
		err.Line = r.Line
		return err
	}
	if a.weight != "" {
		if r.Weight, err = notation.Number(strings.Trim(a.weight, "{}")); err != nil {
			return &Error{Line: r.Line, Err: fmt.Errorf("the weight of the row, %s: %w", phrase.Clip(a.weight), err)}
		}
		r.Weighted = true
	}
	return a.columns.fill(r, a.cells)
}

// unlisted refuses a value that its attribute does not list, as Weka does.
func (a *arffReader) unlisted() *Error {
	for f, c := range a.columns.Features {
		cell := a.cells[c]
		if a.listed[f] == nil || a.listed[f][cell] {
			continue
		}
		bare := strings.TrimSpace(cell)
		if !notation.IsMissing(bare) && !a.listed[f][notation.Canonical(cell)] && !a.columns.texts.columns[f].isMissingWord(bare) {
			return &Error{Column: a.names[c], Err: fmt.Errorf("%q is none of the values that the file lists: %s; Options.MissingWords takes the word for a missing value", phrase.Clip(cell), list(a.nominal[c]))}
		}
	}
	return nil
}

func (a *arffReader) Close() error { return a.lines.Close() }
