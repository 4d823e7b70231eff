// Package smoothing certifies randomly smoothed models, as a yardstick for proofs about the models
// themselves. A smoothed model answers with the class that the model predicts most often when its
// input is changed at random. Within a radius that follows from how often that is, the class stays the
// same.
//
// The certificate is for the smoothed model only, which is a different classifier than the trained one
// and often less accurate. For the model itself see packages exact and bound of attack.
//
// Three noises come with a certificate each:
//
//   - [Flip], for columns of 0 and 1 and norm 0: Lee, Yuan, Chang and Jaakkola, "Tight
//     Certificates of Adversarial Robustness for Randomly Smoothed Classifiers" (NeurIPS
//     2019, arXiv:1906.04948), with the tighter certificate for a single tree that they
//     compute by dynamic programming
//   - [Uniform], for norm 1: Yang, Duan, Hu, Salman, Razenshteyn and Li, "Randomized
//     Smoothing of All Shapes and Sizes" (ICML 2020, arXiv:2002.08118)
//   - [Gauss], for norm 2: Cohen, Rosenfeld and Kolter, "Certified Adversarial
//     Robustness via Randomized Smoothing" (ICML 2019, arXiv:1902.02918)
//
// How often the class is predicted can be computed without sampling for a single tree, from the sides
// of its leaves, and for trees that split one column each, such as stumps: columns change
// independently, so the distribution of the margin is a convolution over columns. The result is a
// lower bound: if classes tie, up to rounding, none of them counts. That is the key idea of Horváth,
// Müller, Fischer and Vechev, "(De-)Randomized Smoothing for Decision Stump Ensembles" (NeurIPS 2022,
// arXiv:2205.13909); their training for smoothing and their certificate for categorical columns are
// not implemented. Other models are sampled, and their certificates hold with a given confidence.
package smoothing
