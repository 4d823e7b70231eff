package smoothing_test

import (
	"fmt"
	"log"

	"github.com/hardwood-ml/hardwood/eval/smoothing"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// The smoothed version of a model of stumps, under normal noise.
func Example() {
	s, err := smoothing.New(ensembletest.Stumps(), smoothing.Gauss{Sigma: 0.25}, smoothing.Options{})
	if err != nil {
		log.Fatal(err)
	}
	c, err := s.Certify(0, []float64{0.75, 0.75}, 1)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("right with probability %.2f, within %.3f for certain; sampled: %t\n", c.Probability, c.Radius, s.Sampled())
	// Output: right with probability 0.82, within 0.231 for certain; sampled: false
}
