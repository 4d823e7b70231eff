package queue

import (
	"sync"
	"time"
)

// slowest records how long the slowest answer took so far.
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

// leastPatience is the least time to wait for an answer.
const leastPatience = time.Second

// patience returns how long to wait for the answer to a question that was asked a number of times
// before.
func (s *slowest) patience(before int) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return max(leastPatience, 4*s.took) << min(before, 20)
}
