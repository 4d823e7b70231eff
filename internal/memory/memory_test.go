package memory

import (
	"context"
	"errors"
	"math"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

// budgetOf sets a budget for a test.
func budgetOf(t *testing.T, bytes int64) {
	limit := debug.SetMemoryLimit(-1)
	Set(bytes)
	t.Cleanup(func() { Set(0); debug.SetMemoryLimit(limit) })
}

func TestAsk(t *testing.T) {
	if err := Ask(math.MaxFloat64, "all"); err != nil {
		t.Errorf("without a budget: %v", err)
	}
	budgetOf(t, 1<<30)
	if err := Ask(1<<29, "half"); err != nil {
		t.Error(err)
	}
	err := Ask(3<<30, "a table of %d rows takes", 7)
	if !errors.Is(err, ErrBudget) || !strings.HasPrefix(err.Error(), "too little memory: a table of 7 rows takes 3.0 GiB, the budget is 1.0 GiB, of which ") {
		t.Error(err)
	}
	taken := make([]byte, 900<<20)
	if err := Ask(1<<28, "more"); !errors.Is(err, ErrBudget) {
		t.Errorf("%d bytes are taken, and more were given: %v", len(taken), err)
	}
	runtime.KeepAlive(taken)
}

// Memory that nobody has asked for ends a context, and then the program.
func TestWatch(t *testing.T) {
	budgetOf(t, 1<<27)
	ended := make(chan error, 1)
	ctx := Watch(t.Context(), func(err error) { ended <- err })
	if ctx.Err() != nil {
		t.Fatal("ended before anything was taken")
	}
	taken := make([]byte, 1<<28)
	select {
	case <-ctx.Done():
	case <-time.After(time.Minute):
		t.Fatal("not ended")
	}
	if err := context.Cause(ctx); !errors.Is(err, ErrBudget) {
		t.Error(err)
	}
	if err := <-ended; !errors.Is(err, ErrBudget) {
		t.Error(err)
	}
	runtime.KeepAlive(taken)
}

// Without a budget nothing is watched.
func TestWatchNothing(t *testing.T) {
	if ctx := Watch(t.Context(), nil); ctx != t.Context() {
		t.Error("another context")
	}
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]int64{
		"4GiB": 4 << 30, "64MiB": 1 << 26, "500MB": 500e6, "1.5 gib": 3 << 29, "100000000": 1e8, "2e9": 2e9, "1TiB": 1 << 40,
		"": 0, "4G": 0, "GiB": 0, "-1GiB": 0, "NaN": 0, "Inf": 0, "63MiB": 0, "1e30GiB": 0, "B": 0,
	} {
		if got, err := ParseSize(text); got != want || (err == nil) != (want > 0) {
			t.Errorf("%q: got %d, %v, want %d", text, got, err, want)
		}
	}
	for bytes, want := range map[Size]string{0: "0 bytes", 1023: "1023 bytes", 1 << 20: "1.0 MiB", 3 << 29: "1.5 GiB", 1 << 50: "1024.0 TiB"} {
		if got := bytes.String(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestMachine(t *testing.T) {
	if m := Machine(); m < 0 || m > 0 && m < 1<<24 {
		t.Errorf("this machine has %d bytes", m)
	}
	before := Machine()
	budgetOf(t, 1<<30)
	if m := Machine(); m != before {
		t.Errorf("beside a budget this machine has %d bytes, not %d", m, before)
	}
	defer func(limit int64) { goLimit = limit }(goLimit)
	goLimit = 1 << 33
	if m := Machine(); m != 1<<33 {
		t.Errorf("GOMEMLIMIT says 2^33 bytes, not %d", m)
	}
}

// Settled work that keeps much leaves little room for garbage, work that keeps little as much as
// ever, and afterwards all is as before.
func TestSettle(t *testing.T) {
	percent := func() int {
		now := debug.SetGCPercent(100)
		debug.SetGCPercent(now)
		return now
	}
	before := percent()
	held := make([]byte, 1<<28)
	undo := Settle()
	if got := percent(); got != leastGarbage {
		t.Errorf("beside %d bytes that stay garbage is %d %%", len(held), got)
	}
	runtime.KeepAlive(held)
	undo()
	undo = Settle()
	if got := percent(); got <= leastGarbage || got > mostGarbage {
		t.Errorf("beside little that stays garbage is %d %%", got)
	}
	undo()
	if got := percent(); got != before {
		t.Errorf("garbage is %d %% afterwards, was %d %%", got, before)
	}
}
