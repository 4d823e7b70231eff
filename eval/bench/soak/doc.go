// Package soak holds a differential oracle, as a test: random tables, training
// settings and threats give tiny models, and what every part of hardwood says
// of a model is held against brute force over the cells of its grid, the plain
// predictor, leaves, the files of other libraries, and the other parts.
//
// Every model has a number, from which all about it is drawn. go test takes a
// few hundred; make soak any number of them:
//
//	make soak MODELS=100000 FIRST=0
//
// What disagrees is reported with its number, which MODELS=1 and FIRST repeat.
//
//	soak_test.go     the run, and what is counted
//	draw_test.go     tables and settings
//	threat_test.go   problems and victims
//	groups_test.go   one-hot columns and their groups
//	model_test.go    training, files and predictions
//	attack_test.go   attacks, proofs and decisions
package soak
