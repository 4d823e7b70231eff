package data_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
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
