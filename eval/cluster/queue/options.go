package queue

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// DefaultURL is where hardwood serve listens.
const DefaultURL = nats.DefaultURL

// DefaultRedeliver is the time after which a silent worker is given up.
const DefaultRedeliver = 30 * time.Second

// Options say where a queue is and who asks.
type Options struct {
	URL  string        // nats://HOST:PORT, or several with commas between them
	Wait time.Duration // how long to wait for a server
	Name string        // of this process, as shown in lists

	TokenFile string // file with the server's token
	NKeyFile  string // file with the seed of an NKey
	CredsFile string // file with a JWT and its NKey
	TLSCert   string // client certificate, PEM
	TLSKey    string // its key, PEM
	TLSCA     string // certificates of authorities to trust, PEM

	// Redeliver is the time after which a task goes from a silent worker to another one, 0 for
	// [DefaultRedeliver].
	Redeliver time.Duration

	// Inside is a server in this process to connect to instead of URL; it may be nil.
	Inside nats.InProcessConnProvider

	// Note is called with a line on what happens to the connection. It may be nil.
	Note func(string)
}

// Queue is a connection to a queue.
type Queue struct {
	Options
	conn *nats.Conn
	js   jetstream.JetStream
	streams
}

// ErrNoServer reports that no server answers at an address.
var ErrNoServer = errors.New("no server")

// retryEvery is the time between two attempts at reaching a server.
const retryEvery = 250 * time.Millisecond

// Dial connects to a server, waiting for it up to o.Wait, and creates missing streams of the queue.
// Once connected, the queue reconnects forever. The error matches [ErrNoServer] if no server answers
// in time.
func Dial(ctx context.Context, o Options) (*Queue, error) {
	if o.Note == nil {
		o.Note = func(string) {}
	}
	if o.Redeliver <= 0 {
		o.Redeliver = DefaultRedeliver
	}
	settings, err := o.settings()
	if err != nil {
		return nil, err
	}
	deadline := time.Now().Add(o.Wait)
	for told := false; ; {
		q, err := dial(ctx, &o, settings)
		switch {
		case err == nil:
			return q, nil
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case !absent(err):
			return nil, o.explain(err)
		case !time.Now().Before(deadline) && errors.Is(err, nats.ErrNoResponders): // there is a server
			return nil, o.explain(err)
		case !time.Now().Before(deadline):
			return nil, fmt.Errorf("%w at %s within %v: %w", ErrNoServer, plain(o.URL), o.Wait, err)
		}
		if !told {
			told = true
			o.Note(fmt.Sprintf("%v at %s yet: waiting %v for it", ErrNoServer, plain(o.URL), o.Wait))
		}
		wait(ctx, retryEvery)
	}
}

// dial connects once.
func dial(ctx context.Context, o *Options, settings []nats.Option) (*Queue, error) {
	conn, err := nats.Connect(o.URL, settings...)
	if err != nil {
		return nil, err
	}
	q := &Queue{Options: *o, conn: conn}
	ignore := func(jetstream.JetStream, *nats.Msg, error) {} // sweeps notice what is not published
	if q.js, err = jetstream.New(conn, jetstream.WithPublishAsyncErrHandler(ignore), jetstream.WithPublishAsyncTimeout(patience)); err == nil {
		q.streams, err = q.open(ctx)
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	return q, nil
}

// Close ends the connection.
func (q *Queue) Close() { q.conn.Close() }

// settings returns the options of a connection.
func (o *Options) settings() ([]nats.Option, error) {
	settings := []nats.Option{
		nats.Name(o.Name), nats.MaxReconnects(-1), nats.ReconnectWait(retryEvery), nats.Timeout(5 * time.Second),
		nats.PingInterval(10 * time.Second), nats.MaxPingsOutstanding(6), // their answers may wait behind megabytes of a file
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // the default writes to stderr
		nats.DisconnectErrHandler(func(c *nats.Conn, err error) {
			if err != nil {
				o.Note(fmt.Sprintf("lost the server at %s: waiting for it, however long that takes", plain(o.URL)))
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { o.Note(fmt.Sprintf("the server at %s is back", plain(o.URL))) }),
	}
	if o.Inside != nil {
		settings = append(settings, nats.InProcessServer(o.Inside))
	}
	if o.TokenFile != "" {
		token, err := ReadToken(o.TokenFile)
		if err != nil {
			return nil, err
		}
		settings = append(settings, nats.Token(token))
	}
	if o.NKeyFile != "" {
		key, err := nats.NkeyOptionFromSeed(o.NKeyFile)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.NKeyFile, err)
		}
		settings = append(settings, key)
	}
	if o.CredsFile != "" {
		settings = append(settings, nats.UserCredentials(o.CredsFile))
	}
	if (o.TLSCert == "") != (o.TLSKey == "") {
		return nil, errors.New("a client certificate and its key go together: name both")
	}
	if o.TLSCert != "" {
		if err := CheckCertificate(o.TLSCert, o.TLSKey); err != nil {
			return nil, err
		}
		settings = append(settings, nats.ClientCert(o.TLSCert, o.TLSKey))
	}
	if o.TLSCA != "" {
		settings = append(settings, nats.RootCAs(o.TLSCA))
	}
	return settings, nil
}

// ReadToken reads a file whose only content is a token.
func ReadToken(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if token == "" || strings.ContainsAny(token, " \n\r\t") {
		return "", fmt.Errorf("%s: is not a token: one word is", path)
	}
	return token, nil
}
