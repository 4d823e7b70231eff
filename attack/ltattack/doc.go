// Package ltattack is LT-Attack: the search for the nearest adversarial
// example among leaf tuples (Zhang, Zhang and Hsieh, "An Efficient Adversarial
// Attack for Tree Ensembles", NeurIPS 2020).
//
// A point falls into one leaf of each tree: its leaf tuple. The intersection
// of the leaves' bounding boxes is again a box, the tuple's prediction holds
// in all of it, and its point nearest to the victim is read off feature by
// feature. So the search goes from adversarial tuple to adversarial tuple,
// each nearer to the victim than the last, changing one leaf at a time.
package ltattack
