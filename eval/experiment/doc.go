// Package experiment does the main job and what commands have in common with
// it: [Harden] trains a natural and a hardened model, compares them and writes
// models and report, in phases that are also there one by one - rows that are
// prepared ([Prepare]), training ([Data.Fit]), the choice of a radius
// ([Probe], [Data.Radius]) and of parameters ([Data.Tune]), the score by proof ([Certify]).
package experiment
