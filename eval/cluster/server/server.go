// Package server runs the server of a queue: NATS with JetStream, inside this process, with nothing
// to install or configure.
package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
	"github.com/hardwood-ml/hardwood/internal/replace"
)

// Options say where a server keeps its data, where it listens, and which clients it accepts.
type Options struct {
	Dir       string // directory of its data
	Listen    string // HOST:PORT; port 0 takes a free one
	TokenFile string // file with the token that clients have to give
	TLSCert   string // the server's certificate, PEM
	TLSKey    string // its key, PEM
	TLSCA     string // authorities that have to certify clients, PEM

	// Log is called with errors and warnings, a line each. It may be nil.
	Log func(string)
}

// ErrOpen reports that anybody could use the server.
var ErrOpen = errors.New("anybody who reaches it could use it: give a token, or the authority of client certificates, or listen on 127.0.0.1")

// Server is a running server.
type Server struct {
	inner  *server.Server
	dir    string
	claim  *os.File    // on the directory
	failed chan string // why it cannot go on
}

// startTime is the time that a server may take to read its data.
const startTime = time.Minute

// damagedAdvice says what to do about data that is damaged.
const damagedAdvice = "remove the directory, as commands give the server again what it lacks"

// writeTime is the time that a client may take for what is sent to it at once: on a slow network some
// megabytes of a file.
const writeTime = time.Minute

// Start starts a server and waits until it is ready.
func Start(o Options) (*Server, error) {
	settings, err := o.settings()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, err
	}
	claim, err := replace.Claim(filepath.Join(o.Dir, "claim"))
	if errors.Is(err, replace.ErrClaimed) {
		return nil, fmt.Errorf("another server keeps its queue in %s: name another directory", o.Dir)
	}
	if err != nil {
		return nil, err
	}
	s, err := start(o, settings)
	if err != nil {
		claim.Close()
		return nil, err
	}
	s.claim = claim
	return s, nil
}

// start starts a server in a directory that this process has claimed.
func start(o Options, settings *server.Options) (*Server, error) {
	inner, err := server.NewServer(settings)
	if err != nil {
		return nil, err
	}
	failed := make(chan string, 1)
	inner.SetLoggerV2(&logger{o.Dir, o.Log, failed}, false, false, false)
	go inner.Start()
	ready := make(chan bool, 1)
	go func() { ready <- inner.ReadyForConnections(startTime) }()
	select {
	case ok := <-ready:
		if ok {
			return &Server{inner: inner, dir: o.Dir, failed: failed}, nil
		}
		err = fmt.Errorf("not ready within %v; if what is there may be damaged, %s", startTime, damagedAdvice)
	case why := <-failed:
		err = errors.New(why)
	}
	inner.Shutdown()
	return nil, fmt.Errorf("cannot serve on %s from %s: %w", o.Listen, o.Dir, err)
}

// Check returns what is wrong with the address, or with an address that is open to anybody.
func (o *Options) Check() error {
	_, _, err := o.address()
	return err
}

// address returns where the server listens.
func (o *Options) address() (host string, port int, err error) {
	host, number, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return "", 0, fmt.Errorf("%q is not HOST:PORT: %w", o.Listen, err)
	}
	port, err = strconv.Atoi(number)
	if err != nil || port < 0 || port > 65535 {
		return "", 0, fmt.Errorf("%q is not HOST:PORT: the port is no number from 0 to 65535", o.Listen)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	if !loopback(host) && o.TokenFile == "" && o.TLSCA == "" {
		return "", 0, fmt.Errorf("%s: %w", o.Listen, ErrOpen)
	}
	return host, port, nil
}

// settings returns the settings of the library.
func (o *Options) settings() (*server.Options, error) {
	host, port, err := o.address()
	if err != nil {
		return nil, err
	}
	s := &server.Options{
		ServerName: "hardwood", Host: host, Port: port, NoSigs: true,
		JetStream: true, StoreDir: filepath.Clean(o.Dir), SyncAlways: true, WriteDeadline: writeTime,
		JetStreamMaxMemory: -1, JetStreamMaxStore: -1,
	}
	if o.TokenFile != "" {
		if s.Authorization, err = queue.ReadToken(o.TokenFile); err != nil {
			return nil, err
		}
	}
	switch {
	case o.TLSCert == "" && o.TLSKey == "" && o.TLSCA == "":
		return s, nil
	case o.TLSCert == "" || o.TLSKey == "":
		return nil, errors.New("a server with TLS needs a certificate and its key")
	}
	if err := queue.CheckCertificate(o.TLSCert, o.TLSKey); err != nil {
		return nil, err
	}
	s.TLS, s.TLSTimeout, s.TLSVerify = true, 5, o.TLSCA != ""
	s.TLSConfig, err = server.GenTLSConfig(&server.TLSConfigOpts{
		CertFile: o.TLSCert, KeyFile: o.TLSKey, CaFile: o.TLSCA, Verify: o.TLSCA != "", MinVersion: tls.VersionTLS12,
	})
	return s, err
}

// loopback reports whether only this machine can reach a host.
func loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// URL returns where the server listens.
func (s *Server) URL() string { return s.inner.ClientURL() }

// InProcessConn connects within this process, for [queue.Options].
func (s *Server) InProcessConn() (net.Conn, error) { return s.inner.InProcessConn() }

// Wait waits until ctx ends. It returns earlier, with an error, if the disk is full or broken: the
// library then accepts nothing more until it is started again.
func (s *Server) Wait(ctx context.Context) error {
	select {
	case why := <-s.failed:
		advice := "make room"
		if strings.Contains(why, "corrupt") {
			advice = damagedAdvice
		}
		return fmt.Errorf("the server cannot keep what it is given in %s: %s: %s, and start it again; commands and workers wait for it, and nothing is lost", s.dir, why, advice)
	case <-ctx.Done():
		return nil
	}
}

// Close stops the server; its data stays on the disk.
func (s *Server) Close() {
	s.inner.Shutdown()
	s.inner.WaitForShutdown()
	s.claim.Close()
}

// logger takes what the library logs.
type logger struct {
	dir    string
	tell   func(string)
	failed chan string
}

func (l *logger) say(format string, v []any) {
	text := fmt.Sprintf(format, v...)
	if _, why, full := strings.Cut(text, "ritical write error: "); full {
		l.Fatalf("%s", why)
		return
	}
	if strings.Contains(text, "resource limits exceeded") {
		text = fmt.Sprintf("the server takes nothing more until there is less in %s: that is three quarters of what was free when it was started; make room and start it again, or cancel jobs", l.dir)
	}
	if l.tell != nil {
		l.tell(text)
	}
}

// Errorf implements [server.Logger].
func (l *logger) Errorf(format string, v ...any) { l.say(format, v) }

// Warnf implements [server.Logger].
func (l *logger) Warnf(format string, v ...any) { l.say(format, v) }

// Fatalf implements [server.Logger]. It does not end the process; the first reason counts.
func (l *logger) Fatalf(format string, v ...any) {
	select {
	case l.failed <- fmt.Sprintf(format, v...):
	default:
	}
}

// Noticef implements [server.Logger].
func (l *logger) Noticef(string, ...any) {}

// Debugf implements [server.Logger].
func (l *logger) Debugf(string, ...any) {}

// Tracef implements [server.Logger].
func (l *logger) Tracef(string, ...any) {}
