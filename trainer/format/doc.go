// Package format reads and writes model files: our own, and those of XGBoost,
// LightGBM, scikit-learn, CatBoost and ONNX.
//
// [ReadFile] recognises a format by its content, plain or packed:
//
//	format                 package   reads                    writes
//	hardwood               native    versions 1 to 5          the oldest that holds the model
//	XGBoost JSON, UBJSON   xgboost   1.0 to 3.x               JSON for 1.7 and later
//	XGBoost dump           xgboost   dump_model, as JSON
//	LightGBM text          lightgbm  versions 2, 3 and 4      version 3
//	scikit-learn           sklearn   JSON, by a short Python program
//	CatBoost               catboost  JSON of save_model
//	ONNX                   onnx      ai.onnx.ml 1, 3 and 5    operator set 5
//
// A reader gives an ensemble.Ensemble that predicts what the original library predicts: the same
// leaves, scores to the last bit, and classes, on every row. Whatever a library computes in its own way
// is a property of the ensemble, such as its precision or the margin where class 1 begins, so that
// nothing else in hardwood knows about formats. make check-foreign compares a million predictions with
// those of scikit-learn, XGBoost and LightGBM themselves; packages catboost and onnx say what the other
// formats rest on.
//
// A writer refuses a model that the other library would not predict exactly the same, and says why
// ([Losses]); [Writer] can be set to write it rounded. An exception are rows whose sum is within
// rounding of a tie, see lightgbm.Losses. [Unscaled] turns a model that reads scaled features into one
// that reads raw values, which other libraries need.
//
// Readers take files as streams and never trust a number in them: a damaged or hostile file ends in an
// error that names the place, and takes no more memory than a small multiple of its size. Shared parts
// are in internal: document reads JSON and UBJSON and writes JSON, limit bounds what files may claim,
// nodelist makes trees from lists of nodes, rounding and cut find thresholds, missingrange handles numbers
// that a library takes for missing values, and words keeps the names of levels; for writers, byoutput
// arranges trees by output and sets turns splits on categories around. Tests share formattest.
//
// The bridge to leaves, leavesbridge, stands apart: nothing here imports it.
package format
