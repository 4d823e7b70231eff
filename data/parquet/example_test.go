package parquet_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/parquet-go/parquet-go"

	"github.com/hardwood-ml/hardwood/data"
	_ "github.com/hardwood-ml/hardwood/data/parquet" // data.Read now takes Parquet files
)

func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	type flower struct {
		Length  float64 `parquet:"length"`
		Width   float64 `parquet:"width"`
		Species string  `parquet:"species"`
	}
	path := filepath.Join(dir, "flowers.parquet")
	if err := parquet.WriteFile(path, []flower{{5.1, 3.5, "setosa"}, {7, 3.2, "versicolor"}}); err != nil {
		fmt.Println(err)
		return
	}
	table, err := data.Read(context.Background(), path, data.Options{Label: "species"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(table.Features, table.Classes)
	fmt.Println(table.Row(1), table.Classes[table.Y[1]])
	// Output:
	// [length width] [setosa versicolor]
	// [7 3.2] versicolor
}
