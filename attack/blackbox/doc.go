// Package blackbox holds what attacks share that only query a model's scores, such as cube.
//
// A [Method] searches with an [Oracle], which answers questions about points, counts them, moves
// points to the nearest admissible ones, and remembers the nearest adversarial point ever asked
// about. [New] makes a method an [attack.Attack] on our ensembles; [Run] attacks any [Model], such
// as one that only the library leaves can load.
package blackbox
