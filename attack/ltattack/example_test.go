package ltattack_test

import (
	"context"
	"fmt"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// The nearest point that a model of two stumps classifies as 0.
func Example() {
	problem, err := attack.NewProblem(ensembletest.Stumps(), attack.LInf)
	if err != nil {
		fmt.Println(err)
		return
	}
	victim := attack.Victim{X: []float64{0.75, 1}, Label: 1}
	results, err := attack.Run(context.Background(), problem, ltattack.Attack{}, []attack.Victim{victim}, attack.RunOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := results[0]
	fmt.Println(r.Example, r.Distance, r.Status)
	// Output: [0.5 1] 0.25 optimal
}
