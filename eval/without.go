package eval

import (
	"fmt"
	"strings"
)

// WithoutSentence says how many rows the mean distances leave out because no example was found for
// them. It leaves out models with few such rows, or with no others, and is "" if that is all.
func (r *Report) WithoutSentence() string {
	var of []string
	for _, e := range r.Models {
		m := &e.Metrics
		if attacked := m.Attacked(); m.manyWithout() && m.WithoutExample < attacked {
			of = append(of, fmt.Sprintf("%d of %d of the %s model", m.WithoutExample, attacked, e.Name))
		}
	}
	if of == nil {
		return ""
	}
	return fmt.Sprintf("The mean %s leaves out rows without an example: %s.", Measured(r.Norm), strings.Join(of, ", "))
}

// manyWithout reports whether the attacked rows without an example are more than few.
func (m *Metrics) manyWithout() bool {
	const few = 10 // a tenth of the rows hardly moves a mean
	return few*m.WithoutExample > m.Attacked()
}
