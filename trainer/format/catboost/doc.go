// Package catboost reads models of CatBoost from JSON, as
// save_model("model.json", format="json") writes them: symmetric trees and others,
// splits on numbers and on single categories (one-hot). Splits on CTR features,
// texts and embeddings are refused by name.
//
// # Arithmetic
//
// Features and borders are float32; x > border goes right, in the binary numbers of
// the leaves of a symmetric tree as bit i for split i. Missing values count as
// below all borders, or above them where nan_value_treatment is AsTrue. Leaf values
// are added in float64 in the order of the trees, times the scale, and the bias
// comes last. A scale other than 1 multiplies leaf values, which may round
// otherwise. Two classes have one score, and the second is taken where it is above
// 0, or the logit of binclass_probability_threshold; several take the first of the
// largest score. A model whose predict gives neither classes nor the score, such as one of
// the loss Poisson, is refused.
//
// # Categories
//
// A file holds hashes of categories. Their names are read from string_values or
// cat_features_hash, which save_model writes with the argument pool; without names
// no row could be told from another, so that such files are refused. A category
// that no split asks for goes left everywhere, and so do missing values.
//
// # What it rests on
//
// The public source of CatBoost (json_model_helpers.cpp) and files that others have
// published; CatBoost itself has not been run.
package catboost
