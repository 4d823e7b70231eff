package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/data"
	_ "github.com/hardwood-ml/hardwood/data/parquet"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// dataFlags say where rows come from and how to read them.
type dataFlags struct {
	command *cobra.Command
	source  string
	image   string
	schema  string
	rows    int                // --rows, 0 for all
	held    int                // --test-rows, 0 for all
	keepRaw bool               // beside scaled rows, for files of examples
	judge   []eval.Model       // models that are judged by the rows
	told    string             // the summary last printed, which is not repeated
	noted   []string           // notes already printed on how a model takes rows
	as      *ensemble.Ensemble // a model that numbers columns, classes and levels, nil for none
	data.Options
}

// add defines the flags of a command that reads data.
func (d *dataFlags) add(c *cobra.Command, about string) {
	d.command = c
	f := c.Flags()
	f.StringVarP(&d.source, "data", "d", "", about+": a file (CSV, LIBSVM, IDX, ARFF or Parquet, plain, "+phrase.List(data.Packings(), "or")+"), - for standard input, or builtin:NAME")
	f.StringVar(&d.Format, "format", "", "format of the data: "+strings.Join(data.Formats(), ", ")+"; by default detected")
	f.StringVar(&d.Label, "label", "", "label column, by name or by number, counted from 1 or backwards from -1; by default the one called label, class, target, outcome, response or y, else the last one; if the first may be meant as well, the flag has to say")
	f.StringVar(&d.LabelsFile, "labels-file", "", "file with the labels of IDX images; by default the one with the matching name")
	say(c, reads, "data", "labels-file")
	f.TextVar(&d.Header, "header", data.AnyFirst, "whether a CSV file has a header, `yes|no`; by default detected")
	f.TextVar(&d.IndexBase, "index-base", data.AnyBase, "number of the first feature of a LIBSVM file, `0|1`; by default detected")
	f.BoolVar(&d.AbsentMissing, "absent-missing", false, "treat features that a row of a LIBSVM file leaves out as missing, not as 0")
	f.StringVar(&d.Encoding, "encoding", "", "encoding of a text file that is not UTF-8: "+strings.Join(data.Encodings, ", ")+" (also Windows-1252)")
	f.StringVar(&d.Separator, "separator", "", "character between the cells of a CSV file, or the word blank for any number of spaces and tabs; by default a comma, a semicolon or a tab is detected, and | or spaces if all lines have the same number")
	f.BoolVar(&d.NoQuotes, "no-quotes", false, "quotes in a CSV file are characters like any other and enclose no cells, as in some tables of text between tabs")
	f.BoolVar(&d.DecimalComma, "decimal-comma", false, "numbers in a CSV file, or in texts of Parquet, have a decimal comma, as in 0,5")
	f.BoolVar(&d.FormattedNumbers, "formatted-numbers", false, "read numbers in a CSV file, or in texts of Parquet, that are written like 1,234.50, 1'234, $12, R$ 12, 7 % or (3.5) for -3.5; signs such as $ and % and currencies such as EUR are dropped, words such as kg are not")
	f.StringVar(&d.Comment, "comment", "", "character that starts lines of a CSV file to skip, such as #")
	f.StringSliceVar(&d.Keep, "classes", nil, "use only the rows of these classes, such as 2,6")
	f.BoolVar(&d.Classification, "classification", false, "treat labels as classes even if they look like measurements")
	f.StringSliceVar(&d.Categorical, "categorical", nil, "columns that hold categories although their cells are numbers, such as postcode,month")
	f.StringSliceVar(&d.Numeric, "numeric", nil, "columns that hold numbers, dates or times, such as age,income, or all: any other word in them is an error, and attacks may move them by fractions even if every cell is a whole number")
	f.StringSliceVar(&d.Ignore, "ignore", nil, "columns that are not features, such as id,date")
	f.StringVar(&d.schema, "schema", "", "file that says what the columns hold, see data show --write-schema")
	say(c, reads, "schema")
	f.StringSliceVar(&d.MissingWords, "missing-words", nil, "further words for missing values, such as unknown,-; rows with such a label are dropped, unless the word is the number of a class")
	f.BoolVar(&d.NoMissing, "no-missing", false, "refuse missing values: empty cells, ?, NaN, -NaN, NA, N/A, #N/A, <NA>, null, <null> and \\N")
	f.Bool("allow-missing", true, "")
	obsolete(f, "allow-missing", "missing values are read without it; --no-missing refuses them")
	f.StringVar(&d.image, "image", "", "rows are images of this shape, such as 28x28; not needed for IDX images")
}

// addRows defines --rows.
func (d *dataFlags) addRows(c *cobra.Command) {
	c.Flags().IntVar(&d.rows, "rows", 0, "use a random sample of this many rows, stratified by class; 0 for all")
}

// addSplitBy defines --split-by. done says what happens to rows with the same value.
func (d *dataFlags) addSplitBy(c *cobra.Command, done string) {
	c.Flags().StringVar(&d.SplitBy, "split-by", "", "column that says which patient, or other unit, a row belongs to: rows with the same value "+done+"; it is not a feature")
}

