package eval

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Document is metrics.json: what an evaluation found, for programs.
// metrics.schema.json describes every key.
type Document struct {
	Schema       int              `json:"schema"`
	Version      string           `json:"version"`
	Command      string           `json:"command"`
	Norm         string           `json:"norm"`
	Units        string           `json:"units"`
	Unit         Unit             `json:"unit"`
	Method       string           `json:"method"`
	Seed         uint64           `json:"seed"`
	Eps          []float64        `json:"eps"`
	EpsSuggested bool             `json:"eps_suggested"`
	Constraints  string           `json:"constraints"`
	Still        ByNumber[[]int]  `json:"still,omitempty"`
	Data         DocumentData     `json:"data"`
	Interrupted  *Interruption    `json:"interrupted,omitempty"`
	Constant     Constant         `json:"constant"`
	Ceiling      *DocumentCeiling `json:"ceiling,omitempty"`
	Aim          Aim              `json:"aim,omitempty"`
	Verdict      *Verdict         `json:"verdict,omitempty"`

	// Models are the evaluated models by their names.
	Models       map[string]*DocumentModel   `json:"models"`
	Difference   *DocumentDifference         `json:"difference,omitempty"`
	StartsCurves map[string][]DocumentStarts `json:"scale,omitempty"`
	Chosen       []string                    `json:"chosen,omitempty"`
	Tuning       *Tuning                     `json:"tuning,omitempty"`
	TradeOff     *TradeOff                   `json:"trade_off,omitempty"`

	CrossValidation *DocumentCrossValidation `json:"cross_validation,omitempty"`
}

// DocumentCrossValidation holds the results on the rows of all folds, see [Options.Folds].
type DocumentCrossValidation struct {
	Folds      int                        `json:"folds"`
	Rows       int                        `json:"rows"`
	Constant   Constant                   `json:"constant"`
	Ceiling    *DocumentCeiling           `json:"ceiling,omitempty"`
	Models     map[string]*DocumentJudged `json:"models"`
	Difference *DocumentDifference        `json:"difference,omitempty"`
}

// DocumentData are the evaluated rows.
type DocumentData struct {
	Source   string `json:"source"`
	Hash     string `json:"hash"`
	Rows     int    `json:"rows"`
	Features int    `json:"features"`
}

// DocumentCeiling is what no model exceeds, by eps; 0 is without an attacker. See [ceiling.Limit].
type DocumentCeiling struct {
	Robust     ByNumber[float64]           `json:"robust_accuracy"`
	Balanced   ByNumber[float64]           `json:"balanced_robust_accuracy"`
	WorstClass ByNumber[float64]           `json:"worst_class_robust_accuracy"`
	Classes    map[string]ByNumber[Number] `json:"classes"`
	Exact      ByNumber[bool]              `json:"exact"`
}

// DocumentMetrics are the [Metrics] of some rows; maps are keyed by eps.
type DocumentMetrics struct {
	Rows           int              `json:"rows"`
	Correct        int              `json:"correct"`
	WithoutExample int              `json:"without_example"`
	OutOfBounds    int              `json:"out_of_bounds,omitempty"`
	NoAttacker     int              `json:"no_attacker,omitempty"`
	Clean          float64          `json:"clean_accuracy"`
	Robust         ByNumber[Number] `json:"robust_accuracy"`
	Certified      ByNumber[Number] `json:"certified"`
	Undecided      ByNumber[Number] `json:"undecided"`
	Broken         ByNumber[Number] `json:"broken"`
	MeanDistance   Number           `json:"mean_distance"`
	MedianDistance Number           `json:"median_distance"`
	MeanLowerBound Number           `json:"mean_lower_bound"`
	Quantiles      ByNumber[Number] `json:"quantiles"`
	MeanQueries    float64          `json:"mean_queries,omitempty"`
}

// DocumentJudged is how a model does on the rows.
type DocumentJudged struct {
	DocumentMetrics
	Balanced       float64                    `json:"balanced_accuracy"`
	BalancedRobust ByNumber[Number]           `json:"balanced_robust_accuracy"`
	Worst          float64                    `json:"worst_class_accuracy"`
	WorstRobust    ByNumber[Number]           `json:"worst_class_robust_accuracy"`
	Intervals      DocumentIntervals          `json:"intervals"`
	Classes        map[string]DocumentMetrics `json:"classes"`
	Gain           *Gain                      `json:"gain,omitempty"`
}

