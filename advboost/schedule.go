package advboost

import (
	"fmt"
	"math"
)

// Schedule says before which rounds to attack: at first every Every rounds,
// and each gap Growth times as long as the one before.
type Schedule struct {
	Every  int     // 0 is taken as 1
	Growth float64 // at least 1; 0 is taken as 1
}

func (s Schedule) check() error {
	switch {
	case s.Every < 0:
		return fmt.Errorf("attack every %d rounds", s.Every)
	case s.Growth != 0 && !(s.Growth >= 1) || math.IsInf(s.Growth, 1):
		return fmt.Errorf("gaps between attacks cannot grow by a factor of %v", s.Growth)
	}
	return nil
}

// Due reports whether to attack before a round, counted from 0. It never is
// before round 0, which has no trees to attack.
func (s Schedule) Due(round int) bool {
	gap, due := float64(max(s.Every, 1)), 0.0
	for ; due < float64(round); gap *= max(s.Growth, 1) {
		due += gap
	}
	return round > 0 && math.Floor(due) == float64(round)
}
