// Package advboost hardens ensembles while they are trained: attacks, bounds
// and refits as hooks between the rounds of a trainer.
//
// [New] returns the hook of adversarial boosting: every so many rounds it
// attacks a share of the training rows with any [attack.Attack] and trains
// the next rounds on what it found as well.
//
//	hook, err := advboost.New(advboost.Options{Attack: ltattack.Attack{}, Norm: attack.LInf})
//	model, err := gbdt.New(params).Train(ctx, table, hook)
//
// Hooks use nothing but the public interface of package trainer, so others
// can be written in the same way, and several given to one training run.
package advboost
