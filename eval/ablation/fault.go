package ablation

// Fault is what is wrong with a spec: with its text, with a value, or with one that does
// not fit the rows. A file of rows that cannot be read is none.
type Fault struct{ Err error }

// Error says what is wrong.
func (f *Fault) Error() string { return f.Err.Error() }

// Unwrap returns what is wrong.
func (f *Fault) Unwrap() error { return f.Err }

// fault returns an error as a fault, nil for none.
func fault(err error) error {
	if err == nil {
		return nil
	}
	return &Fault{err}
}
