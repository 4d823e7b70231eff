package data

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed builtin/*.csv.gz
var builtinFiles embed.FS

const builtinPrefix = "builtin:"

// Builtin is a data set that is part of this package: read it as
// builtin:NAME. The attribution is in builtin/README.md.
type Builtin struct {
	Name                    string
	Rows, Features, Classes int
	Image                   Shape // if the rows are images
	About                   string
	Source                  string
	Licence                 string

	file string
}

var builtins = []Builtin{
	{
		Name: "digits", Rows: 1797, Features: 64, Classes: 10, Image: Shape{Width: 8, Height: 8, White: 16},
		About:   "handwritten digits, 8x8 pixels from 0 to 16",
		Source:  "E. Alpaydin, C. Kaynak: Optical Recognition of Handwritten Digits (test set), UCI, doi:10.24432/C50P49",
		Licence: "CC BY 4.0", file: "digits.csv.gz",
	},
	{
		Name: "wdbc", Rows: 569, Features: 30, Classes: 2,
		About:   "breast tumours, benign or malignant, by measures of cell nuclei",
		Source:  "W. Wolberg, O. Mangasarian, N. Street, W. Street: Breast Cancer Wisconsin (Diagnostic), UCI, doi:10.24432/C5DW2B",
		Licence: "CC BY 4.0", file: "wdbc.csv.gz",
	},
}

// Builtins returns the built-in data sets, by name.
func Builtins() []Builtin { return append([]Builtin(nil), builtins...) }

// builtin returns the built-in data set of a name.
func builtin(name string) (Builtin, error) {
	var names []string
	for _, b := range builtins {
		if b.Name == name {
			return b, nil
		}
		names = append(names, b.Name)
	}
	return Builtin{}, fmt.Errorf("%s%s: no such built-in data, there are %s", builtinPrefix, name, list(names))
}

// builtinOf returns the built-in data set that a source names.
func builtinOf(source string) (Builtin, bool) {
	name, ok := strings.CutPrefix(source, builtinPrefix)
	if !ok {
		return Builtin{}, false
	}
	b, err := builtin(name)
	return b, err == nil
}
