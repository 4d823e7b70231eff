package queue

import (
	"sync"
	"time"
)

// slowest knows how long the slowest answer took so far.
type slowest struct {
	mu   sync.Mutex
	took time.Duration
}

// saw notes how long an answer took.
func (s *slowest) saw(took time.Duration) {
	s.mu.Lock()
	s.took = max(s.took, took)
	s.mu.Unlock()
}

// leastPatience is how long to wait for an answer at least.
const leastPatience = time.Second

// patience returns how long to wait for an answer that was asked for some times
// before.
func (s *slowest) patience(before int) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return max(leastPatience, 4*s.took) << min(before, 20)
}
