package onnx

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/formattest"
)

// steps are operators before trees, drawn at random, beside what they do to a row.
type steps struct {
	r      *rand.Rand
	double bool // of the trees
	parts  writer
	inputs message
	raw    []feature
	made   int
}

// feature is a column of an input.
type feature struct {
	name   string
	elem   int
	levels []string // of texts
	keys   []float64
}

// matrix is the output of an operator: how each column is made from a row.
type matrix struct {
	name string
	elem int
	of   []func(row []any) float64
	from []int // feature of each
}

func floatsAttribute(name string, values ...float64) []byte {
	var a, packed message
	for _, v := range values {
		packed = binary.LittleEndian.AppendUint32(packed, math.Float32bits(float32(v)))
	}
	a.text(1, name)
	a.bytes(7, packed)
	a.int(20, 6)
	return a
}

func floatAttribute(name string, v float32) []byte {
	a := binary.LittleEndian.AppendUint32([]byte{2<<3 | 5}, math.Float32bits(v)) // field 2
	var b message
	b.text(1, name)
	b = append(b, a...)
	b.int(20, 1)
	return b
}

// constant adds an initialiser.
func (s *steps) constant(elem int, values ...float64) string {
	name := fmt.Sprint("c", s.made)
	s.made++
	if elem == elemInt64 {
		var t, data message
		t.int(1, len(values))
		t.int(2, elem)
		t.text(8, name)
		for _, v := range values {
			data = binary.AppendUvarint(data, uint64(int64(v)))
		}
		t.bytes(7, data)
		s.parts.parts.bytes(5, t)
		return name
	}
	s.parts.parts.bytes(5, tensorOf(name, elem, values))
	return name
}

// then adds an operator, and returns the name of its output.
func (s *steps) then(op string, inputs []string, attributes ...[]byte) string {
	name, domain := fmt.Sprint("m", s.made), ""
	s.made++
	if slices.Contains([]string{"Scaler", "Imputer", "OneHotEncoder", "LabelEncoder", "ArrayFeatureExtractor", "FeatureVectorizer"}, op) {
		domain = mlDomain
	}
	s.parts.node(op, domain, inputs, []string{name}, attributes...)
	return name
}

func (s *steps) input(elem, width int, levels []string) matrix {
	m := matrix{name: fmt.Sprint("in", s.made), elem: elem}
	s.made++
	s.inputs.bytes(11, valueInfo(m.name, elem, width))
	for range width {
		at := len(s.raw)
		s.raw = append(s.raw, feature{name: m.name, elem: elem, levels: levels})
		m.from = append(m.from, at)
		m.of = append(m.of, func(row []any) float64 {
			v, _ := row[at].(float64)
			if elem == elemFloat { // whatever a table has
				v = single32(v)
			}
			return v
		})
	}
	return m
}

// each changes every column.
func (m matrix) each(name string, elem int, f func(column int, x float64) float64) matrix {
	next := matrix{name: name, elem: elem, from: m.from}
	for k, of := range m.of {
		next.of = append(next.of, func(row []any) float64 { return f(k, of(row)) })
	}
	return next
}

func single32(x float64) float64 { return float64(float32(x)) }

func (s *steps) cast(m matrix, elem int) matrix {
	return m.each(s.then("Cast", []string{m.name}, intAttribute("to", elem)), elem, func(_ int, x float64) float64 {
		if elem == elemFloat {
			return single32(x)
		}
		return x
	})
}

// numbers draws an input of numbers and what is done to it.
func (s *steps) numbers() matrix {
	elem := []int{elemFloat, elemDouble, elemInt64}[s.r.IntN(3)]
	m := s.input(elem, 1+s.r.IntN(3), nil)
	if elem == elemInt64 && s.r.IntN(2) == 0 {
		m = s.cast(m, []int{elemFloat, elemDouble}[s.r.IntN(2)])
	}
	for range s.r.IntN(4) {
		by := make([]float64, len(m.of))
		for i := range by {
			by[i] = single32(s.r.Float64() + 0.25)
		}
		if s.r.IntN(3) == 0 {
			by = by[:1]
		}
		of := func(column int) float64 { return by[column%len(by)] }
		round := single32
		if m.elem == elemDouble {
			round = func(x float64) float64 { return x }
		}
		switch op := []string{"Scaler", "Imputer", "Sub", "Add", "Mul", "Div"}[s.r.IntN(6)]; {
		case op == "Scaler":
			offset := single32(s.r.NormFloat64() / 2)
			offsets := slices.Repeat([]float64{offset}, len(by))
			name := s.then(op, []string{m.name}, floatsAttribute("offset", offsets...), floatsAttribute("scale", by...))
			m = m.each(name, elemFloat, func(k int, x float64) float64 { return single32(round(round(round(x)-offset) * of(k))) })
		case m.elem == elemInt64:
		case op == "Imputer":
			if m.elem != elemFloat {
				continue
			}
			name := s.then(op, []string{m.name}, floatsAttribute("imputed_value_floats", by...), floatAttribute("replaced_value_float", float32(math.NaN())))
			m = m.each(name, m.elem, func(k int, x float64) float64 {
				if math.IsNaN(x) {
					return of(k)
				}
				return x
			})
		default:
			inputs := []string{m.name, s.constant(m.elem, by...)}
			if (op == "Add" || op == "Mul") && s.r.IntN(2) == 0 {
				slices.Reverse(inputs)
			}
			m = m.each(s.then(op, inputs), m.elem, func(k int, x float64) float64 {
				return map[string]float64{"Sub": round(x - of(k)), "Add": round(x + of(k)), "Mul": round(x * of(k)), "Div": round(x / of(k))}[op]
			})
		}
	}
	return m
}

