package data

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// openZip opens the only file of a zip archive of some size.
func openZip(archive io.ReaderAt, size int64) (io.ReadCloser, error) {
	z, err := zip.NewReader(archive, size)
	if err != nil {
		return nil, err
	}
	var files []*zip.File
	for _, f := range z.File {
		if !f.FileInfo().IsDir() && !strings.HasPrefix(f.Name, "__MACOSX/") { // which macOS adds
			files = append(files, f)
		}
	}
	switch {
	case len(files) != 1:
		return nil, fmt.Errorf("a zip archive of %s, perhaps a spreadsheet or of numpy: unpack it, or save the table as CSV", phrase.Count(len(files), "file"))
	case files[0].Flags&1 != 0:
		return nil, errors.New("a zip archive with a password: unpack it")
	}
	return files[0].Open()
}
