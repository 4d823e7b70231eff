package ablation

// Fault is an error in a spec: in its text, in a value, or in a value that does not fit the rows. A
// file of rows that cannot be read is not a Fault.
type Fault struct{ Err error }

// Error says what is wrong.
func (f *Fault) Error() string { return f.Err.Error() }

// Unwrap returns what is wrong.
func (f *Fault) Unwrap() error { return f.Err }

// fault wraps an error in a Fault; nil stays nil.
func fault(err error) error {
	if err == nil {
		return nil
	}
	return &Fault{err}
}
