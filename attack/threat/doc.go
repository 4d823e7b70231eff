// Package threat reads what an attacker can do from a TOML file, the threat
// file, and turns it into the constraints of a model: [Parse], then
// [Threat.Constraints].
//
// The classes whose rows are attacked, if not all, stand above all tables:
//
//	classes = ["fraud"]
//
// A table per feature says what holds for it, and the table all what holds for every feature that
// does not say otherwise:
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
// [Rule] has all keys, [Examples] are whole files, and [WriteFirst] writes one from a table,
// whose groups of one-hot columns [FindGroups] finds. If a model knows what its columns hold,
// whole numbers and booleans move in whole steps even without a file ([OfKinds]).
//
// Values are in the data's units, even if the model reads scaled ones. Weights apply to changes as
// the norm measures them. Faults name the line.
package threat
