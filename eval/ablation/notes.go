package ablation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// Notes explain the tables: runs that are missing, axes without effect, baselines that are the
// constant, rows that are not attacked or not decided, a method that proves nothing, an aim chosen by
// default, verdicts, and columns that cannot change.
func (f *Findings) Notes() []string {
	s, groups := f.Spec, f.Groups
	return slices.DeleteFunc([]string{lateNote(s, groups), idleNote(s), baselineNote(groups), outsideNote(groups), openNote(s, groups), unprovedNote(s), aimNote(s, groups), verdictNote(groups), doubtNote(groups), stillNote(groups)}, func(note string) bool { return note == "" })
}

// lateNote says which runs of a spec took longer than the limit, "" if none did.
func lateNote(s *Spec, groups []Group) string {
	grid, err := s.Grid()
	if err != nil {
		return "" // the spec has no valid grid
	}
	done, place := 0, s.placesOf(groups)
	for i := range groups {
		done += len(groups[i].Seeds)
	}
	if done == grid.Len() {
		return ""
	}
	axes := varyingWithin(grid.Settings())
	var none []string
	for name, settings := range grid.Settings() {
		if place.of[name+"\n"+settings.JSON()] == nil {
			none = append(none, strings.TrimSuffix(name+", "+settings.label(axes), ", "))
		}
	}
	text := fmt.Sprintf("%d of %d runs took longer than they may and are left out: means are over the other seeds", grid.Len()-done, grid.Len())
	if none == nil {
		return text + "."
	}
	return text + ", of which there are none for " + phrase.Few(none, 10, "; ") + "."
}

// baselineNote names the baselines of which some runs predict one class only, so that gains over
// them mean little; "" if there are none.
func baselineNote(groups []Group) string {
	var names []string
	axes := telling(groups)
	for i := range groups {
		g := &groups[i]
		constant := 0
		for k := range g.runs {
			if onlyClass(g.runs[k:k+1]) != "" {
				constant++
			}
		}
		if g.IsBaseline && constant > 0 {
			names = append(names, fmt.Sprintf("%s on %d of %d seeds", strings.TrimSuffix(g.Data+", "+g.Settings.label(axes), ", "), constant, len(g.runs)))
		}
	}
	if names == nil {
		return ""
	}
	return fmt.Sprintf("The baseline predicts one class for every row: %s.", strings.Join(names, "; "))
}

// verdictNote explains verdicts that are not self-explanatory, "" if there are none.
func verdictNote(groups []Group) string {
	var said []string
	constant := "always saying the most frequent class"
	if len(aimed(groups, eval.AimWorstClass)) > 0 {
		constant += ", or in the worst class the best blind guess,"
	}
	unless := ""
	if slices.ContainsFunc(groups, func(g Group) bool { return g.Verdict == eval.LessRobust }) { // which may not beat it either
		unless = ", unless it is less robust than the baseline by more than noise"
	}
	for _, of := range []struct {
		word eval.Word
		says string
	}{
		{eval.IsConstant, "that does not beat " + constant + " on average over the seeds by more than the noise of the test rows of one" + unless},
		{eval.GivesUpClass, "that is right on a class never, or less than half as often as the baseline"},
	} {
		if slices.ContainsFunc(groups, func(g Group) bool { return g.Verdict == of.word }) {
			said = append(said, fmt.Sprintf("%s of a setting %s", of.word, of.says))
		}
	}
	if said == nil {
		return ""
	}
	return "The verdict is " + strings.Join(said, ", and ") + "."
}

// aimNote names the data sets that are judged by balanced accuracy, and trained for it, by default;
// "" if there are none.
func aimNote(s *Spec, groups []Group) string {
	names := slices.DeleteFunc(aimed(groups, eval.AimBalanced), func(name string) bool {
		return slices.ContainsFunc(s.Data, func(d DataSet) bool { return d.Name == name && d.Aim != "" })
	})
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("On %s a class is rare, or one is not attacked: models are judged by the mean over the classes, and trained for it unless the spec weighs classes. "+
		`aim = "robust" below [[data]] counts rows.`, strings.Join(names, ", "))
}
