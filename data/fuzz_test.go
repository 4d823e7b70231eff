package data_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// fuzz reads content as a file of the given format. Whatever it holds, Read
// must not panic, must allocate no more than a multiple of its size, and must
// return either a consistent table or an error in one line.
func fuzz(f *testing.F, format string, seeds ...string) {
	for _, s := range seeds {
		f.Add([]byte(s), byte(0))
		f.Add([]byte(s), byte(1))
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, content []byte, variant byte) {
		// Some of the options change how content is taken.
		o := data.Options{
			Format:        format,
			Unlabelled:    variant&1 != 0,
			NoMissing:     variant&2 != 0,
			Regression:    variant&4 != 0,
			LabelOptional: variant&8 != 0,
			Cols:          int(variant >> 6),
		}
		if variant&16 != 0 && !o.Unlabelled && !o.Regression {
			o.Keep = []string{"0", "1"}
		}
		path := filepath.Join(dir, "images")
		for _, name := range []string{path, filepath.Join(dir, "labels")} {
			if err := os.WriteFile(name, content, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		table, err := data.Read(t.Context(), path, o)
		runtime.ReadMemStats(&after)
		// Buffers, decompression windows and the room that small files get for
		// nothing make up the constant.
		if got, most := after.TotalAlloc-before.TotalAlloc, uint64(64<<20+4000*len(content)); got > most {
			t.Errorf("%d bytes allocated for %d", got, len(content))
		}
		if err != nil {
			var e *data.Error
			if !errors.As(err, &e) || strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("not one line with its source: %#v", err)
			}
			return
		}
		if err := table.Validate(); err != nil {
			t.Error(err)
		}
		if table.Rows == 0 {
			t.Error("no rows and no error")
		}
	})
}

func FuzzCSV(f *testing.F) {
	fuzz(f, "csv", "x,y,label\n1,2,a\n3,NA,b\n", "1;2;3\n\n\"4\";5;6\r\n", "1\t-inf\t1e999\n", "\ufeffa,label\n\"1\n", ",,,,\n,,,,\n",
		"a\tb\tc\nc\tx y\td\n\tmeta\tclass\n1\tx\t0\n2\ty\t1\n", "D#a,mS#b,cD#c\n1,x,0\n2,y,1\n", "1 2\ta\n3 4\tb\n",
		string(pack(f, []byte("1,2\n3,4\n"), "gzip")), string(pack(f, []byte("1,2\n3,4\n"), "zstd")))
}

func FuzzLIBSVM(f *testing.F) {
	fuzz(f, "libsvm", "1 1:2 3:4\n-1 2:0.5 # comment\n", "0 0:1\n1 5:nan\n", "1 1152921504606846976:1\n", "1 4294967296:1\n0\n0\n0\n", "2:1 3:2\n1:0\n",
		string(pack(f, []byte("1 1:2\n0 2:1\n"), "gzip")))
}

func FuzzIDX(f *testing.F) {
	image := "\x00\x00\x08\x03\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00\x01abcd"
	fuzz(f, "idx", image, strings.Replace(image, "\x00\x00\x00\x02", "\x80\x00\x00\x00", 1), "\x00\x00\x08\x01\x00\x00\x00\x02ab",
		"\x00\x00\x0e\x02\x00\x00\x00\x01\x00\x00\x00\x01\x7f\xf8\x00\x00\x00\x00\x00\x00", "\x00\x00\x08\x03\x7f\xff\xff\xff\x7f\xff\xff\xff\x7f\xff\xff\xff",
		string(pack(f, []byte(image), "zstd")))
}

func FuzzARFF(f *testing.F) {
	fuzz(f, "arff", "% c\n@relation 'a b'\n@attribute 'x y' numeric\n@attribute class {a,'b c'}\n@data\n1,a\n1,a,{2}\n?,'b c'\n",
		"@relation r\n@attribute x real\n@attribute y {0,1}\n@attribute z string\n@data\n{0 5, 2 \"t\\\"\"}\n{}\n", "@relation r\n@attribute x {\n@data\n",
		"@relation r\n@attribute x real [0, 1]\n@attribute y {0,1}\n@inputs x\n@outputs y\n@data\n<null>, 0\n1, 1\n")
}

// TestBombs unpacks to a thousand times the size and more.
func TestBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	content := []byte(strings.Repeat("0,0,a\n", 4<<20))
	for _, packed := range []string{"gzip", "zstd", "xz"} {
		b := pack(t, content, packed)
		_, err := data.Read(t.Context(), write(t, "a.csv", string(b)), data.Options{})
		if err == nil || !strings.HasSuffix(err.Error(), "times its size; unpack it first if that is meant") {
			t.Errorf("%d bytes of %s: %v", len(b), packed, err)
		}
	}
}

// TestLongRows: a row without an end is not held until the file ends. A hole of
// zeros is all that is on the disk.
func TestLongRows(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	for name, c := range map[string]struct{ start, want string }{
		"a.csv":    {strings.Repeat("1,2,a\n", 1000) + `1,"`, ": line 1001: longer than 64 MiB"},
		"b.csv":    {"x,y,label\n1,2," + strings.Repeat("a", 5000), ": line 2: longer than 64 MiB"}, // among the rows that are looked at first
		"c.csv":    {"x,y,label\n1,\"" + strings.Repeat("a", 5000), ": line 2: longer than 64 MiB"},
		"a.libsvm": {strings.Repeat("1 1:2\n", 1000) + "1 1:", ": line 1001: longer than 64 MiB"},
	} {
		path := write(t, name, c.start)
		if err := os.Truncate(path, 1<<30); err != nil {
			t.Skipf("no room for a file with a hole: %v", err)
		}
		_, err := data.Read(t.Context(), path, data.Options{})
		if err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSparseARFF: lines of a few bytes do not make a table of gigabytes.
func TestSparseARFF(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	content := "@relation r\n" + strings.Repeat("@attribute a real\n", 4000) + "@attribute class {a,b}\n@data\n" + strings.Repeat("{0 1}\n", 20000)
	_, err := data.Read(t.Context(), write(t, "a.arff", content), data.Options{})
	if err == nil || !strings.Contains(err.Error(), "too sparse: 4001 attributes") {
		t.Errorf("%v", err)
	}
}
