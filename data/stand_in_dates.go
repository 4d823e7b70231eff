package data

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// standInDate says which of the ends of a column of dates may stand for missing values, such
// as 9999-12-31: the first or the last day of a year, and further from all other dates than
// these are from each other. "" for none.
func (c *collector) standInDate(f int, of column.Column, least, most float64) string {
	written := func(value float64) (date string, is bool) {
		if date, is = of.Word(value); !is {
			date = strconv.FormatFloat(value, 'f', -1, 64)
		}
		return date, is
	}
	for _, value := range []float64{least, most} {
		date, is := written(value)
		if is && !strings.HasSuffix(date, "-01-01") && !strings.HasSuffix(date, "-12-31") {
			continue
		}
		lo, hi, n := math.Inf(1), math.Inf(-1), 0
		for i := range c.table.held() {
			if v := c.table.At(i, f); v == value {
				n++
			} else if v == v {
				lo, hi = min(lo, v), max(hi, v)
			}
		}
		if span := hi - lo; !(span > 0) || max(lo-value, value-hi) <= span {
			continue
		}
		from, _ := written(lo)
		to, _ := written(hi)
		doubt := fmt.Sprintf("%s %s, and the others from %s to %s", phrase.Count(n, "date")+map[bool]string{true: " is", false: " are"}[n == 1], date, from, to)
		if word := c.written(c.table.Features[f], value, date, of.Dates); word != "" {
			doubt += fmt.Sprintf(": Options.MissingWords=%s takes it for a missing value, if it stands for one", word)
		}
		return doubt
	}
	return ""
}

// written returns a date as the column of a name first writes it, "" if none of its words is
// the date. If the file has no words for dates, it is the usual one.
func (c *collector) written(name string, value float64, usual string, order column.Dates) string {
	for k := range c.o.texts.columns {
		of := &c.o.texts.columns[k]
		if of.name != name {
			continue
		}
		if of.words == nil && of.days == 0 {
			return usual
		}
		for _, word := range of.words {
			word = strings.TrimSpace(word)
			if days, ok := notation.Day(word, order); ok && days == value {
				return word
			}
		}
	}
	return ""
}
