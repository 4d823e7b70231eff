// Package notation knows how single cells of a table are written: numbers, with units, thousands
// and signs of every kind, dates and months, times of day, words for yes and no, for missing values
// and for codes. It knows nothing of columns: what all cells of one say together is decided in
// package data (data/kinds.go).
package notation
