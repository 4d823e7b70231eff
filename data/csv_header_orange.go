package data

import (
	"regexp"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
)

// orange is what a table of Orange says of its columns, in two lines below their names or before
// each name: what it holds, by one letter, and what it is for, "" where it does not say.
type orange struct {
	names, types, roles []string
	lines               int // below the names
}

// orangeTypes and orangeRoles are the words of Orange by what they mean; d is also meant by a list of
// levels between blanks.
var (
	orangeTypes = map[string]string{"": "", "c": "c", "continuous": "c", "n": "c", "numeric": "c", "d": "d", "discrete": "d", "categorical": "d",
		"s": "s", "string": "s", "text": "s", "t": "t", "time": "t"}
	orangeRoles = map[string]string{"c": isClass, "class": isClass, "i": isIgnored, "ignore": isIgnored, "m": isMeta, "meta": isMeta, "w": isWeight, "weight": isWeight}
)

// orangeName is a name behind a role, a type, or both.
var orangeName = regexp.MustCompile(`^([cimw]?)([CDNST]?)#(.+)$`)

// ofOrange returns what a table of Orange says of its columns, nil for any other table. In such a table most
// columns have a type, and some no role.
func (f FirstRows) ofOrange(o *Options) *orange {
	if o.Header == RowFirst {
		return nil
	}
	if of := orangeNames(f[0]); of != nil || len(f) < 3 {
		return of
	}
	of, words, untold := &orange{names: bare(f[0]), lines: 2}, 0, 0
	for k, cell := range f[1] {
		cell = strings.TrimSpace(cell)
		letter, isType := orangeTypes[cell]
		switch {
		case letter != "":
			words++
		case strings.Contains(cell, " "):
			letter, isType = "d", true
		default:
			untold++
		}
		role, isRole := orangeRole(f[2][k])
		if !isType || !isRole {
			return nil
		}
		of.types, of.roles = append(of.types, letter), append(of.roles, role)
	}
	if words == 0 || 2*untold >= len(f[0]) || !slices.Contains(of.roles, "") {
		return nil
	}
	return of
}

// orangeNames is ofOrange for a first line with all there is, such as cD#sick: one name has to have a
// role and a type, as others may begin like a#b.
func orangeNames(first []string) *orange {
	of, sure := &orange{}, false
	for _, name := range bare(first) {
		match := orangeName.FindStringSubmatch(name)
		if match == nil {
			match = []string{name, "", "", name}
		}
		role, letter := match[1], match[2]
		sure = sure || role != "" && letter != ""
		of.names, of.types, of.roles = append(of.names, match[3]), append(of.types, orangeTypes[strings.ToLower(letter)]), append(of.roles, orangeRoles[role])
	}
	if !sure {
		return nil
	}
	return of
}

// orangeRole returns the role that a cell gives, beside attributes such as type=image.
func orangeRole(cell string) (role string, isRole bool) {
	for _, word := range strings.Fields(strings.ReplaceAll(cell, `\ `, "")) {
		if of := orangeRoles[word]; of != "" {
			role = of
		} else if !strings.Contains(word, "=") {
			return "", false
		}
	}
	return role, true
}

// withRoles returns the second line below the names of Orange with a cell for each of them: those at
// its end are often left out.
func withRoles(cells []string, columns int) []string {
	for _, cell := range cells {
		if _, isRole := orangeRole(cell); !isRole {
			return cells
		}
	}
	return append(cells, make([]string, max(0, columns-len(cells)))...)
}

// declare says which columns hold numbers, and which hold levels, and leaves the lines that say so.
func (c *csvReader) declare(of *orange, o *Options) error {
	for range of.lines {
		if _, err := c.nextRow(nil); err != nil {
			return err
		}
	}
	for f, k := range c.columns.Features {
		switch of.types[k] {
		case "c":
			c.columns.Declare(f, column.Numeric)
		case "d":
			c.columns.declareLevels(f)
		}
	}
	if label := c.columns.Label; label >= 0 && of.types[label] == "d" {
		o.Classification = !o.Regression
	}
	return nil
}
