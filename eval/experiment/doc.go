// Package experiment does the main job, and what other commands share with it: [Harden] trains a
// natural and a hardened model, compares them and writes models and report. Its phases can also be
// used one by one: preparing rows ([Prepare]), training ([Data.Fit]), choosing a radius ([Probe],
// [Data.Radius]) and parameters ([Data.Tune]), scoring by proof ([Certify]).
package experiment
