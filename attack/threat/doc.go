// Package threat reads what an attacker can do from a TOML file, the threat
// file, and turns it into the constraints of a model: [Parse], then
// [Threat.Constraints].
//
// Above all tables stands who attacks, if not rows of all classes do:
//
//	classes = ["fraud"]
//
// A table per feature says what holds for it, and the table all what holds
// for every feature that does not say otherwise:
//
//	[all]
//	min = 0
//	max = 1
//
//	[feature.age]
//	direction = "increase"   # or "decrease": the way it may change
//	integer = true           # whole numbers only
//	weight = 2.5             # factor on its change in the norm
//
//	[feature.3]              # features without a name go by number, from 0
//	frozen = true
//
// [Rule] has all keys, and [Examples] are whole files. Of a model that knows what
// its columns hold, whole numbers and truths move in whole steps also without the
// file ([OfKinds]).
//
// Values are in the data's units, also where the model reads scaled ones.
// Weights apply to changes as the norm measures them. Faults name the line.
package threat