// addWeightColumn defines --weight-column. of says what the weights count in.
func (d *dataFlags) addWeightColumn(c *cobra.Command, of string) {
	c.Flags().StringVar(&d.Weight, "weight-column", "", "name of the column that holds the weight of each row "+of+"; it is not a feature")
}

// addSection defines, under a heading, the flags of a command that reads rows
// for a model.
func (d *dataFlags) addSection(c *cobra.Command, about string) {
	section(c, "Rows", func() {
		d.add(c, about)
		d.addRows(c)
	})
}

// addTestRows defines --test-rows.
func (d *dataFlags) addTestRows(c *cobra.Command) {
	c.Flags().IntVar(&d.held, "test-rows", 0, "use a random sample of this many held-out rows; 0 for all")
}

// need refuses a command without --data.
func (d *dataFlags) need() error {
	if d.source == "" {
		return usage(fmt.Errorf("no data given: use --data FILE or --data builtin:wdbc"))
	}
	return nil
}

// options returns what the flags say about reading.
func (d *dataFlags) options() (data.Options, error) {
	o := d.Options
	o.Compact = true
	if d.image != "" {
		if n, err := fmt.Sscanf(strings.ToLower(d.image), "%dx%d", &o.Image.Width, &o.Image.Height); n != 2 || err != nil {
			return o, usage(fmt.Errorf("--image is %q, not WIDTHxHEIGHT such as 28x28", d.image))
		}
	}
	if d.rows < 0 {
		return o, usage(fmt.Errorf("--rows is %d, must be at least 0", d.rows))
	}
	if d.held < 0 {
		return o, usage(fmt.Errorf("--test-rows is %d, must be at least 0", d.held))
	}
	if d.schema != "" {
		var err error
		if o.Schema, err = data.ReadSchema(d.schema); err != nil {
			return o, err
		}
	}
	return o, usage(o.Check())
}

// read reads the data as it is.
func (d *dataFlags) read(source string) (*data.Table, error) {
	o, err := d.options()
	if err != nil {
		return nil, err
	}
	t, err := d.load(source, o)
	if d.likeModel(t, err) {
		t, err = d.load(source, trainer.Like(d.as, o))
	}
	if err != nil {
		return nil, err
	}
	return t, d.kept(t)
}

// likeModel reports whether rows, or the error at reading them, call for reading them like the model
// that training continues from: its classes tell the label.
func (d *dataFlags) likeModel(t *data.Table, err error) bool {
	var label *data.LabelError
	return err == nil && d.numbersOtherwise(t) || d.as != nil && errors.As(err, &label)
}

// numbersOtherwise reports whether training continues from a model that numbers the same
// columns, classes or levels otherwise than the rows do on their own, or to which absent cells
// are missing.
func (d *dataFlags) numbersOtherwise(t *data.Table) bool {
	if d.as == nil || t.Cols != d.as.Features {
		return false
	}
	if d.as.Schema.AbsentMissing && t.Found.Absent && !t.Found.AbsentMissing && !d.NoMissing {
		return true
	}
	raw := *d.as
	raw.Schema.Min, raw.Schema.Max = nil, nil
	return trainer.Fits(&raw, t) != nil
}

// load reads a table and says what it found. It shows progress if that takes long.
func (d *dataFlags) load(source string, o data.Options) (t *data.Table, err error) {
	err = progressOf(d.command).during("read "+source, func() error {
		t, err = data.Read(d.command.Context(), source, o)
		return err
	})
	if err == nil && t.Summary() != d.told {
		tell(d.command, t)
		d.told = t.Summary()
	}
	return t, err
}

// tell says what a command read, and what is doubtful about how it was understood.
func tell(c *cobra.Command, t *data.Table) {
	p := progressOf(c)
	p.keep(t.Summary())
	if dropped := t.Dropped(); dropped != "" {
		p.keep(dropped)
	}
	for _, doubt := range t.Found.Doubts {
		p.warn(t.Source + ": " + inFlags(c, doubt))
	}
}

// tellOnce is tell for tables that are read again and again, by any number of
// goroutines.
func tellOnce(c *cobra.Command) func(*data.Table) {
	var told sync.Map
	return func(t *data.Table) {
		if _, again := told.LoadOrStore(t.Summary(), true); !again {
			tell(c, t)
		}
	}
}

// addRegression defines --regression.
func (d *dataFlags) addRegression(c *cobra.Command) {
	c.Flags().BoolVar(&d.Regression, "regression", false, "labels are numbers to predict, not classes")
}

// kept reports a class of --classes that has no row.
func (d *dataFlags) kept(t *data.Table) error {
	if d.Keep == nil {
		return nil
	}
	for c, n := range t.Counts() {
		if n == 0 {
			return fmt.Errorf("%s: no row is of class %q, which --classes asks for", d.source, t.Classes[c])
		}
	}
	return nil
}

// sample keeps --rows rows of a table.
func (d *dataFlags) sample(t *data.Table, seed uint64) *data.Table { return sample(t, d.rows, seed) }

// sample keeps n rows of a table, or all if n is 0.
func sample(t *data.Table, n int, seed uint64) *data.Table {
	if n == 0 || n >= t.Rows {
		return t
	}
	return t.Sample(n, seed)
}
