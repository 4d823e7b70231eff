// Package phrase writes counts and lists as people read them.
package phrase

import (
	"fmt"
	"strings"
)

// Count writes a number of things, whose name is that of one: "1 row", "2 rows", "3 classes".
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	ending := "s"
	if strings.HasSuffix(thing, "s") {
		ending = "es"
	}
	return fmt.Sprintf("%d %s%s", n, thing, ending)
}

// Few joins parts of a sentence by a separator. Of more than most parts it has the first
// ones, and says how many there are: "a, b, ... (9 in all)".
func Few(parts []string, most int, separator string) string {
	if len(parts) <= most {
		return strings.Join(parts, separator)
	}
	return fmt.Sprintf("%s%s... (%d in all)", strings.Join(parts[:most], separator), separator, len(parts))
}

// Names joins names of columns or classes by commas, the first six of many.
func Names(names []string) string { return Few(names, 6, ", ") }

// List joins words, the last by "and" or "or": "a, b and c".
func List(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}

// Column names a column, by its number from 0 if there are no names: `column "age"`, "column 3".
func Column(names []string, f int) string {
	if names == nil {
		return fmt.Sprintf("column %d", f)
	}
	return fmt.Sprintf("column %q", Clip(names[f]))
}

// Clip shortens a text for a message.
func Clip(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "..."
}