// DocumentModel is an [Evaluation].
type DocumentModel struct {
	DocumentJudged
	Features      []Move            `json:"features"` // only those that examples change
	Settings      map[string]string `json:"settings"`
	Seed          uint64            `json:"seed"`
	DataHash      string            `json:"data_hash"`
	TrainSeconds  float64           `json:"train_seconds"`
	AttackSeconds float64           `json:"attack_seconds"`
}

// DocumentIntervals are [Intervals].
type DocumentIntervals struct {
	Clean          Interval           `json:"clean_accuracy"`
	Robust         ByNumber[Interval] `json:"robust_accuracy"`
	MeanDistance   Interval           `json:"mean_distance"`
	MedianDistance Interval           `json:"median_distance"`
}

// DocumentDifference are the intervals of the difference of two models.
type DocumentDifference struct {
	Of        string            `json:"of"`
	Minus     string            `json:"minus"`
	Intervals DocumentIntervals `json:"intervals"`
}

// DocumentStarts is a [StartsPoint].
type DocumentStarts struct {
	Starts       int     `json:"starts"`
	MeanDistance Number  `json:"mean_distance"`
	Seconds      float64 `json:"row_seconds"`
}

// ByNumber has a value for each of some numbers, such as eps, keyed by [EpsName].
type ByNumber[T any] map[string]T

// EpsName writes an eps, or a share, as the key of an object: the shortest
// text that reads back as the same number.
func EpsName(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// Number is a float64 that is null in JSON if it is NaN or infinite, which JSON cannot express, and
// NaN when read from null.
type Number float64

// MarshalJSON writes the number.
func (n Number) MarshalJSON() ([]byte, error) {
	if v := float64(n); !math.IsNaN(v) && !math.IsInf(v, 0) {
		return json.Marshal(v)
	}
	return []byte("null"), nil
}

// UnmarshalJSON reads a number.
func (n *Number) UnmarshalJSON(b []byte) error {
	v := math.NaN()
	if string(b) != "null" {
		if err := json.Unmarshal(b, &v); err != nil {
			return err
		}
	}
	*n = Number(v)
	return nil
}

// MarshalJSON writes the interval as a list of its ends.
func (i Interval) MarshalJSON() ([]byte, error) {
	return json.Marshal([2]Number{Number(i.Lo), Number(i.Hi)})
}

// UnmarshalJSON reads an interval from a list of its ends.
func (i *Interval) UnmarshalJSON(b []byte) error {
	var ends [2]Number
	if err := json.Unmarshal(b, &ends); err != nil {
		return err
	}
	i.Lo, i.Hi = float64(ends[0]), float64(ends[1])
	return nil
}

// schemaVersion is raised when a key of metrics.json changes its meaning.
const schemaVersion = 2

// beside are the keys of schema 1 other than models: in it, models were keys of the same object.
var beside = []string{"schema", "version", "command", "norm", "units", "method", "seed", "eps", "eps_suggested", "constraints", "data", "constant", "difference", "scale"}

// Current reports whether a document has the keys of this version.
func (d *Document) Current() bool { return d.Schema == schemaVersion }

// ReadDocument reads metrics.json of this and of earlier versions. That of a later one is an error.
func ReadDocument(b []byte) (*Document, error) {
	now := new(Document)
	if err := json.Unmarshal(b, now); err == nil && now.Current() {
		return now, nil
	}
	all := map[string]json.RawMessage{}
	if err := json.Unmarshal(b, &all); err != nil {
		return nil, err
	}
	var schema int
	if err := json.Unmarshal(all["schema"], &schema); err != nil || schema < 1 || schema > schemaVersion {
		if all["schema"] == nil {
			return nil, errors.New("has no key schema: it is no metrics.json")
		}
		said := strings.Join(strings.Fields(string(all["schema"])), " ") // one line
		return nil, fmt.Errorf("schema is %s, known are 1 to %d", said, schemaVersion)
	}
	if schema == 1 {
		models := map[string]json.RawMessage{}
		for key, value := range all {
			if !slices.Contains(beside, key) {
				models[key] = value
				delete(all, key)
			}
		}
		var err error
		if all["models"], err = json.Marshal(models); err != nil {
			return nil, err
		}
		if b, err = json.Marshal(all); err != nil {
			return nil, err
		}
	}
	old := new(Document)
	if err := json.Unmarshal(b, old); err != nil {
		return nil, err
	}
	return old, nil
}
