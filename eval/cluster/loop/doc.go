// Package loop lets workers do the attack of a training loop: between two rounds the
// rows are shared out, and their examples come back before the next one. The rows
// travel once, by their hash; each round only its new trees do. A model comes out the
// same to the bit as without workers: an attack does not depend on where it is done,
// and what a dead worker does not answer is asked of another.
package loop
