package notation

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/hardwood-ml/hardwood/data/column"
)

// DateLike writes a date or a time of day, given as [column.Column.Cell] has it, in the way of a cell,
// as far as its column, some other cells, tells: 1/5/2021 can be the fifth of a column of 01/05/2021
// only. If the cell is no date, the column alone tells. A time that a cell has no place for stands
// behind the date, and a second and its decimals where they belong. Where that is not read in this
// order as the same date again, it stays as given.
func DateLike(date, cell string, others []string, order column.Dates) string {
	forms := dateForms(strings.TrimSpace(cell), order)
	for i := 0; i < len(others) && len(forms) == 0; i++ {
		forms = dateForms(strings.TrimSpace(others[i]), order)
	}
	days, ok := Day(date, order)
	if !ok || len(forms) == 0 {
		return date
	}
	best, most := 0, -1
	for i := 0; i < len(forms) && len(forms) > 1; i++ {
		n := 0
		for _, other := range others {
			if forms[i].writes(strings.TrimSpace(other)) {
				n++
			}
		}
		if n > most {
			best, most = i, n
		}
	}
	for _, text := range forms[best].write(date) {
		if read, ok := Day(text, order); ok && read == days {
			return text
		}
	}
	return date
}

// dateForm is how a date or a time of day is written.
type dateForm struct {
	layout   string
	dress    func(text string) string // what the layout does not say
	zone     *time.Location
	decimals int // of a second, at least
}

// dresses are what layouts do not say: names in capitals or in small letters, and hours of one digit.
var dresses = []func(text string) string{
	func(text string) string { return text }, strings.ToUpper, strings.ToLower,
	func(text string) string { return twoDigitHour.ReplaceAllString(text, "$1$2") },
}

var twoDigitHour = regexp.MustCompile(`(^|[ T])0(\d:\d\d)`)

// variants are the layouts that differ from one in whether days, months and hours have two digits, and
// in whether the zone of UTC is +00:00 or Z.
func variants(layout string) []string {
	date := oneDigitDate.ReplaceAllString(layout, "0$1")
	return slices.Compact([]string{
		layout, date, oneDigitHour.ReplaceAllString(layout, "03:"), oneDigitHour.ReplaceAllString(date, "03:"),
		strings.Replace(layout, "Z07", "-07", 1),
	})
}

var (
	oneDigitDate = regexp.MustCompile(`\b([12])\b`)
	oneDigitHour = regexp.MustCompile(`\b3:`)
)

// dateForms returns the forms in which a text can have been written.
func dateForms(text string, order column.Dates) (forms []dateForm) {
	layouts := slices.Concat(dateLayouts, ordered(order), monthLayouts)
	if order == column.TimeOfDay {
		layouts = clockLayouts
	}
	bare, decimals := withoutFraction(text), 0
	if match := secondsFraction.FindStringSubmatch(text); match != nil {
		decimals = len(match[2])
	}
	for _, layout := range layouts {
		at, err := time.ParseInLocation(layout, text, time.UTC) // as the place of this machine is no part of a form
		if err != nil {
			continue
		}
		for _, variant := range variants(layout) {
			if slices.ContainsFunc(forms, func(f dateForm) bool { return f.layout == variant }) {
				continue
			}
			for _, dress := range dresses {
				if form := (dateForm{variant, dress, at.Location(), decimals}); form.text(at) == bare {
					forms = append(forms, form)
					break
				}
			}
		}
	}
	return forms
}

// withoutFraction drops the decimals of a second.
func withoutFraction(text string) string { return secondsFraction.ReplaceAllString(text, "$1") }

var secondsFraction = regexp.MustCompile(`(:\d\d|T\d{6}|\d\.\d\d\.\d\d)[.,](\d+)`)

// writes reports whether a text can have been written in this form.
func (f *dateForm) writes(text string) bool {
	at, err := time.ParseInLocation(f.layout, text, time.UTC)
	return err == nil && f.text(at) == withoutFraction(text)
}

// text writes a time.
func (f *dateForm) text(at time.Time) string { return f.dress(at.In(f.zone).Format(f.layout)) }

// write returns texts for a date as [column.Column.Cell] has it, the ones most like the form first.
func (f *dateForm) write(date string) (texts []string) {
	whole, fraction, _ := strings.Cut(date, ".")
	at, _, ok := parse([]string{time.DateOnly, time.DateTime, time.TimeOnly, "15:04"}, whole)
	if !ok {
		return nil
	}
	fraction += strings.Repeat("0", max(0, f.decimals-len(fraction)))
	layouts := []string{f.layout}
	if !strings.Contains(f.layout, "04") {
		layouts = append(layouts, f.layout+" 15:04")
	}
	for _, layout := range layouts {
		if strings.Contains(layout, ":04") && !strings.Contains(layout, ":05") {
			layouts = append(layouts, strings.Replace(layout, ":04", ":04:05", 1))
		}
	}
	for _, layout := range layouts {
		if !strings.Contains(layout, "2006") {
			layouts = append(layouts, strings.Replace(layout, "06", "2006", 1))
		}
	}
	for _, layout := range layouts {
		form := dateForm{layout: layout, dress: f.dress, zone: f.zone}
		if fraction != "" {
			const mark = "\x00" // which no layout has a meaning for
			form.layout = strings.Replace(layout, "05", "05"+mark, 1)
			texts = append(texts, strings.Replace(form.text(at), mark, "."+fraction, 1))
			continue
		}
		texts = append(texts, form.text(at))
	}
	return texts
}
