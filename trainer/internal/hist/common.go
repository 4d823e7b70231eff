package hist

// commonWord is the word that most rows have in a block, such as that of the
// margin of an image.
type commonWord struct {
	word  uint64
	often bool // so often that passing over it pays
}

// findCommon finds the word of more than half of the rows by pairing different
// ones off (Boyer and Moore 1981), and counts it.
func findCommon(words []uint64) commonWord {
	var c commonWord
	lead := 0
	for _, w := range words {
		switch {
		case lead == 0:
			c.word, lead = w, 1
		case w == c.word:
			lead++
		default:
			lead--
		}
	}
	count := 0
	for _, w := range words {
		if w == c.word {
			count++
		}
	}
	c.often = 5*count > 4*len(words)
	return c
}
