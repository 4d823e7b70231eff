package queue

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
)

// The headers of results.
const (
	errorHeader  = "Hardwood-Error"  // why the task was given up
	objectHeader = "Hardwood-Object" // name of the object with a result too large for a message
)

// room is the number of bytes of a message that are left for headers and subject.
const room = 4 << 10

// read reads a result.
func (q *Queue) read(ctx context.Context, t Task, m jetstream.Msg) (*Result, error) {
	r := &Result{Task: t, Data: m.Data(), Err: m.Headers().Get(errorHeader)}
	name := m.Headers().Get(objectHeader)
	if name == "" {
		return r, nil
	}
	var b bytes.Buffer
	err := q.receive(ctx, name, &b)
	r.Data = b.Bytes()
	return r, err
}

// write puts a result into the queue, which keeps the first one of each task.
func (q *Queue) write(ctx context.Context, job string, r *Result) error {
	m := &nats.Msg{Subject: resultSubject(job, r.Name), Data: r.Data, Header: nats.Header{}}
	if r.Err != "" {
		m.Header.Set(errorHeader, r.Err)
	}
	object := ""
	if int64(len(r.Data)) > q.conn.MaxPayload()-room {
		object = fmt.Sprintf("result.%s.%s.%s", job, r.Name, nuid.Next())
		if err := q.send(ctx, q.object(object), bytes.NewReader(r.Data)); err != nil {
			return err
		}
		m.Data = nil
		m.Header.Set(objectHeader, object)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_, err := q.js.PublishMsg(ctx, m)
	if err != nil && object != "" {
		q.files.Delete(ctx, object)
	}
	if taken(err) {
		return nil
	}
	return err
}

// taken reports whether a message was refused because its subject already has one.
func taken(err error) bool {
	var refused *jetstream.APIError
	return errors.As(err, &refused) && refused.ErrorCode == maxPerSubject
}

// maxPerSubject is the server's error code for a subject that has reached its number of messages.
const maxPerSubject = 10077

// mostText is the length to which error texts are cut.
const mostText = 8 << 10

// failure returns the text of the error that a task was given up with.
func failure(times int, err error) string {
	return fmt.Sprintf("failed %d times: %.*s", times, mostText, err.Error())
}

// put puts a result into the queue, trying until ctx ends, and then acknowledges the task.
func (w *worker) put(ctx context.Context, m jetstream.Msg, j *Job, r *Result, failed error) error {
	for told := ""; ; {
		err := w.write(ctx, j.Key(), r)
		if err == nil {
			break
		}
		if ctx.Err() != nil {
			return m.Nak()
		}
		if err.Error() != told {
			told = err.Error()
			w.Note(fmt.Sprintf("a result waits: %v", w.explain(err)))
		}
		wait(ctx, time.Second)
		w.open(ctx)
	}
	if w.Done != nil {
		w.Done(j, r.Task, failed)
	}
	return m.Ack()
}

// note stores an error of a task, and returns how many it had.
func (w *worker) note(ctx context.Context, job, task string, failed error) int {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	key := job + "." + task
	if _, err := w.errors.PutString(ctx, key, fmt.Sprintf("%.*s", mostText, failed.Error())); err != nil {
		return 1
	}
	had, err := w.errors.History(ctx, key)
	if err != nil {
		return 1
	}
	return len(had)
}

// isDone reports whether a task has a result.
func (w *worker) isDone(ctx context.Context, job, task string) bool {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_, err := w.results.GetLastMsgForSubject(ctx, resultSubject(job, task))
	return err == nil
}
