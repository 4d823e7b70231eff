package trainer

import (
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/internal/option"
)

// Set sets the option with this name or alias from text, as flags and files give it. Underscores count
// as dashes. Lists are comma separated and may stand in brackets. [Params.Check] checks whether the
// value is in range.
func (p *Params) Set(booster, name, text string) error {
	o, err := FindOption(booster, name)
	if err != nil {
		return err
	}
	return o.Set(p, text)
}

// FindOption returns the option with this name or alias. An option that only the other booster uses is
// an error, as is an unknown one.
func FindOption(booster, name string) (Option, error) {
	var names []string
	for i := range Options {
		o := &Options[i]
		switch {
		case o.Called(name) && !usedBy(o, booster):
			return *o, option.Errorf(o.Name, "%s is for booster %s, not for %s", o.Name, o.For, booster)
		case o.Called(name):
			return *o, nil
		case usedBy(o, booster):
			names = append(append(names, o.Name), o.Aliases...)
		}
	}
	return Option{}, option.In(name, nearest.Unknown("parameter", name, names))
}
