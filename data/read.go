package data

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// Read reads a table from a file, or from built-in data named builtin:NAME. It
// ends with the context's error once that is cancelled.
//
// Files may be compressed with gzip, Zstandard, zip, bzip2 or xz. Values are finite, or NaN if
// the options allow missing values.
//
// Faults in the content are of type [*Error] and say where they are; faults in the
// options are an [*OptionError], and a [*LabelError] says that the options have to tell
// which column is the label. A file that does not exist is an [io/fs.ErrNotExist]. Other
// errors are about the source itself, such as unknown built-in data or a folder.
func Read(ctx context.Context, source string, o Options) (*Table, error) {
	return asTurned(o, func(o Options) (*Table, error) { return read(ctx, source, o) })
}

// read is Read in the order of dates that the options say.
func read(ctx context.Context, source string, o Options) (*Table, error) {
	asked := o
	asked.Compact, asked.compactAt = false, 0 // which change nothing in how cells are written
	h, r, err := open(ctx, source, &o)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	c, err := newCollector(ctx, source, h, &o)
	if err != nil {
		return nil, err
	}
	c.table.reading = &asked
	if err := c.fill(r, cmp.Or(o.MaxRows, math.MaxInt)); err != nil {
		return nil, err
	}
	if err := c.finish(); err != nil {
		return nil, err
	}
	return c.table, nil
}

// open opens a source in its format and checks its header.
func open(ctx context.Context, source string, o *Options) (h Header, r Reader, err error) {
	if err := o.Check(); err != nil {
		return h, nil, err
	}
	if o.Features != nil {
		o.Cols = len(o.Features)
	}
	in, err := find(ctx, source)
	if err != nil {
		return h, nil, err
	}
	in.encoding = o.Encoding
	if o.Schema != nil {
		o.Label = cmp.Or(o.Label, o.Schema.Label)
	}
	f, err := formatOf(in, o)
	if err == nil && o.LabelsFile != "" && slices.Contains(withLabels, f.Name) {
		err = &OptionError{fmt.Errorf("Options.LabelsFile is for images in IDX: rows of format %s hold their labels", f.Name)}
	}
	if err == nil {
		if h, r, err = f.Open(in, o); err == nil && r == nil {
			err = fmt.Errorf("format %s opens it without a Reader", f.Name)
		}
	}
	if err != nil {
		return h, nil, located(ctx, err, source)
	}
	if b, ok := builtinOf(source); ok {
		h.Image = b.Image
	}
	if o.Image != (Shape{}) {
		white := cmp.Or(o.Image.White, h.Image.White)
		h.Image = o.Image
		h.Image.White = white
	}
	if fault := checkHeader(h, o); fault != nil {
		r.Close()
		return h, nil, located(ctx, fault, source)
	}
	return h, r, nil
}

// checkHeader reports what the header lacks.
func checkHeader(h Header, o *Options) error {
	cols := len(h.Features)
	if o.Weight != "" {
		if !slices.Contains(h.Features, o.Weight) {
			return noColumn(o.Weight, "for the weights", h.Features)
		}
		cols--
	}
	if o.SplitBy != "" {
		if o.texts == nil || !slices.Contains(h.Features, o.SplitBy) {
			return noColumn(o.SplitBy, "to split by", h.Features)
		}
		cols--
	}
	switch {
	case cols == 0 && h.Ignored != nil:
		return &OptionError{errors.New("no features: all columns are ignored")}
	case cols == 0 && h.Labelled && h.Label != "":
		return fmt.Errorf("no features beside the label %q", phrase.Clip(h.Label))
	case cols == 0:
		return errors.New("no features")
	case o.Cols != 0 && cols > o.Cols && o.texts != nil && (o.Features == nil || column.Numbered(o.Features)):
		return fmt.Errorf("has %s, not %d: Options.Ignore leaves columns out, and what stays is taken in its order", phrase.Count(cols, "feature"), o.Cols)
	case o.Cols != 0 && cols+1 == o.Cols && h.Labelled && o.Label == "" && h.Label != "" && !isLabelName(h.Label):
		return fmt.Errorf("has %s beside %q, which is taken for the label, not %d: Options.Label names its column", phrase.Count(cols, "feature"), phrase.Clip(h.Label), o.Cols)
	case o.Cols != 0 && cols != o.Cols:
		return fmt.Errorf("has %s, not %d", phrase.Count(cols, "feature"), o.Cols)
	case !h.Labelled && !o.Unlabelled && !o.LabelOptional && o.texts == nil: // no file of columns
		return errors.New("has no labels: one comes first in each row")
	case !h.Labelled && !o.Unlabelled && !o.LabelOptional:
		return errors.New("has no labels: Options.Label names their column")
	case h.Image != (Shape{}) && h.Image.Width*h.Image.Height != cols:
		return &OptionError{fmt.Errorf("has %d features, which do not make images of %dx%d", cols, h.Image.Width, h.Image.Height)}
	}
	return nil
}

// located returns err as an Error, of the source if it names none. If the context is
// cancelled it says only that, whatever a format made of it.
func located(ctx context.Context, err error, source string) error {
	if cancelled := ctx.Err(); cancelled != nil {
		return fmt.Errorf("interrupted while reading %s: %w", source, cancelled)
	}
	var e *Error
	if errors.As(err, &e) {
		e.Source = cmp.Or(e.Source, source)
		return err
	}
	return &Error{Source: source, Err: err}
}