// blocks draws categories, of texts and of whole numbers, whose encoders are joined before they become
// rows.
func (s *steps) blocks() matrix {
	all := matrix{elem: elemFloat}
	var names []string
	for range 1 + s.r.IntN(3) {
		elem, levels, of := elemString, stringsAttribute("cats_strings", []string{"l1", "l0"}), []any{"l1", "l0"}
		if s.r.IntN(2) == 0 {
			elem, levels, of = elemInt64, intsAttribute("cats_int64s", []int64{-1, 2}), []any{-1.0, 2.0}
		}
		m := s.input(elem, 1, []string{"l0", "l1"})
		at := m.from[0]
		if elem == elemInt64 && s.r.IntN(2) == 0 { // as floats of which some are missing become levels
			m = s.cast(m, elemFloat)
			m.name = s.then("Imputer", []string{m.name}, floatsAttribute("imputed_value_floats", 7), floatAttribute("replaced_value_float", float32(math.NaN())))
			m = s.cast(m, elemInt64)
		}
		for _, level := range of {
			all.from = append(all.from, at)
			all.of = append(all.of, func(row []any) float64 {
				if row[at] == level {
					return 1
				}
				return 0
			})
		}
		names = append(names, s.then("OneHotEncoder", []string{m.name}, levels))
	}
	joined := s.then("Concat", names, intAttribute("axis", []int{1, 2, -1}[s.r.IntN(3)]))
	all.name = s.then("Flatten", []string{joined})
	return all
}

// texts draws an input of texts and an encoder.
func (s *steps) texts() matrix {
	var levels []string
	for l := range 1 + s.r.IntN(4) {
		levels = append(levels, fmt.Sprintf("l%d", l))
	}
	m := s.input(elemString, 1, levels)
	at := m.from[0]
	if s.r.IntN(4) == 0 { // of floats, each another number
		m := s.input(elemFloat, 1, nil)
		at, keys, imputed := m.from[0], []float64{0, -2, 7}, math.NaN()
		if s.r.IntN(2) == 0 { // missing ones are taken for a level, or for none
			imputed = []float64{0, 7, 5}[s.r.IntN(3)]
			m.name = s.then("Imputer", []string{m.name}, floatsAttribute("imputed_value_floats", imputed), floatAttribute("replaced_value_float", float32(math.NaN())))
		}
		m.name = s.then("LabelEncoder", []string{m.name}, floatsAttribute("keys_floats", keys...), floatsAttribute("values_floats", 0.25, 0.5, 1), floatAttribute("default_float", 0.75))
		m.of = []func(row []any) float64{func(row []any) float64 {
			x := row[at].(float64)
			if math.IsNaN(x) {
				x = imputed
			}
			if k := slices.Index(keys, x); k >= 0 {
				return []float64{0.25, 0.5, 1}[k]
			}
			return 0.75
		}}
		s.raw[at].keys = keys
		return m
	}
	if s.r.IntN(2) == 0 {
		values := make([]float64, len(levels))
		for i := range values {
			values[i] = single32(s.r.Float64())
		}
		other := single32(s.r.Float64())
		m.name = s.then("LabelEncoder", []string{m.name}, stringsAttribute("keys_strings", levels), floatsAttribute("values_floats", values...), floatAttribute("default_float", float32(other)))
		m.elem, m.of = elemFloat, []func(row []any) float64{func(row []any) float64 {
			if l := slices.Index(levels, row[at].(string)); l >= 0 {
				return values[l]
			}
			return other
		}}
		return m
	}
	blocks := s.then("OneHotEncoder", []string{m.name}, stringsAttribute("cats_strings", levels), intAttribute("zeros", 1))
	m = matrix{elem: elemFloat}
	for l := range levels {
		m.from = append(m.from, at)
		m.of = append(m.of, func(row []any) float64 {
			if row[at].(string) == levels[l] {
				return 1
			}
			return 0
		})
	}
	m.name = s.then("Reshape", []string{blocks, s.constant(elemInt64, -1, float64(len(levels)))})
	return m
}

