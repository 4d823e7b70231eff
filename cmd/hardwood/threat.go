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

// newThreat is a page of help, no command. The page is made when it is asked for.
func newThreat() *cobra.Command {
	c := &cobra.Command{Use: "threat", Short: "The threat file: what an attacker can do to each column", Long: "See help threat."}
	c.SetHelpFunc(func(c *cobra.Command, args []string) {
		c.Long = threatPage()
		c.Parent().HelpFunc()(c, args)
	})
	return c
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

const threatFields = `--threat FILE says what an attacker can do to each column, for hardwood attack,
verify, eval and harden; in a spec of hardwood ablate it is the key threat of
[[data]]. The same file holds for attack, proof, training and report: examples obey
it, bounds are about an attacker who does, and models are hardened against him.
Reports and metrics.json keep its text.

It is a TOML file with a table per column, [feature.NAME], or its number from 0
where the model names none, and a table [all] for what holds wherever a column does
not say otherwise. Names with blanks or dots are quoted: [feature."monthly income"].
Values are in the units of the data, also where the model reads scaled ones.
hardwood data show --write-threat FILE writes a first one from a table.

Who attacks stands above all tables:

  classes       the classes whose rows are attacked, such as ["fraud"], by name, or by
                number from 0 where neither model nor table names them; without the key,
                all. The true class of a row counts. The others stay as they are: they
                are robust where the model is right, and have the status no-attacker

What a column can be changed to (its own value is always allowed):

  min, max      smallest and largest value. A row outside them is not attacked, and
                has the status out-of-bounds. In a column of dates they can be dates, as
                values and step-from can: min = 2021-06-01, without quotes
  frozen        true: the column keeps its value
  direction     "increase", "decrease" or "any": the way it may change
  integer       true: to whole numbers only. Columns that held whole numbers, or
                yes and no, in training move so by default; false allows fractions
  values        to these only, such as [0, 1, 2.5], or categories: ["basic", "pro"]
  step          in steps of this size, from the row's own value
  step-from     ... or from this value instead, such as 0

  may-blank     true: it can also go missing, whatever else is said of its values, unless
                it is frozen. In [all] it is for columns in no group and no link. Methods
                that do so: %s

What a change costs:

  weight        factor on the column's change in the norms inf, 2 and 1, 1 by default:
                what weighs 2 moves half as far within an eps. See also --units and
                --scale-by. { up = 1, down = 3 } weighs a fall more than a rise
  price         of a change by 1, in the units of the data, in the norm cost, where eps
                is a budget: a number, or { up = 1, down = 3 }. A column does not move
                in a way that has no price; [all] gives one to all columns of numbers
  blank-price   of going missing, in every norm but 0, times the weight in inf, 2 and
                1: 1 by default, as that of a change of category

What a change of category costs, in every norm: with inf and an eps below the price
it does not move. Its own weight is a factor on it in inf, 2 and 1.

  price         of any other level, 1 by default whatever [all] says, or "never"
  prices        from level to level, "never" for what cannot be:
                prices = { clerk = { nurse = 120, judge = "never" } }, or as a table
                [feature.job.prices] with a line such as
                clerk = { nurse = 120, judge = "never" } per level. Pairs that are not
                named have the column's price; without one, all must be named
  ordinal       all levels in order, such as ["low", "medium", "high"]: a change by two
                steps costs the price twice. It may be { up = 1, down = 3 } then, and
                direction holds, that of [all] too. Without a price each step counts 1

--norm 0 counts the columns that change, and knows neither weights nor prices, but
what is "never" cannot be there either.

Columns of 0 and 1 of which one is 1, as one-hot encoding makes them, are a table
[group.NAME]. To change which one is 1 is one change, by 1:

  features      the columns, such as ["job_clerk", "job_nurse"]
  ones          "exactly one" is 1, or "at most one"
  frozen        true: they stay as they are
  price         of the change, in every norm but 0, 1 by default, or "never"
  prices        from column to column, as from level to level; "" is none of them

Methods that obey groups: %s.
Others refuse them. --one-hot auto finds groups by names, such as job_clerk and
job_nurse, and the rows, where no file names their columns.

What an attacker cannot change apart is tied by rules in the table [links]:

  rules         such as ["total = fee + interest", "rate = paid / due", "first <= last"]:
                a column, =, <= or >=, and columns and numbers with + - * or / between
                them. Columns hold numbers; where one that is divided by is 0, a row
                breaks the rule. Names with blanks or signs, and the number of a column
                in place of its name, are quoted: '"total due" = fee + tax'

Every example obeys links, of any method; a row that breaks one is not attacked and
is out-of-bounds. A derived column with a step, or of whole numbers, is the formula
rounded to that, as tables often have it. A derived column's own change counts like any
other's, unless its price is 0 (in every norm) or its weight is 0 (in the norms inf, 2
and 1). Proofs ask for an attacker who need not obey within what links leave of a row,
which exact and auto divide into smaller and smaller parts: bounds hold for who must
obey, and come near to the nearest example. It is optimal where it meets its bound, and
found otherwise.

What a row is worth to who attacks it stands in the table [gain], in the unit of the
prices. Who attacks does so if the price is below that; with --norm cost, eval and
harden say of how many rows that is true and what is left for him:

  value         of every row, such as 100
  column        ... or the column whose value it is

What examples change and what that costs, in the words of the data, is written by
hardwood attack --answers FILE.

A column has one of integer, values and step. What a row misses stays missing.
`
