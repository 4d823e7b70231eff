// Package golearn joins hardwood with github.com/sjwhitworth/golearn: trainers
// as golearn classifiers ([Classifier]), and golearn grids as tables and back
// ([Table], [Grid]).
//
// Import only golearn's base and evaluation beside it, and the program needs no
// C compiler. golearn draws its folds from a generator that cannot be seeded;
// for figures that others can repeat, use data.Table.Folds.
package golearn
