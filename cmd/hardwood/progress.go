package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/mattn/go-isatty"

	"github.com/hardwood-ml/hardwood/internal/terminal"
)

// progress shows how far a command is: one line that rewrites itself on a terminal, or a
// plain line now and then if the output is piped.
type progress struct {
	mu       sync.Mutex
	w        io.Writer
	terminal bool
	phase    string
	started  time.Time
	counting counting
	shown    time.Time
	width    int           // of the line on the terminal
	patience time.Duration // how long a phase lasts before during shows it
}

// How often a line is shown.
const (
	everyTerminal = 100 * time.Millisecond
	everyPlain    = 2 * time.Second
)

func newProgress(w io.Writer, terminal bool) *progress {
	return &progress{w: w, terminal: terminal, patience: everyPlain}
}

func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && isatty.IsTerminal(file.Fd())
}

// start begins a phase.
func (p *progress) start(phase string) { p.begin(phase, time.Now()) }

func (p *progress) begin(phase string, when time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.phase, p.started, p.counting = phase, when, counting{since: when}
	if p.terminal {
		p.shown = time.Time{}
		p.rewrite(phase + " ...")
		return
	}
	p.shown = time.Now()
	p.line(phase + " ...")
}

// during shows a phase that is usually short, and has no steps to count, if it lasts.
func (p *progress) during(phase string, do func() error) error {
	began, shown := time.Now(), make(chan struct{})
	timer := time.AfterFunc(p.patience, func() {
		p.begin(phase, began)
		close(shown)
	})
	err := do()
	if !timer.Stop() {
		<-shown
		if err == nil {
			p.done("done")
		}
	}
	return err
}

// at shows how many steps of a phase are done. It may be called from several goroutines, and
// as often as you like.
func (p *progress) at(done, of int, note string) { p.step(done, of, note, p.remaining) }

// withLeft is at for steps that know how long the others will take, 0 if unknown.
func (p *progress) withLeft(done, of int, left time.Duration) {
	p.step(done, of, "", func(int, int, time.Time) time.Duration { return left })
}

// within shows what is done in a phase that has a time, and how much of that is left.
func (p *progress) within(left, of time.Duration, done string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.due(time.Now()) {
		p.show(fmt.Sprintf("%s: %s, %s of %s left", p.phase, done, left.Round(time.Second), of))
	}
}

// counting is what a phase counts at the moment. One phase may count several things in turn, such
// as the rows of two models, which take different times.
type counting struct {
	since    time.Time
	from     int // steps that were done then
	most, of int
}

// note takes account of a step. Steps of something new have another total, or begin anew: their
// number falls by more than it does where goroutines overtake each other.
func (c *counting) note(done, of int, now time.Time) {
	if c.of > 0 && of != c.of || 2*done < c.most {
		*c = counting{since: now, from: done}
	}
	c.most, c.of = max(c.most, done), of
}

// remaining estimates how long the steps that are left will take by those that are done, 0
// if it is too early to tell.
func (p *progress) remaining(done, of int, now time.Time) time.Duration {
	c := &p.counting
	if spent := now.Sub(c.since); done > c.from && done < of && spent > 2*time.Second {
		return time.Duration(float64(spent) / float64(done-c.from) * float64(of-done))
	}
	return 0
}

func (p *progress) step(done, of int, note string, left func(done, of int, now time.Time) time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	p.counting.note(done, of, now)
	if !p.due(now) {
		return
	}
	line := fmt.Sprintf("%s: %d of %d", p.phase, done, of)
	if note != "" {
		line += ", " + note
	}
	if left := left(done, of, now); left > 0 {
		line += fmt.Sprintf(", %s left", left.Round(time.Second))
	}
	p.show(line)
}

// due reports whether it is time for another line.
func (p *progress) due(now time.Time) bool {
	every := everyTerminal
	if !p.terminal { // less and less often, so that a long phase does not fill a log
		every = max(everyPlain, now.Sub(p.started)/5)
	}
	if now.Sub(p.shown) < every {
		return false
	}
	p.shown = now
	return true
}

// show shows a line in the place of the last one, or below it if there is no terminal.
func (p *progress) show(line string) {
	if p.terminal {
		p.rewrite(line)
		return
	}
	p.line(line)
}

// done ends a phase with its result.
func (p *progress) done(result string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	line := fmt.Sprintf("%s: %s (%.1f s)", p.phase, result, time.Since(p.started).Seconds())
	if p.terminal {
		p.rewrite(line)
		p.width = 0
		line = ""
	}
	p.line(line)
}

// end leaves the line of an unfinished phase, so that an error gets its own line.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.width > 0 {
		fmt.Fprintln(p.w)
	}
}

// warn shows a note that stays.
func (p *progress) warn(text string) { p.keep("note: " + text) }

// keep shows a line that stays.
func (p *progress) keep(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.terminal {
		p.rewrite("")
		p.rewrite("")
	}
	p.line(line)
}

// line writes a line of its own.
func (p *progress) line(text string) { fmt.Fprintln(p.w, terminal.Text(text)) }

// rewrite puts a line over the last one.
func (p *progress) rewrite(line string) {
	line = terminal.Text(line)
	fmt.Fprintf(p.w, "\r%s%s", line, strings.Repeat(" ", max(p.width-len(line), 0)))
	p.width = len(line)
}
