package report

import (
	_ "embed"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

// HTML writes the page. Names from the data are escaped.
func (p *Page) HTML(w io.Writer) error {
	return h.Doctype(h.HTML(h.Lang("en"), p.head(), p.body())).Render(w)
}

func (p *Page) head() g.Node {
	return h.Head(
		h.Meta(h.Charset("utf-8")),
		h.Meta(h.Name("viewport"), h.Content("width=device-width, initial-scale=1")),
		h.Meta(h.Name("color-scheme"), h.Content("light dark")),
		h.TitleEl(g.Text(p.Title)),
		h.Link(h.Rel("icon"), h.Href("data:,")),
		h.StyleEl(g.Raw(pageStyle)),
	)
}

func (p *Page) body() g.Node {
	answer := "answer"
	if p.Warning {
		answer += " warning"
	}
	var links, sections g.Group
	for i := range p.Sections {
		s := &p.Sections[i]
		links = append(links, h.Li(h.A(h.Href("#"+sectionID(i)), g.Text(s.Heading))))
		sections = append(sections, s.html(sectionID(i)))
	}
	return h.Body(
		h.A(h.Class("skip"), h.Href("#main"), g.Text("Skip to the results")),
		h.Header(
			h.P(h.Class("brand"), g.Text("hardwood")),
			h.H1(g.Text(p.Title)),
			h.P(h.Class(answer), g.Text(unbroken(p.Answer))),
			h.Nav(h.Aria("label", "Sections"), h.Ul(links, h.Li(h.A(h.Href("#settings"), g.Text("Settings"))))),
		),
		h.Main(h.ID("main"), sections, p.settings()),
		h.Footer(h.P(g.Text(p.Footer))),
		h.Script(g.Raw(pageScript)),
	)
}

func sectionID(i int) string { return fmt.Sprintf("s%d", i) }

// unbroken keeps a number and its unit on one line.
func unbroken(s string) string { return strings.ReplaceAll(s, " %", "\u00a0%") }

func (p *Page) settings() g.Node {
	again := "The command that makes this report again:"
	if p.Partial {
		again = "The command that was interrupted, and makes the report on all rows:"
	}
	return h.Section(h.Aria("labelledby", "settings"),
		h.H2(h.ID("settings"), g.Text("Settings")),
		g.If(p.Command != "", g.Group{
			h.P(g.Text(again)),
			h.Pre(h.TabIndex("0"), h.Code(g.Text(p.Command))),
		}),
		h.Dl(g.Map(p.Settings, func(s [2]string) g.Node {
			return h.Div(g.If(strings.Contains(s[1], "\n"), h.Class("long")), h.Dt(g.Text(s[0])), h.Dd(g.Text(s[1])))
		})),
	)
}

func (s *Section) html(id string) g.Node {
	parts := g.Group{g.Map(s.Tables, Table.html)}
	if len(s.Plots) > 0 {
		parts = append(parts, h.Div(h.Class("plots"), g.Map(s.Plots, (*Plot).html)))
	}
	parts = append(parts, g.Map(s.Images, ImageRow.html))
	var shown g.Node = parts
	if s.Folded {
		shown = h.Details(h.Summary(g.Text("Show "+s.Heading)), parts)
	}
	return h.Section(h.Aria("labelledby", id),
		h.H2(h.ID(id), g.Text(s.Heading)),
		g.If(s.Text != "", h.P(g.Text(s.Text))),
		g.If(s.List != nil, h.Ul(g.Map(s.List, func(text string) g.Node { return h.Li(g.Text(text)) }))),
		shown,
	)
}

func (t Table) html() g.Node {
	return h.Div(h.Class("scroll"), h.TabIndex("0"), h.Role("region"), h.Aria("label", t.Caption), h.Table(
		h.Caption(h.Span(g.Text(t.Caption))),
		h.THead(h.Tr(g.Map(t.Columns, Column.html))),
		h.TBody(g.Map(t.Rows, func(row []Cell) g.Node {
			var cells g.Group
			for i := range row {
				cells = append(cells, row[i].html(&t.Columns[i]))
			}
			return h.Tr(cells)
		})),
	))
}

func (c Column) html() g.Node {
	return h.Th(h.Scope("col"), h.Aria("sort", "none"), g.If(c.Text, h.Class("text")),
		h.Button(h.Type("button"), g.If(c.Help != "", h.Title(c.Help)), g.Text(c.Name)))
}

func (c *Cell) html(of *Column) g.Node {
	text, note := g.Text(c.Text), c.Note+c.Beside
	if c.Best {
		text = h.Strong(text)
	}
	value := "" // numbers sort by this, words by their text
	if !math.IsNaN(c.Value) {
		value = strings.Replace(strconv.FormatFloat(c.Value, 'g', -1, 64), "Inf", "Infinity", 1) // as scripts read it
	}
	return h.Td(g.If(of.Text, h.Class("text")), h.Data("label", of.Name), h.Data("value", value),
		text, g.If(note != "", h.Small(g.Text(note))))
}

func (p *Plot) html() g.Node {
	return h.Figure(
		g.NodeFunc(func(w io.Writer) error {
			svg, err := p.inline()
			if err != nil {
				return err
			}
			_, err = io.WriteString(w, svg)
			return err
		}),
		h.FigCaption(g.Text(p.Title)),
	)
}

func (r ImageRow) html() g.Node {
	return h.Div(h.Class("pictures"), h.H3(g.Text(r.Caption)), h.Div(h.Class("row"), g.Map(r.Images, func(m Image) g.Node {
		return h.Figure(h.Img(h.Src(m.PNG), h.Alt(m.Alt), h.Loading("lazy")), h.FigCaption(g.Text(m.Caption)))
	})))
}
