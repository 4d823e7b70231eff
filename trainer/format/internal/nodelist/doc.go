// Package nodelist makes trees from the lists of nodes in the files of most libraries.
package nodelist
