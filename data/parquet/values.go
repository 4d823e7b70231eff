package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/parquet-go/parquet-go/format"
)

// value is a value in the plain encoding, without the length of a text, or nil for null. It is
// valid until the next one is asked for.
type value []byte

// source yields the values of a page that are not null, one after another.
type source func() (value, error)

// kind is how values are stored.
type kind struct {
	format.Type
	length int // of values of fixed length
}

// width returns how many bytes a value takes, 0 for texts, whose lengths differ, and booleans.
func (k kind) width() int {
	switch k.Type {
	case format.Int32, format.Float:
		return 4
	case format.Int64, format.Double:
		return 8
	case format.Int96:
		return 12
	case format.FixedLenByteArray:
		return k.length
	}
	return 0
}

// errPage is about a page that is not what its header says.
var errPage = errors.New("a page is damaged")

// source returns the values of a page, at most most:
// https://parquet.apache.org/docs/file-format/data-pages/encodings/.
func (k kind) source(encoding format.Encoding, data []byte, most int, dictionary []value) (source, error) {
	switch encoding {
	case format.Plain:
		return k.plain(data), nil
	//lint:ignore SA1019 earlier writers have it
	case format.PlainDictionary, format.RLEDictionary:
		return chosen(data, dictionary), nil
	case format.RLE:
		if k.Type == format.Boolean && len(data) >= 4 { // its length
			return flags(&runs{rest: data[4:], width: 1}), nil
		}
	case format.DeltaBinaryPacked:
		if k.Type == format.Int32 || k.Type == format.Int64 {
			return k.differences(data, most)
		}
	case format.DeltaLengthByteArray:
		if k.Type == format.ByteArray {
			return lengths(data, most)
		}
	case format.DeltaByteArray:
		if k.Type == format.ByteArray || k.Type == format.FixedLenByteArray {
			return prefixes(data, most)
		}
	case format.ByteStreamSplit:
		if k.width() > 0 {
			return k.split(data), nil
		}
	}
	return nil, fmt.Errorf("values of type %s in the encoding %s are not read; write the file with other settings", k, encoding)
}

// plain yields values that are stored one after another.
func (k kind) plain(data []byte) source {
	switch k.Type {
	case format.Boolean:
		return flags(&runs{packed: data, width: 1, left: 8 * len(data)})
	case format.ByteArray:
		return func() (value, error) {
			if len(data) < 4 {
				return nil, errPage
			}
			size := int64(binary.LittleEndian.Uint32(data))
			data = data[4:]
			return cut(&data, size)
		}
	}
	return func() (value, error) { return cut(&data, int64(k.width())) }
}

// cut takes a value off the front of data.
func cut(data *[]byte, size int64) (value, error) {
	if size > int64(len(*data)) {
		return nil, errPage
	}
	v := (*data)[:size:size]
	*data = (*data)[size:]
	return v, nil
}

// flags yields false and true for bits of 0 and 1.
func flags(bits *runs) source {
	of := [2]value{{0}, {1}}
	return func() (value, error) {
		bit, err := bits.next()
		return of[bit&1], err
	}
}

// chosen yields values of a dictionary by their places in it.
func chosen(data []byte, dictionary []value) source {
	places := &runs{}
	if len(data) > 0 && data[0] <= 32 {
		places = &runs{rest: data[1:], width: int(data[0])}
	}
	return func() (value, error) {
		place, err := places.next()
		if err != nil || place >= uint64(len(dictionary)) {
			return nil, errPage
		}
		return dictionary[place], nil
	}
}

// differences yields whole numbers that are stored as differences.
func (k kind) differences(data []byte, most int) (source, error) {
	numbers, _, err := deltas(data, most)
	var plain [8]byte
	return func() (value, error) {
		if len(numbers) == 0 {
			return nil, errPage
		}
		binary.LittleEndian.PutUint64(plain[:], numbers[0])
		numbers = numbers[1:]
		return plain[:k.width()], nil
	}, err
}

// lengths yields texts whose lengths are all stored before them.
func lengths(data []byte, most int) (source, error) {
	lengths, data, err := deltas(data, most)
	return func() (value, error) {
		if len(lengths) == 0 {
			return nil, errPage
		}
		size := lengths[0]
		lengths = lengths[1:]
		if size > uint64(len(data)) {
			return nil, errPage
		}
		return cut(&data, int64(size))
	}, err
}

// prefixes yields texts that are stored without the start that they share with the one before.
func prefixes(data []byte, most int) (source, error) {
	shared, data, err := deltas(data, most)
	if err != nil {
		return nil, err
	}
	rests, err := lengths(data, most)
	last := value{}
	return func() (value, error) {
		rest, err := rests()
		if err != nil || len(shared) == 0 || shared[0] > uint64(len(last)) {
			return nil, errPage
		}
		last = append(last[:shared[0]], rest...)
		shared = shared[1:]
		return last, nil
	}, err
}

// split yields values whose first bytes are stored together, then the second ones, and so on.
func (k kind) split(data []byte) source {
	count := len(data) / k.width()
	v, i := make(value, k.width()), 0
	return func() (value, error) {
		if i == count {
			return nil, errPage
		}
		for b := range v {
			v[b] = data[b*count+i]
		}
		i++
		return v, nil
	}
}
