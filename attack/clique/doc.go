// Package clique is the published lower bound on the minimal adversarial
// distance: the multi-level clique method (Chen, Zhang, Si, Li, Boning and
// Hsieh, "Robustness Verification of Tree-based Models", NeurIPS 2019, section
// 3.2, arXiv:1906.03849, for LInf; Wang, Zhang, Chen, Boning and Hsieh, "On
// Lp-norm Robustness of Ensemble Decision Stumps and Trees", ICML 2020, section 4,
// arXiv:2008.08755, for the other norms).
//
// Leaves of different trees can hold together only where their boxes meet. The
// method puts trees in groups, lists for each group all combinations of leaves
// whose boxes meet within the ball (cliques of a graph in which boxes that
// meet pairwise meet all together), and treats each group as one tree of the
// next level. The sum over groups of the best combination bounds the margin. Of
// levels without an order, where boxes that meet pairwise need not meet all
// together, each combination is intersected as a whole, as all others are.
//
// It is here to compare with: the bounds of the package exact are tighter and
// cost less.
package clique
