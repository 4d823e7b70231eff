// Package format reads and writes model files: our own, and those of XGBoost,
// LightGBM and scikit-learn.
package format
