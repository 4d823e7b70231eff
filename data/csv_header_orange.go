package data

import (
	"errors"
	"slices"
	"strings"
)

// errOrange is the error for a table whose names stand above two lines that are no rows: taken for
// rows, they would add levels to categories, and a class.
var errOrange = errors.New("lines 2 and 3 hold the types and the roles of columns, as Orange writes them: leave them out, Options.Label names the column of the role class")

// orangeTypes and orangeRoles are the words of Orange for what a column holds, where the levels may be
// listed instead, between blanks, and for what it is used.
var (
	orangeTypes = []string{"c", "continuous", "d", "discrete", "s", "string", "t", "time"}
	orangeRoles = []string{"", "class", "i", "ignore", "m", "meta", "w", "weight"}
)

// ofOrange reports whether two such lines follow the names of the columns.
func (f FirstRows) ofOrange() bool {
	if len(f) < 3 {
		return false
	}
	types := 0
	for k, cell := range f[1] {
		cell = strings.TrimSpace(cell)
		isType := slices.Contains(orangeTypes, cell)
		if cell != "" && !isType && !strings.Contains(cell, " ") || !slices.Contains(orangeRoles, strings.TrimSpace(f[2][k])) {
			return false
		}
		if isType {
			types++
		}
	}
	return types > 0
}
