package parquet

import (
	"encoding/binary"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go/format"

	"github.com/hardwood-ml/hardwood/data/column"
)

// decoder turns a value that is not null into a number.
type decoder func(v value) float64

func int32Of(v value) int64     { return int64(int32(binary.LittleEndian.Uint32(v))) }
func int64Of(v value) int64     { return int64(binary.LittleEndian.Uint64(v)) }
func doubleOf(v value) float64  { return math.Float64frombits(binary.LittleEndian.Uint64(v)) }
func floatOf(v value) float64   { return float64(math.Float32frombits(binary.LittleEndian.Uint32(v))) }
func booleanOf(v value) float64 { return float64(v[0]) }

// decoder returns the decoder of values, nil if they are not numbers, and whether they are
// dates: https://parquet.apache.org/docs/file-format/types/.
func (k kind) decoder(logical any) (number decoder, dates bool) {
	switch k.Type {
	case format.Boolean:
		return booleanOf, false
	case format.Float:
		return floatOf, false
	case format.Double:
		return doubleOf, false
	case format.Int96:
		return julianDays, true
	case format.Int32, format.Int64:
		return k.integers(logical)
	case format.ByteArray, format.FixedLenByteArray:
		switch t := logical.(type) {
		case *format.DecimalType:
			return func(v value) float64 { return decimalOf(v, int(t.Scale)) }, false
		case *format.Float16Type:
			if k == (kind{format.FixedLenByteArray, 2}) {
				return half, false
			}
		}
	}
	return nil, false
}

// integers is decoder for integers, and for what is stored as integers.
func (k kind) integers(logical any) (number decoder, dates bool) {
	whole := int64Of
	if k.Type == format.Int32 {
		whole = int32Of
	}
	plain := func(v value) float64 { return float64(whole(v)) }
	switch t := logical.(type) {
	case *format.IntType:
		switch {
		case t.IsSigned:
		case k.Type == format.Int32:
			return func(v value) float64 { return float64(uint32(int32Of(v))) }, false
		default:
			return func(v value) float64 { return float64(uint64(int64Of(v))) }, false
		}
	case *format.DecimalType:
		scale := int(t.Scale)
		divisor, powers := math.Pow10(scale), 0 <= scale && scale <= 22 // which have no error
		return func(v value) float64 {
			n := whole(v)
			if powers && -1<<53 <= n && n <= 1<<53 {
				return float64(n) / divisor
			}
			return scaled(strconv.FormatInt(n, 10), scale)
		}, false
	case *format.DateType:
		return plain, true
	case *format.TimestampType:
		unit := t.Unit.Value.Duration()
		perSecond := int64(time.Second / unit)
		return func(v value) float64 {
			return column.Days(time.Unix(whole(v)/perSecond, whole(v)%perSecond*int64(unit)).UTC())
		}, true
	}
	return plain, false
}

// hoursOf returns the decoder of times of day that are stored as numbers in a unit.
func hoursOf(number decoder, unit time.Duration) decoder {
	perSecond := int64(time.Second / unit)
	return func(v value) float64 {
		since := int64(number(v))
		return column.Hours(time.Unix(since/perSecond, since%perSecond*int64(unit)).UTC())
	}
}

// digits returns a function that writes whole numbers and decimals to the last digit, nil for other values.
func (k kind) digits(logical any) func(v value) string {
	of, integers := logical.(*format.IntType)
	if decimal, is := logical.(*format.DecimalType); is {
		return k.decimals(int(decimal.Scale))
	}
	if logical != nil && !integers {
		return nil // a date
	}
	signed := !integers || of.IsSigned
	switch {
	case k.Type == format.Int32 && signed:
		return func(v value) string { return strconv.FormatInt(int32Of(v), 10) }
	case k.Type == format.Int32:
		return func(v value) string { return strconv.FormatUint(uint64(uint32(int32Of(v))), 10) }
	case k.Type == format.Int64 && signed:
		return func(v value) string { return strconv.FormatInt(int64Of(v), 10) }
	case k.Type == format.Int64:
		return func(v value) string { return strconv.FormatUint(uint64(int64Of(v)), 10) }
	}
	return nil
}

// mostScale is how many digits after the point the longest decimals have, those of 256 bits.
const mostScale = 76

// decimals is digits for decimals.
func (k kind) decimals(scale int) func(v value) string {
	var unscaled func(v value) *big.Int
	switch {
	case scale < 0 || scale > mostScale:
		return nil
	case k.Type == format.Int32:
		unscaled = func(v value) *big.Int { return big.NewInt(int32Of(v)) }
	case k.Type == format.Int64:
		unscaled = func(v value) *big.Int { return big.NewInt(int64Of(v)) }
	case k.Type == format.ByteArray || k.Type == format.FixedLenByteArray:
		unscaled = func(v value) *big.Int { return unscaledOf(v) }
	default:
		return nil
	}
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil)
	return func(v value) string {
		digits := new(big.Rat).SetFrac(unscaled(v), power).FloatString(scale)
		if scale == 0 {
			return digits
		}
		return strings.TrimSuffix(strings.TrimRight(digits, "0"), ".")
	}
}

// julianDays reads the timestamps of Impala and of earlier versions of Spark:
// nanoseconds of a day, and the day, counted as astronomers do.
func julianDays(v value) float64 {
	const epoch = 2440588 // 1970-01-01
	return column.Days(time.Unix((int64(binary.LittleEndian.Uint32(v[8:]))-epoch)*24*60*60, int64Of(v)).UTC())
}

// decimalOf reads a big-endian whole number of any size, with scale digits after the
// decimal point.
func decimalOf(bytes []byte, scale int) float64 { return scaled(unscaledOf(bytes).String(), scale) }

// unscaledOf returns the digits of such a number.
func unscaledOf(bytes []byte) *big.Int {
	unscaled := new(big.Int).SetBytes(bytes)
	if len(bytes) > 0 && bytes[0]&0x80 != 0 { // two's complement
		unscaled.Sub(unscaled, new(big.Int).Lsh(big.NewInt(1), uint(8*len(bytes))))
	}
	return unscaled
}

// scaled returns a whole number with scale digits of it after the decimal point.
func scaled(digits string, scale int) float64 {
	number, _ := strconv.ParseFloat(digits+"e"+strconv.Itoa(-scale), 64)
	return number
}

// half reads a number of 16 bits, as pandas and numpy write it: a sign, five bits of an
// exponent, ten of a fraction, the lowest byte first.
func half(v value) float64 {
	bits := binary.LittleEndian.Uint16(v)
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
