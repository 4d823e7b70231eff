package queue

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// absent reports whether it makes sense to wait for the server: there is none yet, or it was lost
// meanwhile.
func absent(err error) bool {
	if distrust(err) { // the server is there
		return false
	}
	var refused *net.OpError
	return away(err) || errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, io.EOF) ||
		errors.As(err, &refused) && refused.Op != "remote error"
}

// away reports whether the server did not answer on a connection.
func away(err error) bool {
	for _, e := range []error{
		nats.ErrNoServers, nats.ErrTimeout, nats.ErrDisconnected, nats.ErrConnectionClosed, nats.ErrNoResponders, context.DeadlineExceeded,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// explain says what an error of the library means for the user.
func (o *Options) explain(err error) error {
	at := plain(o.URL)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked):
		return fmt.Errorf("the server at %s refuses us: is the token, the key or the certificate the right one? %w", at, err)
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		return fmt.Errorf("the server at %s has no JetStream: it keeps nothing: %w", at, err)
	case errors.Is(err, nats.ErrNoResponders):
		return fmt.Errorf("the server at %s has no JetStream, or is not ready: %w", at, err)
	case distrust(err):
		return fmt.Errorf("the server at %s and we do not trust each other: are both certificates valid, and of authorities that the other side knows? %w", at, err)
	case errors.Is(err, nats.ErrSecureConnWanted):
		return fmt.Errorf("the server at %s has no TLS, which this side asks for: %w", at, err)
	case errors.Is(err, nats.ErrMaxPayload):
		return fmt.Errorf("the server at %s takes no message that large: %w", at, err)
	case isFull(err):
		return fmt.Errorf("the server at %s has no room for more on its disk: make some and start it again, or cancel other jobs: %w", at, err)
	case errors.Is(err, context.Canceled):
		return err
	}
	return fmt.Errorf("the server at %s: %w", at, err)
}

// distrust reports whether one side rejected the certificate of the other, or its lack of one.
func distrust(err error) bool {
	return errors.Is(err, nats.ErrTLS) || strings.Contains(err.Error(), "tls: ")
}

// isFull reports whether the server has reached its storage limit, by default three quarters of what
// was free on its disk when it was started.
func isFull(err error) bool {
	var refused *jetstream.APIError
	if !errors.As(err, &refused) {
		return false
	}
	switch refused.ErrorCode {
	case 10002, 10023, 10047: // the account's, the server's and its disk's limit
		return true
	}
	return false
}

// plain returns URLs without secrets.
func plain(urls string) string {
	var shown []string
	for url := range strings.SplitSeq(urls, ",") {
		scheme, rest, found := strings.Cut(url, "://")
		if !found {
			scheme, rest = "nats", url
		}
		if at := strings.LastIndex(rest, "@"); at >= 0 {
			rest = rest[at+1:]
		}
		shown = append(shown, scheme+"://"+rest)
	}
	return strings.Join(shown, ",")
}
