package data

import (
	"cmp"
	"strings"
)

// Files returns the paths of the files that [Read] reads a source from: none for
// built-in data, two for images with a file of labels.
func Files(source string, o Options) []string {
	if strings.HasPrefix(source, builtinPrefix) {
		return nil
	}
	files := []string{source}
	if labels := cmp.Or(o.LabelsFile, labelsBeside(source)); labels != "" {
		files = append(files, labels)
	}
	return files
}