// draw draws operators that make X, a matrix of several columns.
func (s *steps) draw(columns int) matrix {
	last := elemFloat
	if s.double {
		last = elemDouble
	}
	if s.r.IntN(8) == 0 { // no more than a cast
		m := s.input(elemFloat, columns, nil)
		s.parts.node("Cast", "", []string{m.name}, []string{"X"}, intAttribute("to", last))
		return m
	}
	if s.r.IntN(4) == 0 {
		s.numbers() // which trees do not read
	}
	all := matrix{elem: last}
	var names []string
	var widths []int64
	for len(all.of) == 0 || s.r.IntN(3) > 0 {
		m := s.cast([]func() matrix{s.numbers, s.texts, s.blocks}[s.r.IntN(3)](), last)
		widths = append(widths, int64(len(m.of)))
		names, all.of, all.from = append(names, m.name), append(all.of, m.of...), append(all.from, m.from...)
	}
	if s.double || s.r.IntN(2) == 0 {
		all.name = s.then("Concat", names, intAttribute("axis", 1))
	} else {
		all.name = s.then("FeatureVectorizer", names, intsAttribute("inputdimensions", widths))
	}
	picked, at := matrix{name: "X", elem: last}, make([]float64, columns)
	for k := range at {
		f := s.r.IntN(len(all.of))
		at[k], picked.of, picked.from = float64(f), append(picked.of, all.of[f]), append(picked.from, all.from[f])
	}
	s.parts.node("ArrayFeatureExtractor", mlDomain, []string{all.name, s.constant(elemInt64, at...)}, []string{"X"})
	return picked
}

// row draws a row whose numbers lie where X passes the thresholds of trees.
func (s *steps) row(x matrix, e *ensemble.Ensemble) []any {
	row := make([]any, len(s.raw))
	for f := range s.raw {
		switch of := &s.raw[f]; {
		case of.elem == elemString:
			row[f] = append([]string{"strange", ""}, of.levels...)[s.r.IntN(2+len(of.levels))]
		case of.keys != nil:
			row[f] = append([]float64{1, math.NaN()}, of.keys...)[s.r.IntN(2+len(of.keys))]
		case of.elem == elemInt64:
			row[f] = float64(s.r.IntN(7) - 3)
		default:
			row[f] = s.r.NormFloat64()
			if s.r.IntN(8) == 0 {
				row[f] = math.NaN()
			}
		}
	}
	for k, f := range x.from {
		if elem := s.raw[f].elem; (elem == elemFloat || elem == elemDouble) && s.raw[f].keys == nil && s.r.IntN(2) == 0 {
			threshold, lo, hi := e.Next(s.r.Float64()), -9.0, 9.0
			if t := &e.Trees[s.r.IntN(len(e.Trees))]; len(t.Splits) > 0 {
				threshold = t.Splits[s.r.IntN(len(t.Splits))].Threshold
			}
			for range 60 { // as near as floats are
				row[f] = lo + (hi-lo)/2
				if x.of[k](row) <= threshold {
					lo = row[f].(float64)
				} else {
					hi = row[f].(float64)
				}
			}
			row[f] = []float64{lo, hi, single32(lo), single32(hi)}[s.r.IntN(4)]
		}
	}
	return row
}

