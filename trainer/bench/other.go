//go:build !unix

// Bench measures CPU time in a way that only Unix systems offer.
package main

func main() { println("bench needs a Unix system") }
