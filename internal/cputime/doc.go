// Package cputime reads the processor time that programs report when they compare speeds.
package cputime
