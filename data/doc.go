// Package data reads labelled tables, scales them and splits them.
//
// A [Table] is what every other package works on: rows of float64 features, a
// class number per row, and the names that go with both. Readers for CSV,
// LIBSVM, IDX, Parquet and ARFF, plain or compressed, all return one.
//
// The package imports nothing else of hardwood.
package data
