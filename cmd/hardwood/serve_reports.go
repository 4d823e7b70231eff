package main

import (
	"io/fs"
	"net/http"
	"os"
	"path"
	"slices"
	"time"
)

// reportName is the file of a report, which needs no other.
const reportName = "report.html"

// reports are those in a directory and its subdirectories. Links cannot lead out of it.
type reports struct{ root *os.Root }

// pageReport is a report as the page shows it.
type pageReport struct {
	Path, Written string
	at            time.Time
}

// list returns the reports, the newest first.
func (r *reports) list() []pageReport {
	if r.root == nil {
		return nil
	}
	files := r.root.FS()
	var all []pageReport
	for _, pattern := range []string{reportName, "*/" + reportName} {
		found, _ := fs.Glob(files, pattern) // it fails only for a malformed pattern
		for _, p := range found {
			if about, err := fs.Stat(files, p); err == nil && about.Mode().IsRegular() {
				all = append(all, pageReport{p, about.ModTime().Format(time.DateTime), about.ModTime()})
			}
		}
	}
	slices.SortFunc(all, func(a, b pageReport) int { return b.at.Compare(a.at) })
	return all
}

// ServeHTTP implements [http.Handler]: it serves reports and nothing else.
func (r *reports) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	name := q.PathValue("path")
	if r.root == nil || path.Base(name) != reportName {
		http.NotFound(w, q)
		return
	}
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:")
	http.ServeFileFS(w, q, r.root.FS(), name)
}
