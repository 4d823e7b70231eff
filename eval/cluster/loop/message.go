package loop

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"encoding/hex"
	"hash"
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/data/moved"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Setting is what does not change from round to round.
type Setting struct {
	Loop   string // name of the attack
	Search method.Settings
	Eps    float64 // radius of [advboost.InBallAttack], in the norm
	Reach  float64 // largest distance of examples that are trained on, in the norm

	Norm        attack.Norm
	Constraints *attack.Constraints
	Seed        uint64
	Rows        string // hash of the table's rows
	Features    int
}

// question is a share of the victims of a round.
type question struct {
	Setting
	From    int      // number of trees that the worker may have from earlier rounds
	Had     [32]byte // hash of these
	Has     [32]byte // hash of all trees
	Model   []byte   // the other trees, as a model file
	Blob    string   // hash of that file if it is too large for the message
	Victims []victim

	blob []byte // that file, which is not sent with the message
}

// answer holds what was found for the victims, in their order.
type answer struct {
	Unknown bool // the worker does not have the earlier trees
	Lost    bool // the queue has lost what the question names by its hash
	Results []result
}

// cells are [moved.Cells] in a form that preserves all bits: gob drops the sign of a zero in a
// struct field.
type cells struct {
	Some     bool
	Features []int
	Values   []float64
}

func pack(m moved.Cells) cells {
	c := cells{Some: m != nil}
	for _, cell := range m {
		c.Features, c.Values = append(c.Features, cell.Feature), append(c.Values, cell.Value)
	}
	return c
}

func (c *cells) unpack() moved.Cells {
	if !c.Some {
		return nil
	}
	m := make(moved.Cells, len(c.Features))
	for i, f := range c.Features {
		m[i] = moved.Cell{Feature: f, Value: c.Values[i]}
	}
	return m
}

// victim is an [attack.Victim] encoded relative to the table.
type victim struct {
	Row, Label int
	X          cells // where it differs from the row of the table
	Margins    []float64
	Start      cells
	Fresh      bool
}

// result is an [attack.Result] encoded relative to its victim.
type result struct {
	attack.Result
	Example cells     // where the example differs from the victim
	Numbers []float64 // distance and lower bound
}

// of packs a result for the row that was attacked.
func (p *result) of(r *attack.Result) {
	p.Result = *r
	p.Numbers = []float64{r.Distance, r.LowerBound}
	p.Example = pack(r.Moved)
	p.Example.Some = r.Example != nil
	p.Result.Example, p.Result.Moved = nil, nil
}

// unpack returns a result for a victim.
func (p *result) unpack(v *attack.Victim) attack.Result {
	r := p.Result
	r.Distance, r.LowerBound = p.Numbers[0], p.Numbers[1]
	if r.Moved = p.Example.unpack(); r.Moved != nil {
		r.Example = r.Moved.Of(v.X)
	}
	return r
}

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(v)
	return b.Bytes(), err
}

func decode(text []byte, v any) error { return gob.NewDecoder(bytes.NewReader(text)).Decode(v) }

// chain returns the hashes of all prefixes of trees: of none, of the first, and so on.
func chain(trees []ensemble.Tree) [][32]byte {
	h := sha256.New()
	hashes := make([][32]byte, 1, len(trees)+1)
	h.Sum(hashes[0][:0])
	for i := range trees {
		sumTree(h, &trees[i])
		var sum [32]byte
		h.Sum(sum[:0])
		hashes = append(hashes, sum)
	}
	return hashes
}

// sumTree adds a tree to a hash.
func sumTree(h hash.Hash, t *ensemble.Tree) {
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(t.Splits)))
	b = binary.LittleEndian.AppendUint64(b, uint64(t.Output))
	for i := range t.Splits {
		s := &t.Splits[i]
		b = binary.LittleEndian.AppendUint32(b, uint32(s.Feature))
		b = binary.LittleEndian.AppendUint32(b, uint32(s.Left))
		b = binary.LittleEndian.AppendUint32(b, uint32(s.Right))
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(s.Threshold))
		b = append(b, flag(s.DefaultLeft), flag(s.Set != nil))
		if s.Set != nil {
			b = append(b, flag(s.Set.Right))
			b = binary.LittleEndian.AppendUint32(b, uint32(len(s.Set.Levels)))
			for _, level := range s.Set.Levels {
				b = binary.LittleEndian.AppendUint32(b, uint32(level))
			}
		}
	}
	for _, v := range t.Leaves {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	h.Write(b)
}

func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// sum returns the SHA-256 of bytes in hexadecimal.
func sum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}
