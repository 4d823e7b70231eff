package data

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data/moved"
)

// Format is a file format. Packages that hold one announce it with [Register]
// in their init function, and programs import them for that.
type Format struct {
	Name       string
	Extensions []string // with the dot, such as ".csv"

	// Sniff reports whether a file that starts with head is surely of the
	// format, whatever its extension; it may be nil.
	Sniff func(head []byte) bool

	// Open starts reading. It returns what precedes the rows, and may set options
	// that it had to find out, for the next time.
	Open func(in *Input, o *Options) (Header, Reader, error)
}

// Header is what is known before the rows.
type Header struct {
	Features []string
	Labelled bool
	Label    string    // name of the column of the labels, "" if there are no columns
	Classes  []string  // if the format declares them, in its order
	Doubts   []string  // see Found
	Ignored  []Ignored // see Found
	Rows     int       // to make room for, 0 if unknown
	Absent   bool      // see Found
	Image    Shape
	Sparse   *Sparse // if records hold only the cells that are there: what others hold, without rows; else nil
}

// Reader yields rows.
type Reader interface {
	// Next fills r, or returns io.EOF after the last row.
	Next(r *Record) error
	Close() error
}

// Record is one row on its way from a file into a table.
type Record struct {
	X     []float64   // to be filled, or replaced: one value per feature, NaN where missing
	Cells moved.Cells // to be appended to if Header.Sparse is not nil: those that are there, ascending
	Label string      // as it is written in the file
	Line  int         // the line of a text that the row starts on, else 0

	// Weight is the weight of the row in training, if Weighted.
	Weight   float64
	Weighted bool
}

// Register adds a format. A later one with the same name replaces it. Register panics if the
// format has no name or no Open.
func Register(f Format) {
	if f.Name == "" || f.Open == nil {
		panic(fmt.Sprintf("data: format %q has no name or no Open", f.Name))
	}
	formats = slices.DeleteFunc(formats, func(g Format) bool { return g.Name == f.Name })
	formats = append(formats, f)
}

// Formats returns the names of the formats that can be read.
func Formats() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	return names
}

var csvFormat = Format{Name: "csv", Extensions: []string{".csv", ".tsv"}, Open: openCSV}

var formats = []Format{
	csvFormat,
	{Name: "libsvm", Extensions: []string{".libsvm", ".svm", ".svmlight"}, Sniff: sniffLIBSVM, Open: openLIBSVM},
	{Name: "arff", Extensions: []string{".arff"}, Sniff: sniffARFF, Open: openARFF},
	{Name: "idx", Sniff: sniffIDX, Open: openIDX},
}

// withLabels are the formats whose rows hold their labels, so that a file of labels
// beside them is a mistake.
var withLabels = []string{"csv", "libsvm", "arff", "parquet"}

// formatOf returns the format that o names, or the first whose content is
// recognised, or the one of the extension, or else CSV.
func formatOf(in *Input, o *Options) (f Format, err error) {
	if o.Format != "" {
		f, _ = findFormat(func(f Format) bool { return f.Name == o.Format }) // checked
		return f, nil
	}
	head, err := in.head()
	if err != nil {
		return f, err
	}
	if f, ok := findFormat(func(f Format) bool { return f.Sniff != nil && f.Sniff(head) }); ok {
		return f, nil
	}
	if what := strange(head); what != "" {
		return f, errors.New(what)
	}
	name := unpackedName(strings.ToLower(in.Name))
	if f, ok := findFormat(func(f Format) bool { return slices.Contains(f.Extensions, filepath.Ext(name)) }); ok {
		return f, nil
	}
	if bytes.IndexByte(head, 0) >= 0 {
		return f, fmt.Errorf("neither a text nor of a known format (%s)", list(Formats()))
	}
	return csvFormat, nil
}

// beginnings are the first bytes of common files that are not read here, and what to do
// about them.
var beginnings = []struct{ bytes, advice string }{
	{"PAR1", "a Parquet file, and this program was built without package data/parquet"},
	{"\xff\xfe\x00\x00", "UTF-32: save it as UTF-8"},
	{"\xff\xfe", "UTF-16: Options.Encoding reads utf-16"},
	{"\xfe\xff", "UTF-16: Options.Encoding reads utf-16"},
	{"\x93NUMPY", "an array of numpy: write it with numpy.savetxt(..., delimiter=\",\")"},
	{"ARROW1", "an Arrow file: save the table as Parquet or CSV"},
	{"SQLite format 3", "an SQLite database: save the table as CSV"},
	{"version https://git-lfs", "a pointer of Git LFS in place of the file: git lfs pull fetches it"},
	{"<!DOCTYPE html", "an HTML page: a download that failed, perhaps"},
	{"<!doctype html", "an HTML page: a download that failed, perhaps"},
	{"<html", "an HTML page: a download that failed, perhaps"},
	{"<stata_dta>", "a file of Stata: save the table as CSV or Parquet"},
	{"$FL2", "a file of SPSS: save the table as CSV or Parquet"},
	{"\x80\x04\x95", "a pickle of Python: save the table as CSV or Parquet"},
	{"\x1f\x9d", "packed by the program compress: gzip -d unpacks it"},
}

// strange says what a file that starts with head is if it is not read here, "" if that
// is not known.
func strange(head []byte) string {
	for _, b := range beginnings {
		if bytes.HasPrefix(head, []byte(b.bytes)) {
			return b.advice
		}
	}
	if isJSON(head) {
		return "JSON, perhaps: save the table as CSV"
	}
	if withoutMark(head) {
		return "UTF-16: Options.Encoding reads utf-16"
	}
	return ""
}

// isJSON reports whether a text starts like an object or an array of JSON, however it is laid out: with
// a bracket, and then a text or a further bracket. A bracket alone on its line names no column either.
func isJSON(head []byte) bool {
	const blanks = " \t\r\n"
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), blanks)
	if len(head) == 0 {
		return false
	}
	next := bytes.TrimLeft(head[1:], blanks)
	within := "{["
	if head[0] == '{' {
		within = "\""
	} else if head[0] != '[' {
		return false
	}
	return len(next) > 0 && (strings.IndexByte(within, next[0]) >= 0 || bytes.ContainsAny(head[1:len(head)-len(next)], "\r\n"))
}

// withoutMark reports whether a text starts like UTF-16 without a byte order mark, in either
// byte order.
func withoutMark(head []byte) bool {
	if len(head) < 4 {
		return false
	}
	for low := range 2 {
		if high := 1 - low; head[low] >= ' ' && head[high] == 0 && head[2+low] >= ' ' && head[2+high] == 0 {
			return true
		}
	}
	return false
}

// findFormat returns the first format that fits.
func findFormat(fits func(f Format) bool) (Format, bool) {
	i := slices.IndexFunc(formats, fits)
	if i < 0 {
		return Format{}, false
	}
	return formats[i], true
}

// head returns the first bytes of the content.
func (in *Input) head() ([]byte, error) {
	r, err := in.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	head := make([]byte, 4096)
	n, err := io.ReadFull(r, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	return head[:n], nil
}
