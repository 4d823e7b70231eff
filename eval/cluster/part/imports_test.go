package part_test

import (
	"os/exec"
	"strings"
	"testing"
)

// TestNoNetwork: only importing the queue pulls in a network library.
func TestNoNetwork(t *testing.T) {
	list := exec.Command("go", "list", "-f", "{{.ImportPath}}: {{join .Deps \" \"}}", "../../../...")
	out, err := list.Output()
	if err != nil {
		t.Skipf("no go command: %v", err)
	}
	with := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		name, deps, _ := strings.Cut(line, ": ")
		_, name, _ = strings.Cut(name, "/hardwood/")
		if strings.Contains(deps, "github.com/nats-io/") {
			with[name] = true
		}
	}
	for name := range with {
		switch {
		case name == "cmd/hardwood", name == "eval/cluster/queue", name == "eval/cluster/server", name == "eval/cluster/loop":
		default:
			t.Errorf("%s imports NATS", name)
		}
	}
	if !with["cmd/hardwood"] {
		t.Error("no package imports NATS: what is tested?")
	}
}
