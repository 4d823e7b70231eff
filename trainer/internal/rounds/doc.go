// Package rounds is what the rounds of all boosters share: the training rows
// that hooks change (rows.go, put.go), the loop that calls the hooks (loop.go)
// and the validation tables with early stopping (valid.go).
package rounds
