package store_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/hardwood-ml/hardwood/eval/store"
)

// Runs are found again by the first letters of their id.
func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	runs, err := store.Open(filepath.Join(dir, "runs.db"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer runs.Close()
	ctx := context.Background()
	if err := runs.Put(ctx, &store.Run{ID: "3f9a", Spec: "depth", Data: "builtin:wdbc", Settings: `{"loop":"lt"}`, Seed: 1, Model: []byte("{}")}); err != nil {
		fmt.Println(err)
		return
	}
	run, err := runs.Get(ctx, "3f")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(run.ID, run.Settings, run.Seed)
	// Output: 3f9a {"loop":"lt"} 1
}
