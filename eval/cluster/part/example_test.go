package part_test

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/eval/cluster/part"
)

// The second of three parts of some rows, and the one of a process that Kubernetes
// started as the last of an indexed Job.
func ExampleParse() {
	rows := []int{10, 11, 12, 13, 14, 15, 16}
	second, err := part.Parse("2/3", nil)
	if err != nil {
		panic(err)
	}
	last, err := part.Parse("env/3", func(name string) (string, bool) { return "2", name == "JOB_COMPLETION_INDEX" })
	if err != nil {
		panic(err)
	}
	fmt.Println(second, part.Cut(second, rows))
	fmt.Println(last, part.Cut(last, rows))
	// Output:
	// 2/3 [12 13]
	// 3/3 [14 15 16]
}
