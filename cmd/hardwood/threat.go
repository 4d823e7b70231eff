package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// newThreat is a page of help, not a command. It is written when it is asked for.
func newThreat() *cobra.Command {
	return newPage("threat", "The threat file: what an attacker can do to each column", threatPage)
}

// threatPage is the page with its examples.
func threatPage() string {
	var b strings.Builder
	fmt.Fprintf(&b, threatFields, phrase.List(method.Able(attack.Blanks), "and"), phrase.List(method.Able(attack.Groups), "and"))
	for _, example := range threat.Examples() {
		b.WriteString("\nExample: " + example.Name + ".toml\n\n")
		for line := range strings.Lines(example.Text) {
			if line != "\n" {
				b.WriteString("    ")
			}
			b.WriteString(line)
		}
	}
	return b.String()
}

const threatFields = `--threat FILE says what an attacker can do to each column. Hardwood attack, verify,
eval and harden take it; in a spec of hardwood ablate, it is the key threat of
[[data]]. One file serves attacks, proofs, training and reports: examples obey it,
bounds are about an attacker who obeys it, and models are hardened against that
attacker. Reports and metrics.json keep its text.

It is a TOML file with a table [feature.NAME] per column (its number from 0 if the
model names no columns), and a table [all] for what holds unless a column says
otherwise. Names with spaces or dots are quoted: [feature."monthly income"]. Values
are in the units of the data, even if the model reads scaled ones. hardwood data show
--write-threat FILE writes a first one from a table. A model of sparse rows has only the
columns that it splits on, and what the file says of its other ones is passed over.

A key above all tables says whose rows are attacked:

  classes       the classes whose rows are attacked, such as ["fraud"], by name, or by
                number from 0 if neither model nor table names them; without the key,
                all. The true class of a row counts. Rows of other classes keep their
                values: they are robust if the model is right, with the status no-attacker

What a column can be changed to (its own value is always allowed):

  min, max      smallest and largest value. A row outside them is not attacked, and
                has the status out-of-bounds. In a column of dates they can be dates, as
                can values and step-from: min = 2021-06-01, without quotes; and times
                in one of times of day: max = 18:00:00
  frozen        true: the column keeps its value. If [all] says so, a column that can
                change, also one that a link derives, has frozen = false in its table
  direction     "increase", "decrease" or "any": the way it may change
  integer       true: only to whole numbers. That is the default for columns that held
                whole numbers, or yes and no, in training; false allows fractions. But
                two words have nothing between them: false, step and values other than
                0 and 1 leave such columns out in [all], and are an error in their tables
  values        only to these, such as [0, 1, 2.5], or categories: ["basic", "pro"]
  step          in steps of this size, from the row's own value
  step-from     ... or from this value instead, such as 0

  may-blank     true: it can also go missing, whatever else restricts its values, unless
                it is frozen. In [all] it does not apply to columns in a group or a link.
                Methods that support it: %s

What a change costs:

  weight        factor on the column's change in the norms inf, 2 and 1, 1 by default:
                with weight 2 it moves half as far within an eps. See also --units and
                --scale-by. { up = 1, down = 3 } weighs a fall more than a rise; a change
                of category that is neither, and going missing, have the larger of the two
  price         of a change by 1, in the units of the data, in the norm cost, where eps
                is a budget: a number, or { up = 1, down = 3 }. From no to yes is a
                change by 1. A column cannot move in a direction without a price; that
                of [all] is for all columns of numbers
  blank-price   of going missing, in every norm but 0: 1 by default, like a change of
                category. In inf, 2 and 1 the weight is a factor on it

What a change of category costs, in every norm but 0 (with inf and an eps below the
price, it is impossible). In inf, 2 and 1 the column's weight, or that of [all], is a
factor on it.

  price         of any other level, 1 by default whatever [all] says, or "never"
  prices        from level to level, "never" for what is impossible:
                prices = { clerk = { nurse = 120, judge = "never" } }, or as a table
                [feature.job.prices] with a line such as
                clerk = { nurse = 120, judge = "never" } per level. Pairs that are not
                named have the column's price; without one, all must be named,
                or all to one of values if these are given. A level without training
                rows is a missing value to the model, and no attacker moves to it
  ordinal       all levels in order, such as ["low", "medium", "high"]: a change by two
                steps costs the price twice. The price may then be { up = 1, down = 3 },
                and direction applies, also that of [all]. Without a price, each step
                counts 1

--norm 0 counts the columns that change. It ignores weights and prices, but what is
"never" allowed is impossible there too.

One-hot columns (0 and 1, of which one is 1) get a table [group.NAME]. Moving the 1
from one column to another is one change, by 1:

  features      the columns, such as ["job_clerk", "job_nurse"]
  ones          "exactly one" is 1, the default, or "at most one"
  frozen        true: they stay as they are; that of [all] holds for groups too
  price         of the change, in every norm but 0, 1 by default, or "never"
  prices        from column to column, as from level to level; "" is none of them

Methods that obey groups: %s.
Others refuse them. --one-hot auto finds groups by names, such as job_clerk and
job_nurse, and by the rows, among columns that the file does not name.

Columns that depend on each other are tied by rules in the table [links]:

  rules         such as ["total = fee + interest", "rate = paid / due", "first <= last"]:
                a column, = or <=, and then columns and numbers joined by + - * or /; or
                two columns with >= between them.
                Columns hold numbers; a row in which a divisor is 0 breaks the rule.
                Names with spaces or signs are quoted, and so is the number of a column
                in place of its name: '"total due" = fee + tax'

The examples of every method obey links. A row that breaks one is not attacked and is
out-of-bounds. A derived column that has a step, or holds whole numbers, is its formula
rounded to that, as is common in tables. Its own change counts like any other, unless
its price is 0 (in every norm) or its weight is 0 (in the norms inf, 2 and 1). Proofs
assume a stronger attacker, who may ignore links within the ranges that links leave for
a row; exact and auto divide these into smaller and smaller parts. Such bounds hold for
an attacker who obeys links too, and come close to the nearest example. An example is
optimal if it meets its bound, and found otherwise.

The table [gain] says what a row is worth to its attacker, in the unit of the prices.
An attack pays if its price is below that. With --norm cost, eval and harden say for
how many rows it pays and what profit is left:

  value         of every row, such as 100
  column        ... or the column that holds the value; rows in which it is missing are
                left out of this, and counted

hardwood attack --answers FILE writes what each example changes and what that costs,
in the data's own names and values.

A column has only one of integer, values and step. No column becomes a number that
stands for a missing value (--missing-words). A value that is missing in a row
stays missing, and so does a level that the model does not know and takes for a missing
value: attack, verify and reports say which columns hold some. To count what an attacker
could do who restates them, train a model on rows that have these levels.
`
