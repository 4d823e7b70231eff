// Package nodelist makes trees of the lists of nodes that the files of most
// libraries hold.
package nodelist
