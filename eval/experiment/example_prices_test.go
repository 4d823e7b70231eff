package experiment_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/trainer"
)

// census writes made-up people as a table: what they say of themselves, and whether
// they earn much.
func census(path string, people int) error {
	r := rand.New(rand.NewPCG(1, 1))
	text := "education,occupation,marital,age,hours,income\n"
	for range people {
		skill := r.NormFloat64()
		near := func(levels string) string { // which of the levels goes with the skill, more or less
			of := strings.Fields(levels)
			return of[max(0, min(len(of)-1, int(float64(len(of))/2+skill+0.7*r.NormFloat64())))]
		}
		income := "low"
		if skill+0.3*r.NormFloat64() > 0.5 {
			income = "high"
		}
		text += fmt.Sprintf("%s,%s,%s,%.0f,%.0f,%s\n", near("primary secondary bachelor master"),
			near("labour services clerk sales manager"), near("single divorced married"),
			40+8*(skill+r.NormFloat64()), 40+6*(skill+r.NormFloat64()), income)
	}
	return os.WriteFile(path, []byte(text), 0o600)
}

// prices is what changes cost an applicant: in euros, by level or by unit. Age has no
// price, so nobody changes it.
const prices = `
[feature.education]
price = 200
[feature.occupation]
price = 100
[feature.marital]
price = 150
[feature.hours]
price = { up = 20, down = 5 }
`

// Against an attacker that pays for changes, eps is its budget, here 100 euros. The people are made up.
func ExampleHarden_prices() {
	dir, err := os.MkdirTemp("", "hardwood-out")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "census.csv")
	if err := census(path, 1200); err != nil {
		log.Fatal(err)
	}
	table, err := data.Read(context.Background(), path, data.Options{Label: "income"})
	if err != nil {
		log.Fatal(err)
	}
	result, err := hardenAgainstPrices(context.Background(), dir, table, prices, 100)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Answer)
	// Output:
	// At eps 100 (cost), where no attacker can change 3 of 5 columns (all but occupation and hours), the hardened model is more robust. Of the rows it stays right on 81.3 %, the natural one on 53.7 %, always saying "low" on 70.0 %; balanced over the classes on 79.4 %, 48.5 % and 50.0 %; it costs 1.3 points of clean accuracy.
}

// hardenAgainstPrices hardens a model of a table against an attacker with prices and a
// budget, and evaluates it at the budget, half and one and a half of it.
func hardenAgainstPrices(ctx context.Context, dir string, table *data.Table, prices string, budget float64) (*experiment.Result, error) {
	rows, err := experiment.Split(table, 0.25, experiment.Auto, 0)
	if err != nil {
		return nil, err
	}
	file, err := threat.Parse([]byte(prices))
	if err != nil {
		return nil, err
	}
	o := experiment.Default(trainer.GBDT, attack.Cost, rows.Train)
	if o.Strategy.Constraints, err = file.Constraints(rows.Reader(), attack.Cost); err != nil {
		return nil, err
	}
	o.Dir, o.Strategy.Eps, o.Evaluate.Eps = dir, budget, []float64{budget / 2, budget, 1.5 * budget}
	return experiment.Harden(ctx, rows, o)
}
