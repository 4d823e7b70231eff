// Package clique is the published lower bound on the minimal adversarial
// distance: the multi-level clique method (Chen, Zhang, Si, Li, Boning and
// Hsieh, "Robustness Verification of Tree-based Models", NeurIPS 2019, section
// 3.2, arXiv:1906.03849, for LInf; Wang, Zhang, Chen, Boning and Hsieh, "On
// Lp-norm Robustness of Ensemble Decision Stumps and Trees", ICML 2020, section 4,
// arXiv:2008.08755, for the other norms).
//
// Leaves of different trees can be active together only if their boxes meet. The method puts trees
// into groups, lists for each group all combinations of leaves whose boxes meet within the ball
// (cliques of a graph in which boxes that meet pairwise all meet together), and treats each group
// as one tree of the next level. The sum over groups of the best combination bounds the margin. As
// boxes on categorical features may meet pairwise but not all together, each combination is
// intersected as a whole.
//
// It is here for comparison: the bounds of the package exact are tighter and cost less.
package clique
