package onnx

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// message is a message being written.
type message []byte

func (m *message) int(field protowire.Number, v int) {
	*m = protowire.AppendVarint(protowire.AppendTag(*m, field, protowire.VarintType), uint64(v))
}

func (m *message) bytes(field protowire.Number, b []byte) {
	*m = protowire.AppendBytes(protowire.AppendTag(*m, field, protowire.BytesType), b)
}

func (m *message) text(field protowire.Number, s string) { m.bytes(field, []byte(s)) }

// metadata adds a list of names to the metadata.
func (m *message) metadata(key string, names []string) {
	if names == nil {
		return
	}
	var text bytes.Buffer
	json.NewEncoder(&text).Encode(names) // cannot fail for texts
	m.entry(key, bytes.TrimSpace(text.Bytes()))
}

// entry adds a text to the metadata.
func (m *message) entry(key string, text []byte) {
	var entry message
	entry.text(1, key)
	entry.bytes(2, text)
	m.bytes(14, entry)
}

func intAttribute(name string, v int) []byte {
	var a message
	a.text(1, name)
	a.int(3, v)
	a.int(20, typeInt)
	return a
}

func intsAttribute(name string, values []int64) []byte {
	var a, packed message
	for _, v := range values {
		packed = protowire.AppendVarint(packed, uint64(v))
	}
	a.text(1, name)
	a.bytes(8, packed)
	a.int(20, typeInts)
	return a
}

func tensorAttribute(name string, t []byte) []byte {
	var a message
	a.text(1, name)
	a.bytes(5, t)
	a.int(20, typeTensor)
	return a
}

// tensorOf returns a tensor of one dimension.
func tensorOf(name string, elem int, values []float64) []byte {
	var t message
	t.int(1, len(values))
	t.int(2, elem)
	if name != "" {
		t.text(8, name)
	}
	var raw []byte
	for _, v := range values {
		switch elem {
		case elemUint8:
			raw = append(raw, byte(v))
		case elemFloat:
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(float32(v)))
		default:
			raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(v))
		}
	}
	t.bytes(9, raw)
	return t
}

func floats(values []int64) []float64 {
	f := make([]float64, len(values))
	for i, v := range values {
		f[i] = float64(v)
	}
	return f
}

// valueInfo names an input or output with any number of rows.
func valueInfo(name string, elem, width int) []byte {
	var rows, columns, shape, tensor, kind, info message
	rows.text(2, "N")
	columns.int(1, width)
	shape.bytes(1, rows)
	shape.bytes(1, columns)
	tensor.int(1, elem)
	tensor.bytes(2, shape)
	kind.bytes(1, tensor)
	info.text(1, name)
	info.bytes(2, kind)
	return info
}
