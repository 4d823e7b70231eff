package exact

import (
	"os"
	"strconv"
)

var trace = os.Getenv("TRACE") != ""

func env(k string, d int) int {
	v, err := strconv.Atoi(os.Getenv(k))
	if err != nil {
		return d
	}
	return v
}
