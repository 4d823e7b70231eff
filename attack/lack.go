package attack

import (
	"errors"
	"fmt"

	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// Ability is what a problem can ask of a method that not every method has.
type Ability uint8

// The abilities.
const (
	Measures  Ability = iota // changes in the norm of the problem, see [CheckNorm]
	Levels                   // to change levels of categories
	Groups                   // to obey groups of columns
	Blanks                   // to let columns go missing
	FreeMoves                // to let a column move at no cost, as a weight of 0 says
)

var withoutIt = [...]string{
	Levels:    "does not change levels of categories",
	Groups:    "knows no groups of columns",
	Blanks:    "lets no column go missing, as may-blank allows",
	FreeMoves: "cannot let a column move at no cost",
}

// Lack is the error of a method that cannot do what a problem asks. It is an
// [errors.ErrUnsupported]. Which methods can is known to attack/method.
type Lack struct {
	Method string
	Of     Ability
	Norm   Norm // of the problem

	of string // the norms that the method is for, where it lacks this one
}

// Error says what the method cannot do.
func (l *Lack) Error() string {
	if l.Of == Measures {
		return fmt.Sprintf("method %s is for %s, not for %v", l.Method, l.of, l.Norm)
	}
	return fmt.Sprintf("method %s %s", l.Method, withoutIt[l.Of])
}

// Is implements the interface of [errors.Is].
func (*Lack) Is(target error) bool { return target == errors.ErrUnsupported }

// Only is what the CheckNorm of a method for some norms returns: a [*Lack] unless the norm
// is one of them.
func Only(method string, n Norm, norms ...Norm) error {
	names := make([]string, len(norms))
	for i, known := range norms {
		if known == n {
			return nil
		}
		names[i] = known.String()
	}
	of := "norm "
	if len(norms) > 1 {
		of = "the norms "
	}
	return &Lack{Method: method, Of: Measures, Norm: n, of: of + phrase.List(names, "and")}
}
