package threat

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed examples/*.toml
var files embed.FS

// Example is a whole threat file to start from.
type Example struct {
	Name string // "credit"
	Text string
}

// Examples returns a threat file each for credit, fraud, intrusion and spam.
func Examples() []Example {
	entries, err := fs.ReadDir(files, "examples")
	if err != nil { // they are embedded
		panic(err)
	}
	examples := make([]Example, len(entries))
	for i, entry := range entries {
		text, err := files.ReadFile("examples/" + entry.Name())
		if err != nil {
			panic(err)
		}
		examples[i] = Example{strings.TrimSuffix(entry.Name(), ".toml"), string(text)}
	}
	return examples
}