// Trees behind operators predict for a row what they predict for the matrix that the operators make of
// it.
func TestPipelines(t *testing.T) {
	read1, refused := 0, 0
	for i := range 400 {
		r := seed.At(40, i)
		double := r.IntN(2) == 0
		floats := double && r.IntN(3) == 0
		e := ensembletest.Random(r, ensembletest.Shape{Features: 1 + r.IntN(5), Trees: 3 + r.IntN(4), Depth: 1 + r.IntN(4), Cuts: 7, Classes: 2 + r.IntN(2), Single: !double || floats})
		e.Base = make([]float64, e.Outputs)
		s := &steps{r: r, double: double}
		x := s.draw(e.Features)
		plain := formattest.Model(t, read, (&older{e: e, double: double, floats: floats}).write())
		got, err := read((&older{e: e, double: double, floats: floats, before: s}).write())
		if err != nil {
			if !errors.Is(err, errors.ErrUnsupported) && !strings.Contains(err.Error(), "neither a number nor a category") {
				t.Fatalf("model %d: %v", i, err)
			}
			refused++
			continue
		}
		read1++
		a, b := make([]float64, plain.Outputs), make([]float64, got.Outputs)
		for range 60 {
			row := s.row(x, e)
			whole, in := make([]float64, len(x.of)), []float64{}
			for k, of := range x.of {
				whole[k] = of(row)
			}
			for f, v := range row {
				at := len(in)
				if got.Schema.Features != nil && (at == got.Features || got.Schema.Features[at] != s.raw[f].name) {
					continue // the trees read nothing of it
				}
				value, _ := v.(float64)
				if got.Categorical(at) {
					value = math.NaN()
					if single, ok := v.(float64); ok {
						v = float32(single)
					}
					if v == v && got.Columns[at].Others {
						value = column.Other
					}
					if code, known := got.Columns[at].Code(fmt.Sprint(v)); known {
						value = float64(code)
					}
				}
				in = append(in, value)
			}
			plain.Margins(plain.Rounded(whole), a)
			got.Margins(got.Rounded(in), b)
			if !slices.Equal(a, b) {
				t.Fatalf("model %d: row %v, to the trees %v: %v, want %v", i, row, whole, b, a)
			}
		}
	}
	if read1 < 10*refused {
		t.Errorf("%d pipelines are read, %d refused", read1, refused)
	}
}

// Operators that would not be read exactly are refused by name.
func TestPipelinesRefused(t *testing.T) {
	e := ensembletest.Random(seed.At(42), ensembletest.Shape{Features: 1, Trees: 2, Depth: 2, Cuts: 3, Single: true})
	number := func(s *steps) string { return s.input(elemFloat, 1, nil).name }
	text := func(s *steps) string { return s.input(elemString, 1, nil).name }
	for want, draw := range map[string]func(s *steps) string{
		"operator Normalizer makes of the input": func(s *steps) string { return s.then("Normalizer", []string{number(s)}) },
		"(x - 0) * -1 does not keep the order": func(s *steps) string {
			return s.then("Scaler", []string{number(s)}, floatsAttribute("offset", 0), floatsAttribute("scale", -1))
		},
		"operator Mul: with 0 does not keep the order": func(s *steps) string { return s.then("Mul", []string{number(s), s.constant(elemFloat, 0)}) },
		"operator Sub: of a constant":                  func(s *steps) string { return s.then("Sub", []string{s.constant(elemFloat, 1), number(s)}) },
		"operator Add: with something else than constants": func(s *steps) string {
			return s.then("Add", []string{number(s), number(s)})
		},
		"others than missing numbers": func(s *steps) string {
			return s.then("Imputer", []string{number(s)}, floatsAttribute("imputed_value_floats", 1), floatAttribute("replaced_value_float", 9))
		},
		"any number of columns": func(s *steps) string {
			name := s.then("Sub", []string{"wide", s.constant(elemFloat, 1)})
			s.inputs.bytes(11, valueInfo("wide", elemFloat, 0))
			return name
		},
		"makes elements of type 1 of those of type 8": func(s *steps) string {
			return s.then("Flatten", []string{s.then("Cast", []string{text(s)}, intAttribute("to", elemFloat))})
		},
		"OneHotEncoder: has no categories": func(s *steps) string { return s.then("OneHotEncoder", []string{text(s)}) },
		"they read no rows": func(s *steps) string {
			return s.then("OneHotEncoder", []string{text(s)}, stringsAttribute("cats_strings", []string{"a"}))
		},
		"Scaler before an encoder": func(s *steps) string {
			scaled := s.then("Scaler", []string{number(s)}, floatsAttribute("offset", 0), floatsAttribute("scale", 1))
			return s.then("LabelEncoder", []string{scaled}, intsAttribute("keys_int64s", []int64{1, 2}), floatsAttribute("values_floats", 0, 1))
		},
		"Cast: cuts numbers off": func(s *steps) string {
			return s.then("Flatten", []string{s.then("Cast", []string{number(s)}, intAttribute("to", elemInt64))})
		},
		"makes elements of type 6 of those of type 1": func(s *steps) string { return s.then("Cast", []string{number(s)}, intAttribute("to", elemInt32)) },
		`OneHotEncoder: has level "a" twice`: func(s *steps) string {
			blocks := s.then("OneHotEncoder", []string{text(s)}, stringsAttribute("cats_strings", []string{"a", "b", "a"}))
			return s.then("Flatten", []string{blocks})
		},
		"form a circle": func(s *steps) string {
			s.parts.node("Sub", "", []string{"circle", s.constant(elemFloat, 1)}, []string{"circle"})
			return "circle"
		},
	} {
		s := &steps{r: seed.At(43)}
		s.parts.node("Identity", "", []string{draw(s)}, []string{"X"})
		if _, err := read((&older{e: e, before: s}).write()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
