package onnx

import (
	"errors"
	"fmt"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// The messages of an ONNX file, as far as they are read. Field numbers are those of onnx.proto.

type model struct {
	producer, version string
	graph             graph
	metadata          map[string]string
}

type graph struct {
	nodes   []node
	tensors map[string]*tensor // initialisers
	inputs  []input
}

type input struct {
	name  string
	elem  int64
	width int64 // of the last dimension, 0 if open
}

type node struct {
	op, domain      string
	inputs, outputs []string
	attributes      map[string]*attribute
}

type attribute struct {
	i       int64
	f       float32
	s       string
	tensor  *tensor
	ints    []int64
	floats  []float32
	strings []string
}

// The types of elements.
const (
	elemFloat  = 1
	elemUint8  = 2
	elemInt32  = 6
	elemInt64  = 7
	elemString = 8
	elemDouble = 11
)

// field is a field of a message: a number or some bytes.
type field struct {
	number protowire.Number
	kind   protowire.Type
	varint uint64 // or the bits of a fixed-size number
	bytes  []byte
}

// fields calls f with each field of a message.
func fields(message []byte, f func(field) error) error {
	for len(message) > 0 {
		number, kind, n := protowire.ConsumeTag(message)
		if n < 0 {
			return errors.New("damaged: not a field of a message")
		}
		message = message[n:]
		of := field{number: number, kind: kind}
		switch kind {
		case protowire.VarintType:
			of.varint, n = protowire.ConsumeVarint(message)
		case protowire.Fixed32Type:
			var v uint32
			v, n = protowire.ConsumeFixed32(message)
			of.varint = uint64(v)
		case protowire.Fixed64Type:
			of.varint, n = protowire.ConsumeFixed64(message)
		case protowire.BytesType:
			of.bytes, n = protowire.ConsumeBytes(message)
		default:
			return fmt.Errorf("damaged: field %d is of kind %d", number, kind)
		}
		if n < 0 {
			return fmt.Errorf("damaged: field %d ends early", number)
		}
		message = message[n:]
		if err := f(of); err != nil {
			return err
		}
	}
	return nil
}

// parse reads a file.
func parse(file []byte) (*model, error) {
	m := &model{metadata: map[string]string{}}
	err := fields(file, func(f field) error {
		switch f.number {
		case 2:
			m.producer = string(f.bytes)
		case 3:
			m.version = string(f.bytes)
		case 7:
			return m.graph.parse(f.bytes)
		case 14:
			var entry [3]string
			err := fields(f.bytes, func(f field) error {
				if f.number < 3 {
					entry[f.number] = string(f.bytes)
				}
				return nil
			})
			m.metadata[entry[1]] = entry[2]
			return err
		}
		return nil
	})
	return m, err
}

func (g *graph) parse(message []byte) error {
	g.tensors = map[string]*tensor{}
	return fields(message, func(f field) error {
		switch f.number {
		case 1:
			n := node{attributes: map[string]*attribute{}}
			err := n.parse(f.bytes)
			g.nodes = append(g.nodes, n)
			return err
		case 5:
			t, err := parseTensor(f.bytes)
			g.tensors[t.name] = t
			return err
		case 11:
			var in input
			err := in.parse(f.bytes)
			g.inputs = append(g.inputs, in)
			return err
		}
		return nil
	})
}

func (n *node) parse(message []byte) error {
	return fields(message, func(f field) error {
		switch f.number {
		case 1:
			n.inputs = append(n.inputs, string(f.bytes))
		case 2:
			n.outputs = append(n.outputs, string(f.bytes))
		case 4:
			n.op = string(f.bytes)
		case 5:
			a, name := &attribute{}, ""
			err := a.parse(f.bytes, &name)
			n.attributes[name] = a
			return err
		case 7:
			n.domain = string(f.bytes)
		}
		return nil
	})
}

func (a *attribute) parse(message []byte, name *string) error {
	return fields(message, func(f field) (err error) {
		switch f.number {
		case 1:
			*name = string(f.bytes)
		case 2:
			a.f = math.Float32frombits(uint32(f.varint))
		case 3:
			a.i = int64(f.varint)
		case 4:
			a.s = string(f.bytes)
		case 5:
			a.tensor, err = parseTensor(f.bytes)
		case 7:
			err = f.numbers(4, func(bits uint64) { a.floats = append(a.floats, math.Float32frombits(uint32(bits))) })
		case 8:
			err = f.numbers(0, func(bits uint64) { a.ints = append(a.ints, int64(bits)) })
		case 9:
			a.strings = append(a.strings, string(f.bytes))
		}
		return err
	})
}

func (in *input) parse(message []byte) error {
	inside := func(number protowire.Number, then func([]byte) error) func(field) error {
		return func(f field) error {
			if f.number != number {
				return nil
			}
			return then(f.bytes)
		}
	}
	dimension := func(b []byte) error {
		in.width = 0
		return fields(b, func(f field) error {
			if f.number == 1 {
				in.width = int64(f.varint)
			}
			return nil
		})
	}
	tensorType := func(b []byte) error {
		return fields(b, func(f field) error {
			switch f.number {
			case 1:
				in.elem = int64(f.varint)
			case 2:
				return fields(f.bytes, inside(1, dimension))
			}
			return nil
		})
	}
	return fields(message, func(f field) error {
		switch f.number {
		case 1:
			in.name = string(f.bytes)
		case 2:
			return fields(f.bytes, inside(1, tensorType))
		}
		return nil
	})
}
