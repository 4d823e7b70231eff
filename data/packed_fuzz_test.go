package data_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// FuzzPacked: a table that is packed, with a byte changed or cut off, is the same
// table, or an error in one line.
func FuzzPacked(f *testing.F) {
	for packing := range uint8(4) {
		for _, at := range []uint32{0, 2, 3, 4, 10, 14, 40, 60, 80} {
			f.Add([]byte("x,y,label\n1,2,a\n3,4,b\n"), packing, at, byte(0xff))
			f.Add([]byte("x,y,label\n1,2,a\n3,4,b\n"), packing, at, byte(0))
		}
	}
	path := filepath.Join(f.TempDir(), "a.csv")
	read := func(t *testing.T, content []byte) (*data.Table, error) {
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		return data.Read(t.Context(), path, data.Options{Format: "csv"})
	}
	f.Fuzz(func(t *testing.T, text []byte, packing uint8, at uint32, change byte) {
		want, refused := read(t, text)
		packed := packIn(t, text, packing)
		if got, err := read(t, packed); (err == nil) != (refused == nil) || err == nil && got.Hash() != want.Hash() {
			t.Errorf("packed it is read otherwise: %v and %v", err, refused)
		}
		if from := int(at) % len(packed); change == 0 {
			packed = packed[:from]
		} else {
			packed[from] ^= change
		}
		got, err := read(t, packed)
		var e *data.Error
		switch {
		case err == nil && bytes.HasPrefix(packed, packIn(t, text, packing)[:4]) && (refused != nil || got.Hash() != want.Hash()):
			t.Errorf("a damaged file is read as another table")
		case err != nil && (!errors.As(err, &e) || strings.ContainsAny(err.Error(), "\n\r")):
			t.Errorf("not one line with its source: %#v", err)
		}
	})
}

// packIn packs by gzip, Zstandard, xz or zip.
func packIn(t *testing.T, text []byte, packing uint8) []byte {
	switch packing % 4 {
	case 0:
		return pack(t, text, "gzip")
	case 1:
		return pack(t, text, "zstd")
	case 3:
		return pack(t, text, "xz")
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	w, err := z.Create("a.csv")
	if err == nil {
		_, err = w.Write(text)
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// FuzzDialect: whatever a text, its encoding, separator and comments, it is a
// consistent table or an error in one line.
func FuzzDialect(f *testing.F) {
	f.Add([]byte("\xff\xfex\x00;\x00y\x00\n\x001\x00;\x002\x00\n\x00"), "utf-16", ";", "", false)
	f.Add([]byte("\xd8\x00"), "utf-16", "", "", false)
	f.Add([]byte("h\xf6he;b;label\n1,5;2;ja\n2,5;3;nein\n"), "latin-1", ";", "#", true)
	f.Add([]byte("  1   2  a\n# no\n 3\t4  b\n"), "", "blank", "#", false)
	f.Add([]byte("1|2|a\n3|4|b\n"), "", "|", "\"", false)
	path := filepath.Join(f.TempDir(), "a.csv")
	f.Fuzz(func(t *testing.T, text []byte, encoding, separator, comment string, decimal bool) {
		o := data.Options{Format: "csv", Encoding: encoding, Separator: separator, Comment: comment, DecimalComma: decimal}
		if o.Check() != nil {
			return
		}
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
		table, err := data.Read(t.Context(), path, o)
		if err == nil {
			err = table.Validate()
		} else if e := (*data.Error)(nil); errors.As(err, &e) && !strings.ContainsAny(err.Error(), "\n\r") {
			err = nil
		}
		if err != nil {
			t.Errorf("%#v", err)
		}
	})
}
