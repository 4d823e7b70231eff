package main

import _ "embed"

// licences holds the licences of the modules in this program. TestLicences writes it, and
// checks it against go.mod.
//
//go:embed licences.txt
var licences string
