package main

import (
	"fmt"
	"os"
)

// tellLarge notes that the file of a trained model is large, and what makes it smaller: the trees of a
// forest without a limit have nearly as many leaves as there are rows.
func tellLarge(p *progress, path string) {
	const large = 500e6 // bytes
	if info, err := os.Stat(path); err == nil && info.Size() > large {
		p.warn(fmt.Sprintf("%s takes %.1f GB: --max-depth, --max-leaves or a larger --min-samples-leaf makes smaller trees", path, float64(info.Size())/1e9))
	}
}
