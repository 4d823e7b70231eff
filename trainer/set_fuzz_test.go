package trainer_test

import (
	"reflect"
	"testing"

	"github.com/hardwood-ml/hardwood/trainer"
)

// FuzzSet: any text for an option is accepted or refused, and the record of accepted parameters reads
// back as the same ones. Lists of classes, directions and groups of features are options too.
func FuzzSet(f *testing.F) {
	for number := range trainer.Options {
		f.Add(uint8(number), "1")
	}
	for _, text := range []string{"[0.5, 1e-3]", "1,-1,0", "[[0,1],[2]]", "[[", "worst-case", "1e999", "NaN", "-0", "true", "", "[,]", "[[0]] x"} {
		for number := range trainer.Options {
			f.Add(uint8(number), text)
		}
	}
	f.Fuzz(func(t *testing.T, number uint8, text string) {
		o := trainer.Options[int(number)%len(trainer.Options)]
		booster := o.For
		if booster == "" {
			booster = trainer.GBDT
		}
		p := trainer.Defaults(booster)
		if p.Set(booster, o.Name, text) != nil || p.Check(booster) != nil {
			return
		}
		p.CheckFeatures(3, 2)
		record, again := p.Record(booster, true)[o.Name], trainer.Defaults(booster)
		if record == "" { // what is not recorded
			return
		}
		if err := again.Set(booster, o.Name, record); err != nil {
			t.Fatalf("%s = %q is recorded as %q: %v", o.Name, text, record, err)
		}
		if was, is := reflect.ValueOf(o.Field(&p)).Elem(), reflect.ValueOf(o.Field(&again)).Elem(); !sameValue(was, is) {
			t.Errorf("%s = %q is %v, and %v from its record", o.Name, text, was, is)
		}
	})
}

// sameValue compares values; empty lists are all the same.
func sameValue(a, b reflect.Value) bool {
	if a.Kind() == reflect.Slice && a.Len() == 0 && b.Len() == 0 {
		return true
	}
	return reflect.DeepEqual(a.Interface(), b.Interface())
}
