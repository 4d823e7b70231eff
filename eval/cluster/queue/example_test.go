package queue_test

import (
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/hardwood-ml/hardwood/eval/cluster/part"
	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
	"github.com/hardwood-ml/hardwood/eval/cluster/server"
)

// A server, a worker and a coordinator, which are mostly on different machines.
func Example() {
	dir, err := os.MkdirTemp("", "queue")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	s, err := server.Start(server.Options{Dir: dir, Listen: "127.0.0.1:0"})
	if err != nil {
		panic(err)
	}
	defer s.Close()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	q, err := queue.Dial(ctx, queue.Options{URL: s.URL()})
	if err != nil {
		panic(err)
	}
	defer q.Close()
	go q.Work(ctx, queue.WorkOptions{Version: "1.0.0", Arch: "amd64", Slots: 2,
		Do: func(_ context.Context, _ *queue.Job, t queue.Task) ([]byte, error) {
			return []byte("Hello, " + t.Body), nil
		}})

	tasks := []queue.Task{{Name: "1", Body: "world"}}
	job := &queue.Job{Job: &part.Job{Command: "greet", Version: "1.0.0", Arch: "amd64"}}
	err = q.Coordinate(ctx, job, len(tasks), 0, slices.Values(tasks), func(r *queue.Result) error {
		fmt.Println(string(r.Data))
		return nil
	})
	if err != nil {
		panic(err)
	}
	// Output: Hello, world
}
