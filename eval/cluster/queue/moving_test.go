package queue_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
)

// TestSlowNetwork: a file that takes longer to come than the library waits for an answer of the server
// comes nevertheless.
func TestSlowNetwork(t *testing.T) {
	t.Parallel() // it mostly waits
	url := serve(t, t.TempDir(), "127.0.0.1:0").URL()
	want := make([]byte, 2<<20)
	rand.NewChaCha8([32]byte{}).Read(want)
	sum := fmt.Sprintf("%x", sha256.Sum256(want))
	if err := dial(t, url).Put(t.Context(), sum, func(w io.Writer) error { _, err := w.Write(want); return err }); err != nil {
		t.Fatal(err)
	}
	q := dial(t, url)
	queue.Impatient(t, q, 100*time.Millisecond)
	var got slow
	if err := q.Fetch(t.Context(), sum, &got); err != nil || !bytes.Equal(got.all, want) {
		t.Errorf("%d of %d bytes, %v", len(got.all), len(want), err)
	}

	net := newWire(t, url)
	net.until.Store(1 << 20)
	var late bytes.Buffer
	if err := dial(t, net.url()).Fetch(t.Context(), sum, &late); err != nil || !bytes.Equal(late.Bytes(), want) {
		t.Errorf("where the network stands still: %d of %d bytes, %v", late.Len(), len(want), err)
	}
	net.until.Store(1 << 20)
	other := append([]byte("other "), want...)
	sum = fmt.Sprintf("%x", sha256.Sum256(other))
	if err := dial(t, net.url()).Put(t.Context(), sum, func(w io.Writer) error { _, err := w.Write(other); return err }); err != nil {
		t.Errorf("to where the network stands still: %v", err)
	}
}

// slow takes half a second for two megabytes.
type slow struct{ all []byte }

func (s *slow) Write(p []byte) (int, error) {
	time.Sleep(time.Duration(len(p)>>12) * time.Millisecond)
	s.all = append(s.all, p...)
	return len(p), nil
}
