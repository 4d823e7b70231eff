// Package milp is a second opinion on the minimal adversarial distance: the
// mixed integer linear program of Kantchelian, Tygar and Joseph ("Evasion and
// Hardening of Tree Ensemble Classifiers", ICML 2016, section 4.2, arXiv:1509.07892), written as
// an LP file and solved by an installed CBC, GLPK, HiGHS or Gurobi.
//
// # The program
//
//	p<f>_<c>  1 if the example's cell of feature f is at most c (binary)
//	l<leaf>   1 if the example falls into the leaf, numbered as in the grid
//	b         the largest cost of a feature for LInf, else 1 and the constant part of costs
//
// Leaves of a tree add up to 1, those below a split's left child to at most
// p, those on the right to at most 1-p. Costs are piecewise constant in the
// cells, so that sums of the p give them exactly in every norm.
//
// Trees with two leaf values need no variables for their leaves. [Attack.Votes] uses the integer
// program of Zhang, Wang, Liu and Wang ("Decision-based evasion attacks on tree ensemble
// classifiers", World Wide Web 23, 2020, doi:10.1007/s11280-020-00813-y), which they state for
// binary features and norm 0; the article was not available, and the rows are our own:
//
//	v<tree>   at most 1 if the tree votes for the rival, else 0
//
// For each leaf of the other vote, v is at most the number of p that differ from its path.
//
// Solvers work with tolerances, and models round their sums. A solver's solution is taken as a
// point of cells and checked by the model. Bounds are the solver's objective, in which rounded
// variables only cost less, for points that win by slightly less than they have to (margin.go).
// scale.go keeps costs within what tolerances can tell apart.
package milp
