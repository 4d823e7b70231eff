package data_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/data"
)

// utf16Of returns a text as little-endian UTF-16.
func utf16Of(text string) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(text)) {
		b.WriteByte(byte(u))
		b.WriteByte(byte(u >> 8))
	}
	return b.String()
}

// swapped returns a text with each two bytes in the other order.
func swapped(text string) string {
	b := []byte(text)
	for i := 0; i+1 < len(b); i += 2 {
		b[i], b[i+1] = b[i+1], b[i]
	}
	return string(b)
}

// zipped returns an archive of files.
func zipped(t *testing.T, files map[string]string) string {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, content := range files {
		f, err := z.Create(name)
		if err == nil {
			_, err = f.Write([]byte(content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestDialects: one table, written in many ways.
func TestDialects(t *testing.T) {
	const plain = "größe,farbe,label\n1.5,rot,a\n2,grün,b\n-3.25,rot,a\n"
	semicolons := strings.NewReplacer(",", ";", ".", ",").Replace(plain)
	latin := strings.NewReplacer("ö", "\xf6", "ß", "\xdf", "ü", "\xfc").Replace(plain)
	want := readTable(t, write(t, "a.csv", plain), data.Options{})
	for _, c := range []struct {
		name, content string
		options       data.Options
	}{
		{"utf-16 with a mark", "\xff\xfe" + utf16Of(plain), data.Options{Encoding: "utf-16"}},
		{"utf-16", utf16Of(plain), data.Options{Encoding: "utf-16"}},
		{"latin-1", latin, data.Options{Encoding: "latin-1"}},
		{"packed latin-1", string(pack(t, []byte(latin), "gzip")), data.Options{Encoding: "latin-1"}},
		{"decimal comma", semicolons, data.Options{DecimalComma: true}},
		{"decimal comma with tabs", strings.ReplaceAll(semicolons, ";", "\t"), data.Options{DecimalComma: true}},
		{"decimal comma in quotes", "größe,farbe,label\n\"1,5\",rot,a\n2,grün,b\n\"-3,25\",rot,a\n", data.Options{DecimalComma: true, Separator: ","}},
		{"decimal comma in quotes, as pandas writes it", "größe,farbe,label\n\"1,5\",rot,a\n2,grün,b\n\"-3,25\",rot,a\n", data.Options{DecimalComma: true}},
		{"utf-16 of the other order", swapped(utf16Of(plain)), data.Options{Encoding: "utf-16"}},
		{"utf-16 of the other order, with a mark", swapped("\xff\xfe" + utf16Of(plain)), data.Options{Encoding: "utf-16"}},
		{"pipes, said", strings.ReplaceAll(plain, ",", " | "), data.Options{Separator: "|"}},
		{"pipes", strings.ReplaceAll(plain, ",", "|"), data.Options{}},
		{"pipes behind a comment", "# of 2024, by hand\n\n" + strings.ReplaceAll(plain, ",", "|"), data.Options{Comment: "#"}},
		{"blanks, said", strings.NewReplacer(",", " \t ", "\n", "  \n  ").Replace("  " + plain), data.Options{Separator: "blank"}},
		{"blanks", strings.NewReplacer(",", "   ", "\n", "  \r\n  ").Replace("  " + plain), data.Options{}},
		{"blanks, and commas in numbers", strings.ReplaceAll(semicolons, ";", " "), data.Options{DecimalComma: true}},
		{"quotes as text, and none", plain, data.Options{NoQuotes: true}},
		{"comments", "# of 2024, by hand\n\n" + strings.Replace(plain, "2,", "# two\n2,", 1), data.Options{Comment: "#"}},
		{"commas at the end", strings.ReplaceAll(plain, "\n", ",\n"), data.Options{Label: "label"}},
		{"commas at the end of rows", strings.NewReplacer("a\n", "a,\n", "b\n", "b,\n").Replace(plain), data.Options{}},
		{"a comma at the end of names", strings.Replace(plain, "label\n", "label,\n", 1), data.Options{}},
		{"names of rows, as R writes them", "\"größe\" \"farbe\" \"label\"\n\"1\" 1.5 \"rot\" \"a\"\n\"2\" 2 \"grün\" \"b\"\n\"3\" -3.25 \"rot\" \"a\"\n", data.Options{Ignore: []string{"Unnamed: 0"}}},
		{"zip", zipped(t, map[string]string{"folder/a.csv": plain, "__MACOSX/._a.csv": "x"}), data.Options{}},
		{"arff", "@relation r\n@attribute größe numeric % of a\n@attribute farbe {rot, 'grün'} % and no other\n@attribute label {a,b}\n@data\n1.5,rot,a\n2,'grün',b % by hand\n-3.25,rot,a\n", data.Options{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := readTable(t, write(t, "a", c.content), c.options)
			if d := cmp.Diff(want.X, got.X); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(want.Y, got.Y); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff([]any{want.Features, want.Columns, want.Classes}, []any{got.Features, got.Columns, got.Classes}); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestNoQuotes: each cell is what stands between two separators, quotes and all.
func TestNoQuotes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for separator, said := range map[string]string{"\t": "", ";": "", " ": "blank"} {
		file := strings.Join([]string{"text", "x", "label"}, separator) + "\n"
		var cells []string
		for i := range 300 {
			cell := ""
			for range 1 + random.IntN(4) {
				cell += string(`"',a`[random.IntN(4)])
			}
			cells = append(cells, cell)
			file += strings.Join([]string{cell, fmt.Sprint(i % 7), "ab"[i%2 : i%2+1]}, separator) + "\n"
		}
		table, err := data.Read(t.Context(), write(t, "a.csv", file), data.Options{NoQuotes: true, Separator: said, Categorical: []string{"text"}})
		if err != nil {
			t.Fatal(err)
		}
		for i, cell := range cells {
			if got := table.Columns[0].Name(int32(table.At(i, 0))); got != cell {
				t.Fatalf("row %d between %q: %q, not %q", i, separator, got, cell)
			}
		}
	}
}

// TestZipOfMore: an archive of more than one file is no table.
func TestZipOfMore(t *testing.T) {
	path := write(t, "a.zip", zipped(t, map[string]string{"a.csv": "x,label\n1,a\n", "b.csv": "x,label\n1,a\n"}))
	_, err := data.Read(t.Context(), path, data.Options{})
	want := path + ": cannot be decompressed: a zip archive of 2 files, perhaps a spreadsheet or of numpy: unpack it, or save the table as CSV"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}
