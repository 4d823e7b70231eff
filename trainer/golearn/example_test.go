package golearn_test

import (
	"context"
	"fmt"
	"log"

	"github.com/sjwhitworth/golearn/evaluation"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/gbdt"
	"github.com/hardwood-ml/hardwood/trainer/golearn"
)

// Boosted trees in a golearn program: train, predict, evaluate.
func Example() {
	table, err := data.Read(context.Background(), "builtin:wdbc", data.Options{})
	if err != nil {
		log.Fatal(err)
	}
	trainTable, testTable, err := table.Split(0.3, 1)
	if err != nil {
		log.Fatal(err)
	}
	train, err := golearn.Grid(trainTable)
	if err != nil {
		log.Fatal(err)
	}
	test, err := golearn.Grid(testTable)
	if err != nil {
		log.Fatal(err)
	}

	params := trainer.Defaults(trainer.GBDT)
	params.Rounds = 20
	boosting, err := gbdt.New(params)
	if err != nil {
		log.Fatal(err)
	}
	classifier := golearn.New(boosting)
	if err := classifier.Fit(train); err != nil {
		log.Fatal(err)
	}
	predicted, err := classifier.Predict(test)
	if err != nil {
		log.Fatal(err)
	}
	confusion, err := evaluation.GetConfusionMatrix(test, predicted)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(classifier)
	fmt.Println("accuracy above 0.9:", evaluation.GetAccuracy(confusion) > 0.9)
	// Output:
	// hardwood classifier: 20 trees, 30 features, classes [benign malignant]
	// accuracy above 0.9: true
}
