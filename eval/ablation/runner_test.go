package ablation

import (
	"context"
	"testing"
	"time"

	"github.com/hardwood-ml/hardwood/data"
)

// TestTableOfAnother has a run wait for a table that another reads, and that one end early.
func TestTableOfAnother(t *testing.T) {
	r := NewRunner(&Spec{}, "", nil)
	began, ended := make(chan bool), make(chan error)
	first, stop := context.WithCancel(t.Context())
	go func() {
		_, err := r.table("rows", func() (*data.Table, error) {
			close(began)
			<-first.Done()
			return nil, first.Err()
		})
		ended <- err
	}()
	<-began
	time.AfterFunc(20*time.Millisecond, stop) // the other one waits by then
	want := &data.Table{}
	if got, err := r.table("rows", func() (*data.Table, error) { return want, nil }); got != want || err != nil {
		t.Errorf("got %v, %v from the run that goes on", got, err)
	}
	if err := <-ended; err != context.Canceled {
		t.Errorf("the run that ended early has the error %v", err)
	}
}
