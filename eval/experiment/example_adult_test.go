package experiment_test

import (
	"context"
	"fmt"
	"log"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/trainer"
)

// adultPrices is what it costs, in hundreds of dollars, to state another job or another family than one
// has, to study, and to work more or fewer hours. Columns without a price do not change.
const adultPrices = `
[feature.workclass]
price = 2
[feature.occupation]
price = 2
[feature.marital-status]
price = 3
[feature.relationship]
price = 3
[feature.education]
price = 8
[feature.education-num]
price = 8
[feature.hours-per-week]
price = { up = 0.3, down = 0.1 }
`

// hardenAdult hardens a model of the public table adult, of a census, against an attacker who may spend
// 3 (hundreds of dollars), and writes both models and a report into dir.
func hardenAdult(ctx context.Context, path, dir string) (*experiment.Result, error) {
	table, err := data.Read(ctx, path, data.Options{Label: "income-per-year"})
	if err != nil {
		return nil, err
	}
	table = table.Sample(6000, 0) // enough for a first look
	rows, err := experiment.Split(table, 0.25, experiment.Auto, 0)
	if err != nil {
		return nil, err
	}
	prices, err := threat.Parse([]byte(adultPrices))
	if err != nil {
		return nil, err
	}
	o := experiment.Default(trainer.GBDT, attack.Cost, rows.Train)
	if o.Strategy.Constraints, err = prices.Constraints(rows.Reader(), attack.Cost); err != nil {
		return nil, err
	}
	o.Dir, o.Strategy.Eps, o.Evaluate.Eps = dir, 3, []float64{1.5, 3, 4.5}
	return experiment.Harden(ctx, rows, o)
}

// The file is adult's as the UCI repository has it, with a line of names before the rows.
func ExampleHarden_adult() {
	result, err := hardenAdult(context.Background(), "adult.csv.gz", "report")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Answer)
}
