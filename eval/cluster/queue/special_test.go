package queue

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"
)

// Special starts a server of the library with some options, and returns where it is.
func Special(t *testing.T, o *server.Options) string {
	t.Helper()
	o.Host, o.Port, o.NoSigs, o.NoLog, o.StoreDir = "127.0.0.1", server.RANDOM_PORT, true, true, t.TempDir()
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	go s.Start()
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("not ready")
	}
	t.Cleanup(s.Shutdown)
	return s.ClientURL()
}

// Impatient makes the library wait only so long for answers of the server.
func Impatient(t *testing.T, q *Queue, wait time.Duration) {
	t.Helper()
	var err error
	if q.js, err = jetstream.New(q.conn, jetstream.WithDefaultTimeout(wait)); err == nil {
		q.files, err = q.js.ObjectStore(t.Context(), filesBucket)
	}
	if err != nil {
		t.Fatal(err)
	}
}
