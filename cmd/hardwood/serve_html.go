package main

import (
	_ "embed"
	"fmt"
	"net/url"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
)

//go:embed serve_page.css
var servePageStyle string

// pageOf is the page of a queue, which reloads itself. Names in it are text, never markup.
func pageOf(jobs []pageJob, workers []queue.Present, reports []pageReport) g.Node {
	return h.Doctype(h.HTML(h.Lang("en"),
		h.Head(
			h.Meta(h.Charset("utf-8")),
			h.Meta(h.Name("viewport"), h.Content("width=device-width")),
			h.Meta(g.Attr("http-equiv", "refresh"), h.Content("2")),
			h.TitleEl(g.Text("hardwood: jobs")),
			h.StyleEl(g.Raw(servePageStyle)),
		),
		h.Body(
			h.H1(g.Text("Jobs")),
			listed(jobs, h.P(g.Text("No command with "), h.Code(g.Text("--on")), g.Text(" has been started yet.")), pageJob.html,
				"job", "command", "state", "parts", "done*", "failed*", "speed*", "expected end", "last heard"),
			h.H1(g.Text("Workers")),
			listed(workers, h.P(g.Text("There is no worker: start "), h.Code(g.Text("hardwood worker")), g.Text(".")), workerHTML,
				"worker", "version", "architecture", "parts at a time*"),
			g.If(len(reports) > 0, h.H1(g.Text("Reports"))),
			listed(reports, nil, pageReport.html, "report", "written"),
		),
	))
}

// listed is a table of rows, or none if there are no rows. Columns whose names end in a star
// hold numbers.
func listed[T any](rows []T, none g.Node, row func(T) g.Node, columns ...string) g.Node {
	if len(rows) == 0 {
		return none
	}
	heads := g.Map(columns, func(name string) g.Node {
		if last := len(name) - 1; name[last] == '*' {
			return h.Th(h.Class("number"), g.Text(name[:last]))
		}
		return h.Th(g.Text(name))
	})
	return h.Div(h.Table(h.THead(h.Tr(heads)), h.TBody(g.Map(rows, row))))
}

func (j pageJob) html() g.Node {
	failed := "number"
	if j.Failed > 0 {
		failed += " failed"
	}
	return h.Tr(
		h.Td(h.Code(g.Text(j.Name))), h.Td(g.Text(j.Command)), h.Td(g.Text(j.Now)),
		h.Td(h.Progress(h.Max("100"), h.Value(fmt.Sprint(j.Share)), h.Aria("label", "parts done"))),
		h.Td(h.Class("number"), g.Textf("%d of %d", j.Done, j.Of)),
		h.Td(h.Class(failed), g.Text(fmt.Sprint(j.Failed))),
		h.Td(h.Class("number"), g.Text(j.Rate)), h.Td(g.Text(j.End)), h.Td(g.Text(j.Ago)),
	)
}

func workerHTML(w queue.Present) g.Node {
	return h.Tr(h.Td(g.Text(w.Name)), h.Td(g.Text(w.Version)), h.Td(g.Text(w.Arch)), h.Td(h.Class("number"), g.Text(fmt.Sprint(w.Slots))))
}

func (r pageReport) html() g.Node {
	address := url.URL{Path: "/reports/" + r.Path}
	return h.Tr(h.Td(h.A(h.Href(address.String()), g.Text(r.Path))), h.Td(g.Text(r.Written)))
}
