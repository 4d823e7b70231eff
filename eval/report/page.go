package report

import (
	_ "embed"
	"fmt"
	"html"
	"html/template"
	"io"
	"math"
	"strconv"
	"strings"
)

// Page is a report as one HTML file that needs nothing else.
type Page struct {
	Title    string
	Answer   string // the answer in a sentence or some
	Warning  bool   // the answer is no good news
	Sections []Section
	Settings [][2]string // name and value
	Command  string      // that makes the report again, or ""
	Footer   string
}

// Section is a part of a page. What is empty is left out.
type Section struct {
	Heading string
	Text    string
	Tables  []Table
	Plots   []*Plot
	Images  []ImageRow
	Folded  bool // shown when the reader asks for it
}

// ImageRow is a row of pictures of one victim.
type ImageRow struct {
	Caption string
	Images  []Image
}

// Image is a picture with what it shows.
type Image struct {
	Caption string
	Alt     string
	PNG     template.URL // a data URL
}

//go:embed page.gohtml
var pageTemplate string

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"style":  func() template.CSS { return template.CSS(pageStyle) },
	"script": func() template.JS { return template.JS(pageScript) },
	"svg": func(p *Plot) (template.HTML, error) {
		svg, err := p.inline()
		return template.HTML(svg), err
	},
	"value": func(v float64) string {
		if math.IsNaN(v) {
			return ""
		}
		return strconv.FormatFloat(v, 'g', -1, 64)
	},
	"long":     func(s string) bool { return strings.Contains(s, "\n") },
	"unbroken": func(s string) string { return strings.ReplaceAll(s, " %", "\u00a0%") }, // a number and its unit stay on a line
	"id":       func(i int) string { return fmt.Sprintf("s%d", i) },
}).Parse(pageTemplate))

// HTML writes the page.
func (p *Page) HTML(w io.Writer) error { return page.Execute(w, p) }

func escape(s string) string { return html.EscapeString(s) }
