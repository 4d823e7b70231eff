package data_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/hardwood-ml/hardwood/data"
)

func Example() {
	table, err := data.Read(context.Background(), "builtin:wdbc", data.Options{})
	if err != nil {
		log.Fatal(err)
	}
	train, test, err := table.Split(0.2, 1)
	if err != nil {
		log.Fatal(err)
	}
	scaling := data.FitScaling(train)
	if err := scaling.Apply(train, test); err != nil {
		log.Fatal(err)
	}
	fmt.Println(train.Rows, "rows to train,", test.Rows, "to test, classes", train.Classes)
	fmt.Printf("an eps of 0.05 is %.2f for %s, %.4f for %s\n",
		0.05*scaling.Unit(0), table.Features[0], 0.05*scaling.Unit(4), table.Features[4])
	// Output:
	// 455 rows to train, 114 to test, classes [benign malignant]
	// an eps of 0.05 is 1.06 for radius_mean, 0.0055 for smoothness_mean
}

func ExampleRead() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "flowers.csv")
	text := "length,width,species\n5.1,3.5,setosa\n7.0,3.2,versicolor\n"
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		log.Fatal(err)
	}
	table, err := data.Read(context.Background(), path, data.Options{Label: "species"})
	if err != nil {
		log.Fatal(err)
	}
	for i := range table.Rows {
		fmt.Println(table.Row(i), table.Classes[table.Y[i]])
	}
	// Output:
	// [5.1 3.5] setosa
	// [7 3.2] versicolor
}

func ExampleTable_Split() {
	table, err := data.Read(context.Background(), "builtin:digits", data.Options{Keep: []string{"2", "6"}})
	if err != nil {
		log.Fatal(err)
	}
	train, test, err := table.Split(0.25, 7)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(table.Classes, train.Counts(), test.Counts())
	// Output: [2 6] [133 135] [44 46]
}

func ExampleOpen() {
	stream, err := data.Open(context.Background(), "builtin:digits", data.Options{})
	if err != nil {
		log.Fatal(err)
	}
	brightest := 0.0
	for block, err := range stream.Blocks(500) {
		if err != nil {
			log.Fatal(err)
		}
		for _, v := range block.X {
			brightest = max(brightest, v)
		}
	}
	fmt.Println(stream.Head().Rows, "rows, brightest pixel", brightest)
	// Output: 1797 rows, brightest pixel 16
}
