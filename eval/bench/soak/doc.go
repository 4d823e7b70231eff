// Package soak is a differential test: random tables, training settings and threats give tiny models,
// and what every part of hardwood says about a model is compared with brute force over the cells of its
// grid, the plain predictor, leaves, the files of other libraries, and the other parts.
//
// Every model has a number, from which everything about it is drawn. go test runs a few hundred models,
// make soak any number:
//
//	make soak MODELS=100000 FIRST=0
//
// A disagreement is reported with the number of the model; MODELS=1 and FIRST repeat it.
//
//	soak_test.go     the run, and what is counted
//	draw_test.go     tables and settings
//	threat_test.go   problems and victims
//	groups_test.go   one-hot columns and their groups
//	model_test.go    training, files and predictions
//	attack_test.go   attacks, proofs and decisions
package soak
