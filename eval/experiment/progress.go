package experiment

import "time"

// Progress is called as a run goes through its phases; any of its functions may be nil.
type Progress struct {
	Start func(phase string)              // a phase begins
	At    func(done, of int, note string) // some of its steps are done; called by several goroutines
	Done  func(result string)             // the phase ended

	// Left is called in place of At in a phase that has a time: by several goroutines, with what is left of it
	// and what is done.
	Left func(left, of time.Duration, done string)
	Note func(text string) // something about it that may surprise
}

// complete replaces nil functions by ones that do nothing.
func (p Progress) complete() Progress {
	if p.Start == nil {
		p.Start = func(string) {}
	}
	if p.At == nil {
		p.At = func(int, int, string) {}
	}
	if p.Left == nil {
		p.Left = func(_, _ time.Duration, _ string) {}
	}
	if p.Done == nil {
		p.Done = func(string) {}
	}
	if p.Note == nil {
		p.Note = func(string) {}
	}
	return p
}
