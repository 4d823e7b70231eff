package grow

import "github.com/hardwood-ml/hardwood/internal/parallel"

// helps reports whether it pays to share the slots of a node among goroutines. Slots of sparse data are
// summed together.
func (s *search) helps(n *node, slots []int32) bool {
	return s.helpers != nil && !s.listed && !s.lists && min(n.Rows, 1<<s.width)*len(slots) >= manyCells
}

// share finds the best split of a node on some slots, with the helpers. As without them, the first of
// equal splits is taken.
func (s *search) share(n *node, slots []int32) {
	helpers := s.helpers
	s.helpers = nil // for the share of s itself
	searches, found := []*search{s}, make([]node, 1+len(helpers))
	for _, w := range helpers {
		w.view = s.view
		w.search.criterion.Begin(&n.Node)
		searches = append(searches, &w.search)
	}
	parallel.For(len(searches), len(searches), func(i int) {
		found[i] = *n
		searches[i].among(&found[i], slots[len(slots)*i/len(searches):len(slots)*(i+1)/len(searches)])
	})
	for i := range found {
		if found[i].best.Score > n.best.Score {
			n.best = found[i].best
		}
	}
	s.helpers = helpers
}
