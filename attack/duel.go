package attack

import "github.com/hardwood-ml/hardwood/trainer/ensemble"

// Duel is a list of contrasts that an example has to win together. The first one is against the
// victim's class.
type Duel []*ensemble.Contrast

// Duels returns the duels for victims of a label; an example has to win one of them. An untargeted
// attack has a duel of one contrast for each other class; a targeted one has a single duel, of the
// target against all other classes.
func (p *Problem) Duels(label int) []Duel {
	classes := p.Ensemble.Classes
	contrasts := make(Duel, 0, classes-1)
	if p.Target != Untargeted {
		if p.Target == label {
			return nil
		}
		contrasts = append(contrasts, p.Grid.Contrast(label, p.Target))
		for class := range classes {
			if class != p.Target && class != label {
				contrasts = append(contrasts, p.Grid.Contrast(class, p.Target))
			}
		}
		return []Duel{contrasts}
	}
	duels := make([]Duel, 0, classes-1)
	for rival := range classes {
		if rival != label {
			contrasts = append(contrasts, p.Grid.Contrast(label, rival))
			duels = append(duels, contrasts[len(duels):len(duels)+1])
		}
	}
	return duels
}
