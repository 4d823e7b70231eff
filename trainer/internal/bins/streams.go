package bins

// Streams of random numbers: the first part of every address in a training run.
const (
	streamSample = iota + 1
	StreamTree
	StreamLevel
	StreamNode
	StreamRows
)
