// Package catboost reads models of CatBoost from JSON, as save_model("model.json", format="json")
// writes them: symmetric trees and others, splits on numbers and on single categories (one-hot). Splits
// on CTR features, texts and embeddings are refused by name.
//
// # Arithmetic
//
// Features and borders are float32; x > border goes right, and in a symmetric tree split i is bit i of
// the leaf's number. Missing values count as below all borders, or as above them if nan_value_treatment
// is AsTrue. Leaf values are added in float64 in the order of the trees, times the scale, and the bias
// comes last. A scale other than 1 is multiplied into leaf values, which may round differently. Two
// classes have one score, and the second is predicted if it is above 0, or above the logit of
// binclass_probability_threshold; with more classes the first of the largest scores wins. A model whose
// predict gives neither classes nor the score, such as one with the loss Poisson, is refused.
//
// # Categories
//
// A file holds hashes of categories. Their names are read from string_values or cat_features_hash,
// which save_model writes if it is given the argument pool; files without names are refused, as no row
// could be matched to the hashes. A category that no split names goes left everywhere, and so do
// missing values. All of these categories are one more level (column.NamedOrOther): one of male and
// female may be in no split, and an attacker can change one into the other.
//
// # Sources
//
// The public source of CatBoost (json_model_helpers.cpp) and published files; CatBoost itself has not
// been run.
package catboost
