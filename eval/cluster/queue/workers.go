package queue

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"
)

// Present is a worker that answered.
type Present struct {
	Name          string
	Version, Arch string
	Slots         string // tasks at a time
}

// workersName is the name by which workers are found.
const workersName = "hardwood-worker"

// Workers returns the workers that answer within a time, sorted by name.
func (q *Queue) Workers(ctx context.Context, within time.Duration) ([]Present, error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	subject, err := micro.ControlSubject(micro.InfoVerb, workersName, "")
	if err != nil {
		return nil, err
	}
	inbox := nats.NewInbox()
	replies, err := q.conn.SubscribeSync(inbox)
	if err != nil {
		return nil, q.explain(err)
	}
	defer replies.Unsubscribe()
	if err := q.conn.PublishRequest(subject, inbox, nil); err != nil {
		return nil, q.explain(err)
	}
	var all []Present
	for {
		m, err := replies.NextMsgWithContext(ctx)
		if err != nil { // no more, or none at all
			slices.SortFunc(all, func(a, b Present) int { return cmp.Compare(a.Name, b.Name) })
			return all, nil
		}
		var info micro.Info
		if json.Unmarshal(m.Data, &info) == nil && info.Metadata != nil {
			all = append(all, Present{info.Description, info.Metadata["version"], info.Metadata["arch"], info.Metadata["slots"]})
		}
	}
}
