// Package trainer is what every trainer of tree ensembles offers: parameters
// under the names that people know from XGBoost and LightGBM, and hooks that
// act between rounds.
//
// A trainer works in rounds: a boosting iteration, or a batch of trees of a
// forest. Before each round it shows a [Hook] the [Round] so far, and a hook
// can add, replace and re-weight rows; so an attack becomes part of training
// without the trainer knowing about attacks. The trainers are in the packages
// gbdt and forest, the model that both return in package ensemble.
package trainer
