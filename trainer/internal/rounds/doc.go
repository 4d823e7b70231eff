// Package rounds is what the rounds of all boosters share: rows that are checked and binned (load.go,
// check.go) and that hooks change (rows.go, margins.go, put.go), the loop that calls the hooks
// (loop.go), validation tables with early stopping (valid.go), and models and checkpoints to continue
// from (resume.go).
package rounds
