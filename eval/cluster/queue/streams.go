package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// What the queue keeps at the server. All of it is created again if it is lost.
const (
	tasksStream   = "hardwood-tasks"   // tasks until they are acknowledged
	resultsStream = "hardwood-results" // results until the coordinator has them
	jobsBucket    = "hardwood-jobs"    // jobs and their progress
	errorsBucket  = "hardwood-errors"  // the last few errors of each task
	filesBucket   = "hardwood-files"   // inputs by their hash, and large results

	tasksSubject   = "hardwood.task"   // .KIND.JOB.TASK
	resultsSubject = "hardwood.result" // .JOB.TASK
)

// Bounds of what the server keeps.
const (
	keepFor  = 14 * 24 * time.Hour // unless removed earlier
	mostOpen = 1_000_000           // tasks; more are refused, and wait at the coordinator
)

// patience is the time that an answer of the server may take.
const patience = 5 * time.Second

// streams are what the queue keeps at the server.
type streams struct {
	tasks, results jetstream.Stream
	jobs, errors   jetstream.KeyValue
	files          jetstream.ObjectStore
}

// open finds the streams and creates missing ones. Existing ones stay as they are, as they may have
// been created with replicas. The handles in streams refer to streams by name, so they stay valid
// when a stream is created again.
func (q *Queue) open(ctx context.Context) (s streams, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if s.tasks, err = orNew(ctx, q.js.Stream, q.js.CreateStream, jetstream.StreamConfig{
		Name: tasksStream, Subjects: []string{tasksSubject + ".*.*.*"}, Retention: jetstream.WorkQueuePolicy,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, // a task is queued once
		MaxMsgs: mostOpen, MaxAge: keepFor,
	}); err != nil {
		return s, err
	}
	if s.results, err = orNew(ctx, q.js.Stream, q.js.CreateStream, jetstream.StreamConfig{
		Name: resultsStream, Subjects: []string{resultsSubject + ".*.*"}, Compression: jetstream.S2Compression,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, // the first result counts
		MaxMsgs: mostOpen, MaxAge: keepFor, AllowDirect: true,
	}); err != nil {
		return s, err
	}
	if s.jobs, err = q.bucket(ctx, jetstream.KeyValueConfig{Bucket: jobsBucket, TTL: keepFor}); err != nil {
		return s, err
	}
	if s.errors, err = q.bucket(ctx, jetstream.KeyValueConfig{Bucket: errorsBucket, TTL: keepFor, History: tries}); err != nil {
		return s, err
	}
	s.files, err = q.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: filesBucket, TTL: keepFor})
	if errors.Is(err, jetstream.ErrBucketExists) {
		s.files, err = q.js.ObjectStore(ctx, filesBucket)
	}
	return s, err
}

// bucket finds a bucket or makes it.
func (q *Queue) bucket(ctx context.Context, c jetstream.KeyValueConfig) (jetstream.KeyValue, error) {
	b, err := q.js.CreateKeyValue(ctx, c)
	if errors.Is(err, jetstream.ErrBucketExists) { // with other settings
		return q.js.KeyValue(ctx, c.Bucket)
	}
	return b, err
}

// orNew finds a stream or makes it.
func orNew(ctx context.Context, find func(context.Context, string) (jetstream.Stream, error),
	create func(context.Context, jetstream.StreamConfig) (jetstream.Stream, error), c jetstream.StreamConfig) (jetstream.Stream, error) {
	s, err := find(ctx, c.Name)
	if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return s, err
	}
	if s, err = create(ctx, c); errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // another process was faster
		return find(ctx, c.Name)
	}
	return s, err
}

// kind names the workers of a version of hardwood on an architecture, as a token of a subject.
func kind(version, arch string) string { return token(version + "-" + arch) }

// token returns a text in characters that a token of a subject may have.
func token(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-':
			return r
		}
		return '_'
	}, text)
}

func taskSubject(kind, job, task string) string {
	return fmt.Sprintf("%s.%s.%s.%s", tasksSubject, kind, job, task)
}

func resultSubject(job, task string) string {
	return fmt.Sprintf("%s.%s.%s", resultsSubject, job, task)
}

// lastToken returns the task that a subject is about.
func lastToken(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

// beforeLast returns the job that a subject is about.
func beforeLast(subject string) string {
	return lastToken(strings.TrimSuffix(subject, "."+lastToken(subject)))
}
