package parquet

import (
	"encoding/binary"
	"math"
	"math/big"
	"strconv"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/hardwood-ml/hardwood/data/column"
)

// decoder makes a number of a value that is not null.
type decoder func(v parquet.Value) float64

// decoderOf returns what reads the values of a type as numbers, nil if nothing does,
// and whether they are dates: https://parquet.apache.org/docs/file-format/types/.
func decoderOf(t parquet.Type) (number decoder, dates bool) {
	logical := &format.LogicalType{}
	if l := t.LogicalType(); l != nil {
		logical = l
	}
	switch kind := t.Kind(); kind {
	case parquet.Boolean:
		return func(v parquet.Value) float64 {
			if v.Boolean() {
				return 1
			}
			return 0
		}, false
	case parquet.Float:
		return func(v parquet.Value) float64 { return float64(v.Float()) }, false
	case parquet.Double:
		return parquet.Value.Double, false
	case parquet.Int96:
		return julianDays, true
	case parquet.Int32, parquet.Int64:
		return integers(kind, logical)
	case parquet.ByteArray, parquet.FixedLenByteArray:
		if decimal, is := logical.Value.(*format.DecimalType); is {
			return func(v parquet.Value) float64 { return decimalOf(v.ByteArray(), int(decimal.Scale)) }, false
		}
	}
	return nil, false
}

// integers reads integers, and what is stored as such.
func integers(kind parquet.Kind, logical *format.LogicalType) (number decoder, dates bool) {
	whole := func(v parquet.Value) int64 { return v.Int64() }
	if kind == parquet.Int32 {
		whole = func(v parquet.Value) int64 { return int64(v.Int32()) }
	}
	plain := func(v parquet.Value) float64 { return float64(whole(v)) }
	switch t := logical.Value.(type) {
	case *format.IntType:
		switch {
		case t.IsSigned:
		case kind == parquet.Int32:
			return func(v parquet.Value) float64 { return float64(v.Uint32()) }, false
		default:
			return func(v parquet.Value) float64 { return float64(v.Uint64()) }, false
		}
	case *format.DecimalType:
		divisor := math.Pow10(int(t.Scale))
		return func(v parquet.Value) float64 { return float64(whole(v)) / divisor }, false
	case *format.DateType:
		return plain, true
	case *format.TimestampType:
		unit := t.Unit.Value.Duration()
		perSecond := int64(time.Second / unit)
		return func(v parquet.Value) float64 {
			return column.Days(time.Unix(whole(v)/perSecond, whole(v)%perSecond*int64(unit)).UTC())
		}, true
	}
	return plain, false
}

// digitsOf returns what writes the values of a type that holds whole numbers, else nil.
func digitsOf(t parquet.Type) func(v parquet.Value) string {
	signed := true
	if logical := t.LogicalType(); logical != nil {
		of, is := logical.Value.(*format.IntType)
		if logical.Value != nil && !is {
			return nil // a date, or a decimal
		}
		signed = !is || of.IsSigned
	}
	switch kind := t.Kind(); {
	case kind == parquet.Int32 && signed:
		return func(v parquet.Value) string { return strconv.FormatInt(int64(v.Int32()), 10) }
	case kind == parquet.Int32:
		return func(v parquet.Value) string { return strconv.FormatUint(uint64(v.Uint32()), 10) }
	case kind == parquet.Int64 && signed:
		return func(v parquet.Value) string { return strconv.FormatInt(v.Int64(), 10) }
	case kind == parquet.Int64:
		return func(v parquet.Value) string { return strconv.FormatUint(v.Uint64(), 10) }
	}
	return nil
}

// julianDays reads the timestamps of Impala and of earlier versions of Spark:
// nanoseconds of a day, and the day, counted as astronomers do.
func julianDays(v parquet.Value) float64 {
	const epoch = 2440588 // 1970-01-01
	at := v.Int96()
	return column.Days(time.Unix((int64(at[2])-epoch)*24*60*60, int64(uint64(at[1])<<32|uint64(at[0]))).UTC())
}

// decimalOf reads a whole number of any size, the highest byte first, with so many
// digits behind the point.
func decimalOf(bytes []byte, scale int) float64 {
	unscaled := new(big.Int).SetBytes(bytes)
	if len(bytes) > 0 && bytes[0]&0x80 != 0 { // two's complement
		unscaled.Sub(unscaled, new(big.Int).Lsh(big.NewInt(1), uint(8*len(bytes))))
	}
	number, _ := strconv.ParseFloat(unscaled.String()+"e"+strconv.Itoa(-scale), 64)
	return number
}

// half reads a number of 16 bits, as pandas and numpy write it: a sign, five bits of an
// exponent, ten of a fraction, the lowest byte first.
func half(v parquet.Value) float64 {
	bits := binary.LittleEndian.Uint16(v.ByteArray())
	exponent, fraction := int(bits>>10&0x1f), float64(bits&0x3ff)
	var size float64
	switch exponent {
	case 0:
		size = math.Ldexp(fraction, -24)
	case 0x1f:
		size = math.Inf(1)
		if fraction != 0 {
			return math.NaN()
		}
	default:
		size = math.Ldexp(fraction+0x400, exponent-25)
	}
	return math.Copysign(size, float64(1-2*int(bits>>15)))
}
