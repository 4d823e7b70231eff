package gbdt

import (
	"math"

	"github.com/hardwood-ml/hardwood/internal/elementary"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// leastHessian keeps leaf values finite if all rows of a leaf are certain.
const leastHessian = 1e-16

// loss returns the objective that the ensemble's link implies.
func loss(e *ensemble.Ensemble, hessian string) trainer.Objective {
	switch e.Link {
	case ensemble.Logistic:
		return logistic
	case ensemble.Softmax:
		factor := 2.0
		if hessian == trainer.HessianLightGBM {
			factor = float64(e.Classes) / float64(e.Classes-1)
		}
		return softmax(factor)
	}
	return squared
}

// logistic is the log loss of two classes: y is 0 or 1.
func logistic(y, margins, grad, hess []float64) {
	for i, m := range margins {
		grad[i] = -m
	}
	exp(grad)
	y, hess = y[:len(grad)], hess[:len(grad)]
	for i, e := range grad {
		p := 1 / (1 + e)
		grad[i] = p - y[i]
		h := p * (1 - p)
		if h < leastHessian {
			h = leastHessian
		}
		hess[i] = h
	}
}

// softmax is the log loss of several classes: y is the class. The hessian is factor times its diagonal:
// a factor of 2 bounds the full hessian, as in XGBoost.
func softmax(factor float64) trainer.Objective {
	return func(y, margins, grad, hess []float64) { softmaxBy(factor, y, margins, grad, hess) }
}

func softmaxBy(factor float64, y, margins, grad, hess []float64) {
	k := len(margins) / len(y)
	for i, class := range y {
		m, g, h := margins[i*k:(i+1)*k], grad[i*k:(i+1)*k], hess[i*k:(i+1)*k]
		top, sum := math.Inf(-1), 0.0
		for _, v := range m {
			top = max(top, v)
		}
		for c, v := range m {
			g[c] = v - top
		}
		exp(g)
		for _, e := range g {
			sum += e
		}
		for c, e := range g {
			p := e / sum
			g[c] = p
			h[c] = max(factor*p*(1-p), leastHessian)
		}
		g[int(class)]--
	}
}

// squared is half the squared error.
func squared(y, margins, grad, hess []float64) {
	for i, m := range margins {
		grad[i] = m - y[i]
		hess[i] = 1
	}
}

// leastPrior keeps prior probabilities away from 0 and 1, so that tables of one class have finite
// margins.
const leastPrior = 1e-6

// startFromPrior sets the base values to the best constant.
func (r *run) startFromPrior() {
	sums := make([]float64, r.ensemble.Classes)
	total, mean := 0.0, 0.0
	for i := range r.rows.Len() {
		w, y := r.rows.WeightByClass(i), r.rows.Label(i)
		total += w
		if r.ensemble.Classes > 0 {
			sums[int(y)] += w
		} else {
			mean += float64(w * y)
		}
	}
	for k := range r.ensemble.Base {
		share := func(c int) float64 { return min(max(sums[c]/total, leastPrior), 1-leastPrior) }
		switch r.ensemble.Link {
		case ensemble.Logistic:
			p := share(1)
			r.ensemble.Base[k] = elementary.Log(p / (1 - p))
		case ensemble.Softmax:
			r.ensemble.Base[k] = elementary.Log(share(k))
		default:
			r.ensemble.Base[k] = mean / total
		}
	}
}
