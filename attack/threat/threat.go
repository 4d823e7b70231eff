package threat

// Threat is a threat file: what an attacker can do to the rows of a table. All
// values are in the table's units, also for models that read scaled ones.
type Threat struct {
	// Classes are those whose rows are attacked, by name, or by number from 0 where the
	// model names none; nil for all.
	Classes []string

	All      Rule   // what holds for every feature that does not say otherwise
	Features []Rule // what single features say, each once
	Groups   []Group

	// Links are the rules of the table [links]: "total = a + b", "rate = a / b" or
	// "low <= high".
	Links []string

	// Gain is what a row is worth to an attacker, nil if that is not known.
	Gain *Gain

	classesLine, linksLine int
}

// Ways are numbers above 0 for a rise of a value and for its fall, 0 where nothing is
// said; 0 for both is for what counts nothing.
type Ways struct{ Up, Down float64 }

// Group is a table [group.NAME]: columns of 0 and 1 of which exactly one is 1, as
// one-hot encoding makes them. Examples obey it, and to change which one is 1 is
// one change, by 1.
type Group struct {
	Name     string
	Features []string // at least 2, names or numbers

	// AtMostOne says that all may be 0.
	AtMostOne bool

	// Frozen groups stay as they are.
	Frozen *bool

	// Price is what it costs to change which one is 1, in every norm but 0; 1 where
	// it is nil. +Inf is never.
	Price *float64

	// Prices are what it costs to change which column is 1 from one to another, both by
	// name and "" for none, in every norm but 0; what they do not name costs Price, which
	// must be there if they leave something out. +Inf is never.
	Prices Prices

	line int // of the table
}

// Rule is what a table of the file says of a feature. Fields that it leaves open
// are nil: then the table all counts, and after it what the model knows of the
// column.
type Rule struct {
	// Feature is the name of the feature, or its number from 0 where the model
	// names none; "" in the table all.
	Feature string

	// Min and Max are the smallest and the largest value of an example. A row
	// outside them is not attacked.
	Min, Max *float64

	// Dates says that Min, Max, Values and StepFrom are days since 1970, which files write
	// as dates. It is for a column of which the model knows that it holds dates.
	Dates bool

	// Frozen features keep their value.
	Frozen *bool

	// Direction is the way a value may change: "increase", "decrease" or "any",
	// the default.
	Direction *string

	// Integer features change to whole numbers only. Columns of which a model
	// knows that they hold whole numbers, or truths, do so by default.
	Integer *bool

	// Values are what the feature can be changed to, ascending. Its own value is
	// always allowed.
	Values []float64

	// Levels are what a categorical feature can be changed to, by name, or by number where
	// the model names none. Its own level is always allowed.
	Levels []string

	// Step is the distance of the values that the feature can be changed to,
	// above 0. They are counted from StepFrom, or from the row's own value where
	// that is nil. What a link derives is rounded to it.
	Step, StepFrom *float64

	// Weight is the factor on the feature's change in the norms inf, 2 and 1, above
	// 0; 1 where it is nil. A column that a link derives may have 0, and then moves for
	// nothing in these norms.
	Weight *Ways

	// Price is what a change costs in the norm cost, per unit of the data. A
	// feature of numbers does not change there in a way that has no price. Of a categorical
	// feature it is what a change of level costs, in every norm but 0, the dearer of the two
	// ways without Ordinal; 1 where it is nil, in the norm cost too, and +Inf is never.
	// A column that a link derives may have 0, and then moves for nothing in every norm.
	Price *Ways

	// Prices are what changes from level to level of a categorical feature cost, in every
	// norm but 0; what they do not name costs Price, which must be there if they leave
	// something out. +Inf is never.
	Prices Prices

	// Ordinal are all levels of a categorical feature in order: a change by some steps
	// costs as many times Price, up and down apart, and Direction holds for them.
	Ordinal []string

	// MayBlank lets the value go missing, whatever Direction and bounds say of values;
	// false where it is nil. In the table all it is for columns that are in no group and
	// no link; a single one of these is refused. Frozen columns stay.
	MayBlank *bool

	// BlankPrice is what that costs, above 0, as the price of a change of level: in every
	// norm but 0, times Weight in inf, 2 and 1, the dearer of its two ways. 1 where it is
	// nil, which in a model of scaled features is the range of the column.
	BlankPrice *float64

	line int // of the table, 0 if there is none
}
