package server_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
	"github.com/hardwood-ml/hardwood/eval/cluster/server"
)

func ExampleStart() {
	_, err := server.Start(server.Options{Dir: "queue", Listen: "0.0.0.0:4222"})
	fmt.Println(err)
	// Output: 0.0.0.0:4222: anybody who reaches it could use it: give a token, or the authority of client certificates, or listen on 127.0.0.1
}

// TestRefuses: what a server cannot do is refused in one line.
func TestRefuses(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("two words"), 0o600); err != nil {
		t.Fatal(err)
	}
	taken, err := server.Start(server.Options{Dir: filepath.Join(dir, "q"), Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	address := strings.TrimPrefix(taken.URL(), "nats://")
	for _, c := range []struct {
		o    server.Options
		want string
	}{
		{server.Options{Listen: ":4222"}, "anybody who reaches it could use it"},
		{server.Options{Listen: "somewhere"}, `"somewhere" is not HOST:PORT`},
		{server.Options{Listen: "127.0.0.1:many"}, "the port is no number from 0 to 65535"},
		{server.Options{Listen: "0.0.0.0:0", TokenFile: file}, "is not a token: one word is"},
		{server.Options{Listen: "127.0.0.1:0", TLSCert: file}, "a server with TLS needs a certificate and its key"},
		{server.Options{Listen: "0.0.0.0:0", TLSCA: file}, "a server with TLS needs a certificate and its key"},
		{server.Options{Listen: address, Dir: filepath.Join(dir, "other")}, "Error listening on port: " + address},
		{server.Options{Listen: "127.0.0.1:0", Dir: file}, "mkdir " + file},
		{server.Options{Listen: "127.0.0.1:0", Dir: filepath.Join(dir, "q")}, "another server keeps its queue in "},
	} {
		s, err := server.Start(c.o)
		if err == nil {
			s.Close()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: %v, want %q", c.o, err, c.want)
		}
	}
}

// TestToken: only clients with the token are let in.
func TestToken(t *testing.T) {
	dir := t.TempDir()
	right, wrong := filepath.Join(dir, "right"), filepath.Join(dir, "wrong")
	if err := errors.Join(os.WriteFile(right, []byte("a1b2\n"), 0o600), os.WriteFile(wrong, []byte("a1b3\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	s, err := server.Start(server.Options{Dir: filepath.Join(dir, "q"), Listen: "0.0.0.0:0", TokenFile: right})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for file, ok := range map[string]bool{right: true, wrong: false, "": false} {
		q, err := queue.Dial(t.Context(), queue.Options{URL: s.URL(), TokenFile: file})
		if err == nil {
			q.Close()
		}
		if ok != (err == nil) || err != nil && !strings.Contains(err.Error(), "refuses us: is the token, the key or the certificate the right one?") {
			t.Errorf("with the token of %q: %v", file, err)
		}
	}
}
