// Package cputime reads the processor time that the programs which compare
// speeds report.
package cputime
