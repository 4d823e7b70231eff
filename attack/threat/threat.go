package threat

import "github.com/hardwood-ml/hardwood/data/column"

// Threat is a threat file: what an attacker can do to the rows of a table. All values are in the
// table's units, even for models that read scaled ones.
type Threat struct {
	// Classes are those whose rows are attacked, by name, or by number from 0 if the model names
	// none; nil for all.
	Classes []string

	All      Rule   // what holds for every feature that does not say otherwise
	Features []Rule // what single features say, each once
	Groups   []Group

	// Links are the rules of the table [links]: "total = a + b", "rate = a / b" or
	// "low <= high".
	Links []string

	// Gain is what a successful attack on a row is worth, nil if that is not known.
	Gain *Gain

	classesLine, linksLine int
}

// Ways are numbers above 0 for a rise of a value and for its fall, 0 for one that is not given; 0
// for both makes changes free.
type Ways struct{ Up, Down float64 }

// Group is a table [group.NAME]: columns of 0 and 1 of which exactly one is 1, as one-hot encoding
// makes them. Examples obey it, and changing which one is 1 is a single change, by 1.
type Group struct {
	Name     string
	Features []string // at least 2, names or numbers

	// AtMostOne says that all may be 0.
	AtMostOne bool

	// Frozen groups stay as they are.
	Frozen *bool

	// Price is the price of changing which one is 1, in every norm but 0; nil means 1, and +Inf
	// never.
	Price *float64

	// Prices are the prices of changing which column is 1 from one to another, both by name and ""
	// for none, in every norm but 0. Changes that they do not name cost Price, which must be set if
	// there are any. +Inf means never.
	Prices Prices

	line, pricesLine int // of the table, and of that of its prices; 0 if there is none
}

// Rule is what a table of the file says about a feature. Fields that it leaves open are nil: then
// the table all counts, and after it what the model knows about the column.
type Rule struct {
	// Feature is the name of the feature, or its number from 0 if the model names none; "" in the
	// table all.
	Feature string

	// Min and Max are the smallest and the largest value of an example. A row
	// outside them is not attacked.
	Min, Max *float64

	// Dates says that Min, Max, Values and StepFrom are days since 1970, which files write as
	// dates, or hours since midnight, which they write as times. It is for columns that the
	// model knows to hold dates, or times. Any order of day and month is as good as another.
	Dates column.Dates

	// Frozen features keep their value.
	Frozen *bool

	// Direction is the way a value may change: "increase", "decrease" or "any",
	// the default.
	Direction *string

	// Integer features change to whole numbers only. Columns that the model knows to hold whole
	// numbers or booleans do so by default.
	Integer *bool

	// Values are those that the feature can be changed to, ascending. Its own value is always
	// allowed.
	Values []float64

	// Levels are those that a categorical feature can be changed to, by name, or by number if the
	// model names none. Its own level is always allowed.
	Levels []string

	// Step is the distance between the values that the feature can be changed to, above 0. They are
	// counted from StepFrom, or from the row's own value if that is nil. What a link derives is
	// rounded to it.
	Step, StepFrom *float64

	// Weight is the factor on the feature's change in the norms inf, 2 and 1, above 0; nil means 1.
	// A column that a link derives may have 0, and then moves at no cost in these norms.
	Weight *Ways

	// Price is the price of a change in the norm cost, per unit of the data. There a numeric
	// feature does not change in a direction without a price. For a categorical feature it is the
	// price of a change of level, in every norm but 0, the dearer of the two ways without Ordinal;
	// nil means 1, in the norm cost too, and +Inf never. A column that a link derives may have 0,
	// and then moves at no cost in every norm.
	Price *Ways

	// Prices are the prices of changes between levels of a categorical feature, in every norm but
	// 0. Changes that they do not name cost Price, which must be set if there are any. +Inf means
	// never.
	Prices Prices

	// Ordinal lists all levels of a categorical feature in order: a change by some steps costs that
	// many times Price, separately up and down, and Direction applies to them.
	Ordinal []string

	// MayBlank lets the value go missing, whatever Direction and bounds say about values; nil means
	// false. In the table all it applies to columns that are not frozen and in no group or link; on
	// a single column that is, it is refused.
	MayBlank *bool

	// BlankPrice is the price of going missing, above 0. It counts like the price of a change of
	// level: in every norm but 0, times Weight in inf, 2 and 1, the dearer of its two ways. nil
	// means 1, which in a model of scaled features is the range of the column.
	BlankPrice *float64

	line, pricesLine int // of the table, and of that of its prices; 0 if there is none
}
