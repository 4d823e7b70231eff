// Package loop lets workers do the attack of a training loop: between two rounds the rows are shared
// out, and their examples come back before the next one. The rows are sent once, by their hash, and
// each round sends only its new trees. A model has the same bits as without workers: an attack does
// not depend on where it is done, and what a dead worker does not answer is asked again.
package loop
