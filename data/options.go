package data

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/internal/option"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// Options say how to read a source. The zero value reads a labelled file and
// detects the rest.
type Options struct {
	// Format is the name of a format, see [Formats]; "" detects it from the
	// content and the file name's extension.
	Format string

	// Label is the column that holds the label (CSV, ARFF, Parquet): a name,
	// or a position from 1, or from -1 for the last column backwards. "" takes
	// the class of a table of Orange, else the only column with a usual name (label, class, target, outcome,
	// response, or y where there is no x, in any case), else the only one that
	// is not one of Features, else the last; but if the first could be meant as
	// well, Label has to say it.
	Label string
	// Expected is the column of the label of the training rows, as a model knows it:
	// without Label it is taken if it is there.
	Expected string
	// LabelOptional accepts a source without labels, such as rows to predict. If Features
	// or Cols are given, a file with exactly these columns is taken as unlabelled. If a row
	// has no label, or one that is not in Classes, no row is left out, and the table has no
	// labels.
	LabelOptional bool
	// Least is the least number of features if Cols does not tell it, 0 for any. If
	// LabelOptional is set, a file with no more columns, whose last one holds measurements
	// rather than classes, is taken as unlabelled.
	Least int
	// Unlabelled takes every column as a feature.
	Unlabelled bool
	// LabelsFile is the labels file of IDX images; "" finds it by its name,
	// images-idx3 becoming labels-idx1.
	LabelsFile string
	// Weight names the column of the weights of the rows in training and its metrics, which
	// is then not a feature; "" for none.
	Weight string
	// SplitBy names the column that says which unit a row belongs to, such as a patient or a
	// household, which is then not a feature; "" for none. See Table.Groups.
	SplitBy string
	// Regression reads labels as numbers into Table.Target.
	Regression bool
	// Classification takes any numbers as classes. Without it, numbers that look
	// like measurements are refused: with fractions, or with more than 20 values
	// and on average fewer than 20 rows for each.
	Classification bool

	// Encoding is that of a text: "utf-16", told from its byte order mark and
	// little-endian without one, or "latin-1", as Windows has it (code page
	// 1252); "" is UTF-8.
	Encoding string
	// Separator stands between the cells of a CSV file: one character, or
	// "blank" for any number of blanks and tabs; "" detects a comma, a semicolon
	// or a tab, and | or blanks if every line has as many.
	Separator string
	// NoQuotes takes the quotes of a CSV file for characters like any other, as some programs write
	// tables between tabs: without it a cell may stand in quotes, and two of them for one within it.
	NoQuotes bool
	// DecimalComma reads decimals such as 2,5 in CSV files, and in texts of Parquet. Cells are separated
	// by semicolons or tabs then, unless Separator says otherwise.
	DecimalComma bool
	// FormattedNumbers reads numbers such as 1,234.50, $12, R$ 12, (3.5) and 7 % there:
	// without their unit or currency, and without the commas between thousands, which are points under
	// DecimalComma, or the apostrophes or blanks.
	FormattedNumbers bool
	// Comment starts the lines of a CSV file that are skipped: one character, ""
	// for none.
	Comment string
	// Header says whether a CSV file starts with the names of its columns.
	Header FirstLine
	// IndexBase is the number of the first feature of a LIBSVM file.
	IndexBase IndexBase
	// Places takes the numbers of features in a LIBSVM file for their places from 0 on, if
	// IndexBase leaves that open and all are below Cols. This is how XGBoost and LightGBM
	// read such files, whatever their first number is.
	Places bool
	// AbsentMissing takes what a LIBSVM file leaves out for missing values, not
	// for 0.
	AbsentMissing bool

	// Cols is the number of features to expect, 0 if unknown. LIBSVM files
	// are as wide as this even where their last features are absent.
	Cols int
	// Features are the names to expect, one per feature. If a file names its
	// columns and has all of them, it is read by name, and its other columns
	// are ignored; otherwise, and if the names are just f1, f2, ..., it is
	// read by position.
	Features []string
	// Classes are the class names to number labels by. Other labels are an error,
	// unless LabelOptional is set. nil numbers the classes of the source: numbers
	// in ascending order, then texts in alphabetical order.
	Classes []string
	// Keep drops the rows of all other classes. Without Classes the classes
	// are numbered in the order given here.
	Keep []string

	// Columns says what each feature holds, as a model or a training table
	// knows it; a level that is not listed is a missing value, unless
	// column.Column.Others is set. nil lets the cells of CSV, ARFF and Parquet
	// tell: a column is numeric if nine of ten filled cells are numbers, and
	// integer if all of them are whole and the file names its columns; else a
	// column of levels, of yes and no, or of dates, which become days since 1970.
	Columns []column.Column
	// Categorical and Numeric name features whose cells would tell otherwise,
	// Ignore names columns that are not features. The word "all" in Numeric, if no
	// feature has that name, leaves whole numbers numeric.
	Categorical, Numeric, Ignore []string
	// Schema says the same for a table that is read repeatedly, see [ReadSchema];
	// nil for none. If Columns is set, Schema says only what is missing or ignored,
	// and which column is the label.
	Schema *Schema
	// MissingWords are further words for missing values, such as "unknown". Rows with such a
	// label are dropped, unless the word is a number, or one of Classes or Keep.
	MissingWords []string

	// NoMissing refuses missing values, which are NaN otherwise: empty cells,
	// "?", "NaN", "-NaN", "NA", "N/A", "#N/A", "<NA>", "null", "<null>", "\N" and, among numbers,
	// "None", in any case. Rows whose label is missing are left out.
	NoMissing bool
	// MaxRows is the number of rows (of the kept classes) after which reading ends;
	// 0 reads all.
	MaxRows int
	// Compact compacts a table of more than two million cells if at least a quarter of its columns have
	// few different values and some hold levels, or if two thirds hold the same few values again and
	// again, such as dummies, or nearly everywhere the same one, such as hashed words. A cell then takes
	// one byte if it has one of the first 255 values of its column; each other one takes twelve more, and
	// where these are more than an eighth, all cells of a column take eight. Table.X is nil then;
	// [Table.Row] returns copies of compact rows, [Table.Densify] puts them into X.
	Compact bool
	// Image says that rows are images of this shape.
	Image Shape

	compactAt int                      // the cells at which Compact begins, 0 for compactCells
	dense     bool                     // rows have all cells, as those of a stream
	first     map[string]column.Column // what features hold in the first rows of a stream
	why       map[string]string        // reasons for columns of Ignore, other than that they were asked for
	turned    map[string]string        // of columns whose dates have the day first, against what is expected: one that tells
	weight    string                   // the column of Weight in the training rows, which test rows may have too
	roles     []string                 // of the columns of an open file, where it tells some
	texts     *texts                   // of a format with cells, once it is open
}

