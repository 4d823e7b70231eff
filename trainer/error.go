package trainer

// OptionError is a fault in [Params], or in options of hardening: one is out of its
// range, contradicts another, or does not fit the rows.
type OptionError struct{ Err error }

// Error says what is wrong, and what the option may be.
func (e *OptionError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong.
func (e *OptionError) Unwrap() error { return e.Err }

// InOptions returns err as an [*OptionError], nil for nil.
func InOptions(err error) error {
	if err == nil {
		return nil
	}
	return &OptionError{err}
}
