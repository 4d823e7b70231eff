// Package rounds is what the rounds of all boosters share: rows that are checked
// and binned (load.go, check.go), which hooks change (rows.go, margins.go, put.go), the loop
// that calls the hooks (loop.go), validation tables with early stopping
// (valid.go), and models and checkpoints to go on from (resume.go).
package rounds
