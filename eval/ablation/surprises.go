package ablation

import (
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/threat"
)

// note adds to the notes of a spec what hardwood harden notes of such rows and their threat
// file: how they are scaled, that test rows are training rows, and what counts in none of
// the norms.
func (s *Spec) note(d *DataSet, rows *tables) {
	for _, note := range []string{rows.Note(), rows.Copies(), s.idle(d, rows)} {
		if note = d.Name + ": " + note; !strings.HasSuffix(note, ": ") && !slices.Contains(s.Notes, note) {
			s.Notes = append(s.Notes, note)
		}
	}
}

// idle says what of a threat file counts in none of the norms, "" where all does.
func (s *Spec) idle(d *DataSet, rows *tables) string {
	if d.Threat == "" {
		return ""
	}
	file, err := threat.Parse([]byte(d.ThreatText))
	if err != nil {
		return "" // who attacks says so
	}
	of := map[string]bool{}
	for _, norm := range texts(s.Norm) {
		if n, err := attack.ParseNorm(norm); err == nil {
			of[file.Idle(rows.Reader(), n)] = true
		}
	}
	if len(of) != 1 { // what one norm has no use for another one has
		return ""
	}
	for idle := range of {
		if idle != "" {
			return d.Threat + ": " + strings.ReplaceAll(idle, "--norm", "norm")
		}
	}
	return ""
}
