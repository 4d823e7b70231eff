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
	for _, note := range append([]string{rows.Note(), rows.Copies()}, s.ofThreat(d, rows)...) {
		if note = d.Name + ": " + note; !strings.HasSuffix(note, ": ") && !slices.Contains(s.Notes, note) {
			s.Notes = append(s.Notes, note)
		}
	}
}

// ofThreat says what in a threat file is a surprise in all of the norms: what one norm does not use, another
// may.
func (s *Spec) ofThreat(d *DataSet, rows *tables) (notes []string) {
	if d.Threat == "" {
		return nil
	}
	file, err := threat.Parse([]byte(d.ThreatText))
	if err != nil {
		return nil // reported elsewhere
	}
	for i, norm := range texts(s.Norm) {
		n, err := attack.ParseNorm(norm)
		if err != nil {
			continue
		}
		of := file.Surprises(rows.Reader(), n)
		if i == 0 {
			notes = of
		}
		notes = slices.DeleteFunc(notes, func(note string) bool { return !slices.Contains(of, note) })
	}
	for i := range notes {
		notes[i] = d.Threat + ": " + notes[i]
	}
	return notes
}
