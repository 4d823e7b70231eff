package experiment_test

import (
	"os"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// adultPrices are the prices, in euros per level or unit, of lying on the census form. What has no price,
// such as age and race, is known and cannot change.
const adultPrices = `
[feature.workclass]
price = 100
[feature.education]
price = 200
[feature.education-num]
price = { up = 100, down = 20 }
[feature.marital-status]
price = 150
[feature.occupation]
price = 100
[feature.hours-per-week]
price = { up = 20, down = 5 }
[feature.capital-gain]
price = { up = 0.1 }
direction = "increase"
`

// What the Example shows for made-up people it does for adult too, for some rows of it.
func TestHardenAdultAgainstPrices(t *testing.T) {
	const path = "../../../shared/datasets/tables/adult.csv.gz"
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no %s: the public data sets are not beside the repository", path)
	}
	if testing.Short() {
		t.Skip("it trains several models")
	}
	all, err := data.Read(t.Context(), path, data.Options{Label: "income-per-year"})
	if err != nil {
		t.Fatal(err)
	}
	result, err := hardenAgainstPrices(t.Context(), t.TempDir(), all.Subset(all.Sample(3000, 1)), adultPrices, 150)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(result.Answer)
	// beyond noise it is right on more rows than natural training, and balanced over the
	// classes on more than the constant
	v := result.Report.Report.Verdict
	if !(v.Gain.Robust.Lo > 0 && v.Gain.Balanced.Lo > 0 && v.Lead.Balanced.Lo > 0) {
		t.Errorf("gain %+v, lead %+v", v.Gain, v.Lead)
	}
}