// Like returns o with the features and classes of t to expect, as for the test file of a
// training file. Its rows are in groups if those of t are, and are weighed if the file has
// the column of o.Weight.
func (o Options) Like(t *Table) Options {
	o.Cols, o.Features, o.Classes, o.Image = t.Cols, t.Features, t.Classes, t.Image
	o.Columns, o.Categorical, o.Numeric, o.Ignore = t.Kinds(), nil, nil, nil
	o.Expected = t.Found.Label
	o.Regression, o.Weight, o.weight = t.Target != nil, "", o.Weight
	return o
}

// words returns the further words for missing values in any column.
func (o *Options) words() []string {
	if o.Schema == nil {
		return o.MissingWords
	}
	return slices.Concat(o.Schema.MissingWords, o.MissingWords)
}

// Check reports the first option that is wrong for any source, as an [*OptionError].
func (o *Options) Check() error {
	if err := o.check(); err != nil {
		return &OptionError{err}
	}
	return nil
}

func (o *Options) check() error {
	switch {
	case o.Format != "" && !slices.Contains(Formats(), o.Format):
		return option.In("format", nearest.Unknown("format", o.Format, Formats()))
	case o.Encoding != "" && !slices.Contains(Encodings, o.Encoding):
		return option.In("encoding", nearest.Unknown("encoding", o.Encoding, Encodings))
	case o.Separator != "" && o.Separator != blank && !isMark(o.Separator):
		return option.Errorf("separator", "separator is %q, must be one character, or %s", o.Separator, blank)
	case o.Comment != "" && (!isMark(o.Comment) || o.Comment == o.Separator):
		return option.Errorf("comment", "comment is %q, must be one character, and not the separator", o.Comment)
	case o.Features != nil && o.Cols != 0 && o.Cols != len(o.Features):
		return fmt.Errorf("%d feature names do not fit %d features", len(o.Features), o.Cols)
	case o.Columns != nil && o.Features != nil && len(o.Columns) != len(o.Features):
		return fmt.Errorf("kinds of %d columns do not fit %d features", len(o.Columns), len(o.Features))
	case len(slices.Compact(slices.Sorted(slices.Values(o.Classes)))) < len(o.Classes):
		return option.Errorf("classes", "classes: %q has one of them twice", strings.Join(o.Classes, ","))
	case o.Unlabelled && o.Label != "":
		return option.Errorf("label", "a table without labels has no column %q of them", phrase.Clip(o.Label))
	case o.Least < 0:
		return fmt.Errorf("least number of features is %d, must be 0 or more", o.Least)
	case !(o.Image.White >= 0) || math.IsInf(o.Image.White, 1):
		return fmt.Errorf("white of images is %v, must be 0 or more and finite", o.Image.White)
	case o.Cols < 0:
		return fmt.Errorf("number of features is %d, must be 0 or more", o.Cols)
	case o.MaxRows < 0:
		return fmt.Errorf("number of rows is %d, must be 0 or more", o.MaxRows)
	case o.Header.check() != nil:
		return option.In("header", o.Header.check())
	case o.IndexBase.check() != nil:
		return option.In("index-base", o.IndexBase.check())
	case o.Regression && (o.Classes != nil || o.Keep != nil || o.Classification):
		return fmt.Errorf("a regression target has no classes")
	case o.Keep != nil && (o.Unlabelled || len(o.Keep) < 2):
		return option.Errorf("classes", "classes to keep: %q are not two or more", strings.Join(o.Keep, ","))
	case !distinct(o.Keep):
		return option.Errorf("classes", "classes to keep: %q has one of them twice", strings.Join(o.Keep, ","))
	case twice(o.Categorical, o.Numeric) != "":
		return option.Errorf("numeric", "column %q is to be categorical and numeric: name it once", phrase.Clip(twice(o.Categorical, o.Numeric)))
	case o.Schema != nil && o.Schema.Check() != nil:
		return o.Schema.Check()
	case o.AbsentMissing && o.NoMissing:
		return option.Errorf("absent-missing", "what is absent cannot be missing where missing values are refused")
	case o.Image.Width < 0 || o.Image.Height < 0:
		return fmt.Errorf("image shape is %dx%d", o.Image.Width, o.Image.Height)
	}
	return nil
}

// twice returns a name that is in two lists, "" for none.
func twice(a, b []string) string {
	if i := slices.IndexFunc(a, func(name string) bool { return slices.Contains(b, name) }); i >= 0 {
		return a[i]
	}
	return ""
}

// distinct reports whether all labels are of different classes.
func distinct(labels []string) bool {
	seen := map[string]bool{}
	for _, l := range labels {
		seen[notation.Class(l)] = true
	}
	return len(seen) == len(labels)
}
