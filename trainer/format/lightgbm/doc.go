// Package lightgbm reads and writes the text models of LightGBM.
//
// [Read] reads versions 2 to 4, classifiers and regressors of gbdt, dart and rf; [Write] writes version
// 3, which leaves reads too.
//
// LightGBM computes in float64: a row goes left if x <= t, margins are summed from 0 in the order of
// the trees, and the class is that of the largest probability, see [Cutoff]. If a model averages its
// trees, margins are the averages, whereas predict(raw_score=True) does not divide. LightGBM trains no
// forest with a custom objective: an average without an objective is one of votes.
//
// Values up to 1e-35 in size are read as 0. What happens to NaN and 0 at a split depends on its missing
// type:
//
//	None  NaN is read as 0, so it goes where 0 goes
//	NaN   NaN follows the default direction
//	Zero  NaN and |x| <= 1e-35 follow the default direction
//
// The first two are plain default directions. If a split of the third type sends 0 to another side
// than its neighbours, it is read as up to three splits, at -1e-35, 1e-35 and t, so that one branch
// appears twice.
package lightgbm

import "github.com/hardwood-ml/hardwood/trainer/format/internal/rounding"

// Cutoff is the largest margin for which 1/(1+exp(-margin)), computed in
// float64, is not above one half.
const Cutoff = rounding.Cutoff64

// The bits of decision_type.
const (
	categorical  = 1
	defaultLeft  = 2
	missingShift = 2

	missingNone = 0
	missingZero = 1
	missingNaN  = 2
)
