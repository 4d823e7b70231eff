package main

import _ "embed"

// licences has the licences of what this program is made of: TestLicences writes
// it, and holds it against go.mod.
//
//go:embed licences.txt
var licences string
