// Package blackbox is what attacks share that only ask a model for its
// scores: cube, signopt, hsja, opt and boundary.
//
// A [Method] searches with an [Oracle], which answers questions about points,
// counts them, moves points to where the constraints allow, and remembers the
// nearest adversarial one ever asked about. [New] makes a method an
// [attack.Attack] on our ensembles; [Run] attacks any [Model], such as one
// that only leaves can load.
package blackbox
