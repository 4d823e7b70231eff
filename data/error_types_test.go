package data_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// A caller tells a missing file, bad options, a label that is not clear and bad
// content apart, and each from a cancelled context.
func TestErrorsAreToldApart(t *testing.T) {
	numbers := "x,y\n"
	for i := range 100 { // no column of which is one of classes
		numbers += fmt.Sprintf("%d.5,%d.25\n", i, i)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		content string
		options data.Options
		ctx     context.Context
		is      func(error) bool
	}{
		"file":    {is: func(err error) bool { return errors.Is(err, fs.ErrNotExist) }},
		"options": {content: "x,y\n1,a\n2,b\n", options: data.Options{Label: "z"}, is: func(err error) bool { return errors.As(err, new(*data.OptionError)) }},
		"label":   {content: numbers, is: func(err error) bool { return errors.As(err, new(*data.LabelError)) }},
		"content": {content: "x,label\n1,a\n1e999,b\n", is: func(err error) bool {
			var fault *data.Error
			return errors.As(err, &fault) && fault.Line == 3 && fault.Column == "x"
		}},
		"context": {content: "x,label\n1,a\n2,b\n", ctx: cancelled, is: func(err error) bool { return errors.Is(err, context.Canceled) }},
	} {
		path := filepath.Join(t.TempDir(), "a.csv")
		if c.content != "" {
			if err := os.WriteFile(path, []byte(c.content), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if c.ctx == nil {
			c.ctx = t.Context()
		}
		if _, err := data.Read(c.ctx, path, c.options); !c.is(err) {
			t.Errorf("%s: %#v", name, err)
		}
	}
}

// Options that are wrong for any source have their own type, too.
func TestFaultsInOptions(t *testing.T) {
	path := write(t, "a.csv", "a,b,label\n1,2,x\n2,3,y\n")
	for name, o := range map[string]data.Options{
		"format":      {Format: "zz"},
		"rows":        {MaxRows: -1},
		"columns":     {Cols: -1},
		"names":       {Features: []string{"a", "b"}, Cols: 3},
		"kinds":       {Features: []string{"a", "b"}, Columns: make([]column.Column, 1)},
		"separator":   {Separator: "ab"},
		"comment":     {Comment: "ab"},
		"header":      {Header: "maybe"},
		"index base":  {IndexBase: "2"},
		"encoding":    {Encoding: "x"},
		"shape":       {Image: data.Shape{Width: -1, Height: 3}},
		"image":       {Image: data.Shape{Width: 3, Height: 3}},
		"classes":     {Keep: []string{"x"}},
		"class twice": {Keep: []string{"x", "x"}},
		"known twice": {Classes: []string{"x", "y", "x"}},
		"no labels":   {Unlabelled: true, Label: "b"},
		"few columns": {Columns: []column.Column{column.Named([]string{"1", "2"})}},
		"least":       {Least: -1},
		"white":       {Image: data.Shape{White: math.NaN()}},
		"regression":  {Regression: true, Keep: []string{"x", "y"}},
		"absent":      {AbsentMissing: true, NoMissing: true},
		"schema":      {Schema: &data.Schema{Columns: []data.SchemaColumn{{Name: "a", Kind: "foo"}}}},
		"labels file": {LabelsFile: "labels"},
		"label":       {Label: "9"},
		"weight":      {Weight: "zz"},
		"groups":      {SplitBy: "zz"},
		"kind":        {Categorical: []string{"zz"}},
		"two kinds":   {Categorical: []string{"a"}, Numeric: []string{"a"}},
	} {
		if _, err := data.Read(t.Context(), path, o); !errors.As(err, new(*data.OptionError)) {
			t.Errorf("%s: %#v", name, err)
		}
	}
}
