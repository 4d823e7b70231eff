package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
)

// page shows the jobs of a queue in a browser.
type page struct {
	q       *queue.Queue
	reports reports

	mu    sync.Mutex
	first map[string]standing // of each running job, when the page first saw it
}

// standing is how far a job was at a time.
type standing struct {
	at   time.Time
	done int
}

// pageJob is a job as the page shows it.
type pageJob struct {
	*queue.State
	Name, Now, Ago, Rate, End string
	Share                     float64 // of the parts that are done, in percent
}

// startPage serves the page on an address that only this machine can reach, with the reports
// in a directory and its subdirectories, "" for none.
func startPage(c *cobra.Command, address string, q *queue.Queue, directory string) (*http.Server, error) {
	if !onlyHere(address) {
		return nil, usage(fmt.Errorf("--http is %q, but must be an address that no other machine can reach, such as 127.0.0.1:8080, as the page asks for no token", address))
	}
	p := &page{q: q, first: map[string]standing{}}
	if directory != "" {
		root, err := os.OpenRoot(directory)
		if err != nil {
			return nil, fmt.Errorf("--reports: %w", err)
		}
		p.reports.root = root
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	s := &http.Server{Handler: p.routes(), ReadHeaderTimeout: 5 * time.Second}
	go s.Serve(listener)
	progressOf(c).keep("jobs are shown on http://" + listener.Addr().String())
	return s, nil
}

// onlyHere reports whether no other machine can reach an address.
func onlyHere(address string) bool {
	host, _, err := net.SplitHostPort(address)
	ip := net.ParseIP(host)
	return err == nil && (host == "localhost" || ip != nil && ip.IsLoopback())
}

// routes returns the handler of the page. It refuses other host names, by which another
// site's page could reach it (DNS rebinding).
func (p *page) routes() http.Handler {
	m := http.NewServeMux()
	m.Handle("GET /{$}", p)
	m.Handle("GET /reports/{path...}", &p.reports)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !onlyHere(r.Host) {
			http.Error(w, "this page is for a browser on this machine", http.StatusForbidden)
			return
		}
		m.ServeHTTP(w, r)
	})
}

// ServeHTTP implements [http.Handler].
func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	jobs, err := p.q.List(r.Context())
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	workers, err := p.q.Workers(r.Context(), 200*time.Millisecond)
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	now := time.Now()
	shown := make([]pageJob, len(jobs))
	for i, s := range jobs {
		shown[i] = p.job(s, now)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	pageOf(shown, workers, p.reports.list()).Render(w)
}

// job returns what the page shows of a job. Its speed is measured from when the page first
// saw the job.
func (p *page) job(s *queue.State, now time.Time) pageJob {
	j := pageJob{State: s, Name: s.Key()[:12], Now: stateOf(s, now), Ago: ago(s, now), Share: 100 * float64(s.Done) / float64(max(s.Of, 1))}
	p.mu.Lock()
	defer p.mu.Unlock()
	if j.Now != "runs" {
		delete(p.first, j.Name)
		return j
	}
	first, known := p.first[j.Name]
	if !known || first.done > s.Done {
		first = standing{s.Seen, s.Done}
		p.first[j.Name] = first
	}
	j.Rate, j.End = "measured", "measured"
	if spent := s.Seen.Sub(first.at); spent > 0 && s.Done > first.done {
		each := spent / time.Duration(s.Done-first.done)
		left := each * time.Duration(s.Of-s.Done)
		j.Rate, j.End = speed(each), left.Round(time.Second).String()+", "+s.Seen.Add(left).Format(time.DateTime)
	}
	return j
}

// speed says how many parts are done per second, minute or hour if one takes each.
func speed(each time.Duration) string {
	for _, u := range []struct {
		name string
		time.Duration
	}{{"second", time.Second}, {"minute", time.Minute}} {
		if each <= u.Duration {
			return fmt.Sprintf("%.3g a %s", float64(u.Duration)/float64(each), u.name)
		}
	}
	return fmt.Sprintf("%.3g an hour", float64(time.Hour)/float64(each))
}
