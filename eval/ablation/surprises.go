package ablation

import (
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/threat"
)

// note adds to the notes of a spec what hardwood harden would note about the rows and their threat
// file: how they are scaled, that test rows are copies of training rows, and what has no effect in
// any of the norms.
func (s *Spec) note(d *DataSet, rows *tables) {
	for _, note := range []string{rows.Note(), rows.Copies(), s.idle(d, rows)} {
		if note = d.Name + ": " + note; !strings.HasSuffix(note, ": ") && !slices.Contains(s.Notes, note) {
			s.Notes = append(s.Notes, note)
		}
	}
}

// idle says what in a threat file has no effect in any of the norms, "" if there is nothing.
func (s *Spec) idle(d *DataSet, rows *tables) string {
	if d.Threat == "" {
		return ""
	}
	file, err := threat.Parse([]byte(d.ThreatText))
	if err != nil {
		return "" // reported elsewhere
	}
	of := map[string]bool{}
	for _, norm := range texts(s.Norm) {
		if n, err := attack.ParseNorm(norm); err == nil {
			of[file.Idle(rows.Reader(), n)] = true
		}
	}
	if len(of) != 1 { // what one norm does not use, another does
		return ""
	}
	for idle := range of {
		if idle != "" {
			return d.Threat + ": " + idle
		}
	}
	return ""
}
