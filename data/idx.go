package data

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
)

// IDX is the format of MNIST: two zero bytes, a type, the number of
// dimensions, their sizes, and the values, all big-endian.

// idxFile is an IDX file after its header.
type idxFile struct {
	io.Closer
	content *bufio.Reader
	name    string
	value   idxType
	sizes   []int
}

// idxType is how a value is stored.
type idxType struct {
	bytes int
	get   func(b []byte) float64
}

var idxTypes = map[byte]idxType{
	0x08: {1, func(b []byte) float64 { return float64(b[0]) }},
	0x09: {1, func(b []byte) float64 { return float64(int8(b[0])) }},
	0x0b: {2, func(b []byte) float64 { return float64(int16(binary.BigEndian.Uint16(b))) }},
	0x0c: {4, func(b []byte) float64 { return float64(int32(binary.BigEndian.Uint32(b))) }},
	0x0d: {4, func(b []byte) float64 { return float64(math.Float32frombits(binary.BigEndian.Uint32(b))) }},
	0x0e: {8, func(b []byte) float64 { return math.Float64frombits(binary.BigEndian.Uint64(b)) }},
}

func sniffIDX(head []byte) bool {
	return len(head) >= 4 && head[0] == 0 && head[1] == 0 && idxTypes[head[2]].bytes > 0 && head[3] > 0
}

// openIDXFile reads the header of an IDX file.
func openIDXFile(in *Input) (_ *idxFile, err error) {
	content, err := in.Open()
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			content.Close()
		}
	}()
	f := &idxFile{Closer: content, content: bufio.NewReaderSize(content, 1<<16), name: in.Name}
	var magic [4]byte
	if _, err := io.ReadFull(f.content, magic[:]); err != nil {
		return nil, f.fault("ends within its header")
	}
	if !sniffIDX(magic[:]) {
		return nil, f.fault("does not start as an IDX file")
	}
	f.value = idxTypes[magic[2]]
	for range magic[3] {
		var size [4]byte
		if _, err := io.ReadFull(f.content, size[:]); err != nil {
			return nil, f.fault("ends within its header")
		}
		n := binary.BigEndian.Uint32(size[:])
		if uint64(n) > math.MaxInt {
			return nil, f.fault("a size of %d is more than a program of 32 bits can hold", n)
		}
		f.sizes = append(f.sizes, int(n))
	}
	return f, nil
}

func (f *idxFile) fault(format string, args ...any) error {
	return &Error{Source: f.name, Err: fmt.Errorf(format, args...)}
}

// idxReader reads images and their labels side by side.
type idxReader struct {
	images, labels *idxFile // labels is nil without labels
	row, rows      int
	image, label   []byte // buffers
}

func openIDX(in *Input, o *Options) (h Header, r Reader, err error) {
	images, err := openIDXFile(in)
	if err != nil {
		return h, nil, err
	}
	d := &idxReader{images: images}
	defer func() {
		if err != nil {
			d.Close()
		}
	}()
	if len(images.sizes) == 1 {
		return h, nil, errors.New("holds one number per row; give the file of the images, and the labels are found beside it")
	}
	cols := 1
	for _, n := range images.sizes[1:] {
		if n == 0 || cols > maxRowBytes/n {
			return h, nil, fmt.Errorf("rows of size %v", images.sizes[1:])
		}
		cols *= n
	}
	d.rows = images.sizes[0]
	width := cols * images.value.bytes
	if int64(width) > in.Limit() {
		return h, nil, fmt.Errorf("ends within its first row of %d bytes", width)
	}
	d.image = make([]byte, width)
	if !o.Unlabelled {
		if err := d.openLabels(in, o); err != nil {
			return h, nil, err
		}
	}
	h = Header{Features: numbered(1, cols), Labelled: d.labels != nil}
	if len(images.sizes) == 3 {
		h.Image = Shape{Width: images.sizes[2], Height: images.sizes[1]}
		if images.value.bytes == 1 {
			h.Image.White = 255
		}
	}
	h.Rows = int(min(int64(d.rows), in.Size*64/int64(width)+1)) // compressed sizes tell little
	return h, d, nil
}

const maxRowBytes = 1 << 28

// openLabels opens the labels that belong to the images, if there are any.
func (d *idxReader) openLabels(in *Input, o *Options) error {
	name := o.LabelsFile
	if name == "" {
		if name = labelsBeside(in.Name); name == "" {
			if o.LabelOptional {
				return nil
			}
			return errors.New("no labels file beside it; name images ...images-idx3... and labels ...labels-idx1..., or name the file by Options.LabelsFile")
		}
	}
	file, err := find(in.ctx, name)
	if err != nil {
		return err
	}
	if d.labels, err = openIDXFile(file); err != nil {
		return err
	}
	switch {
	case len(d.labels.sizes) != 1:
		return d.labels.fault("is not a labels file, it has %d dimensions", len(d.labels.sizes))
	case d.labels.sizes[0] != d.rows:
		return d.labels.fault("holds %d labels for the %d rows of %s", d.labels.sizes[0], d.rows, in.Name)
	}
	d.label = make([]byte, d.labels.value.bytes)
	return nil
}

// labelsBeside returns the labels file of an images file, "" if it is absent.
func labelsBeside(images string) string {
	bare := unpackedName(images)
	i := strings.LastIndex(bare, "images")
	if i < 0 {
		return ""
	}
	bare = bare[:i] + "labels" + strings.Replace(bare[i+len("images"):], "idx3", "idx1", 1)
	if exists(bare) {
		return bare
	}
	for _, extension := range Packings() {
		if exists(bare + extension) {
			return bare + extension
		}
	}
	return ""
}

// exists says whether there is a file of this name.
func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func (d *idxReader) Next(r *Record) error {
	if d.row == d.rows {
		return cmp.Or(d.images.end(), d.labels.end(), io.EOF)
	}
	if err := d.images.read(d.image, d.row, d.rows); err != nil {
		return err
	}
	size := d.images.value.bytes
	for f := range r.X {
		if r.X[f] = d.images.value.get(d.image[f*size:]); r.X[f] != r.X[f] {
			r.X[f] = math.NaN() // and none that stands for a word
		}
	}
	if d.labels != nil {
		if err := d.labels.read(d.label, d.row, d.rows); err != nil {
			return err
		}
		r.Label = strconv.FormatFloat(d.labels.value.get(d.label), 'g', -1, 64)
	}
	d.row++
	return nil
}

// read fills b with the values of a row.
func (f *idxFile) read(b []byte, row, rows int) error {
	_, err := io.ReadFull(f.content, b)
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return f.fault("ends after %d of its %d rows", row, rows)
	}
	return err
}

// end reports bytes after the last row.
func (f *idxFile) end() error {
	if f == nil {
		return nil
	}
	switch _, err := f.content.ReadByte(); err {
	case nil:
		return f.fault("goes on after the last of the rows that its header counts")
	case io.EOF:
		return nil
	default:
		return err
	}
}

func (d *idxReader) Close() error {
	if d.labels != nil {
		d.labels.Close()
	}
	return d.images.Close()
}
