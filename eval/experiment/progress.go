package experiment

// Progress is told how a run of phases goes; any of its functions may be nil.
type Progress struct {
	Start func(phase string)              // a phase begins
	At    func(done, of int, note string) // steps of it are done; called by several goroutines
	Done  func(result string)             // it ended
	Note  func(text string)               // something about it that may surprise
}

// complete makes functions that do nothing of those that are nil.
func (p Progress) complete() Progress {
	if p.Start == nil {
		p.Start = func(string) {}
	}
	if p.At == nil {
		p.At = func(int, int, string) {}
	}
	if p.Done == nil {
		p.Done = func(string) {}
	}
	if p.Note == nil {
		p.Note = func(string) {}
	}
	return p
}
