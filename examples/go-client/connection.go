package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/crypto/blake2b"
)

const (
	emptyBody       = "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"
	timestampFormat = "2006-01-02T15:04:05.000Z"
	openTimeout     = 10 * time.Second
	maxMessageBytes = 16 << 20
	stableTime      = 10 * time.Second
	firstLimit      = 250 * time.Millisecond
	mostLimit       = 20 * time.Second
	mostRetryAfter  = 5 * time.Minute
)

// A stop ends a channel: another attempt would not help.
type stop struct{ reason string }

func (s stop) Error() string { return s.reason }

// An again ends a connection that another one follows.
type again struct {
	reason string
	// At once, or after exactly this time. Otherwise after the backoff.
	atOnce bool
	wait   time.Duration
	// Not before this time.
	least time.Duration
	// Whether the clock was wrong, and is right now.
	clockCorrected bool
}

func (a again) Error() string { return a.reason }

// A channel is what a program makes of its connections.
type channel interface {
	// target returns the path and query to request, below the stream address.
	target() string
	// opened is called when a connection was accepted, with the log that it reads from.
	opened(ctx context.Context, socket *websocket.Conn, logID string) error
	// take takes a frame. It returns an error if the connection is of no use any more.
	take(ctx context.Context, socket *websocket.Conn, frame *frame) error
	// lost is called when the server cannot continue where this client stopped.
	lost(reason string)
	// interval returns the heartbeat interval.
	interval() time.Duration
	say(format string, values ...any)
}

// A frame has the members that any channel may have. Integers are int64, so that no digit is lost.
type frame struct {
	Type         string          `json:"type"`
	Seq          *int64          `json:"seq"`
	WatermarkSeq *int64          `json:"watermark_seq"`
	MarketID     *string         `json:"market_id"`
	MdSeq        *int64          `json:"md_seq"`
	Payload      json.RawMessage `json:"payload"`
	text         []byte
}

// An account has the address, the keys, and by how much the clock of this machine is wrong.
type account struct {
	url, accessKey, secretKey, brokerID string

	lock       sync.Mutex
	clockError time.Duration
}

func newAccount() (*account, error) {
	values := map[string]string{}
	for _, name := range []string{"URL", "ACCESS_KEY", "SECRET_KEY", "BROKER_ID"} {
		values[name] = os.Getenv("STREAMS_" + name)
		if values[name] == "" {
			return nil, fmt.Errorf("STREAMS_%s is not set", name)
		}
	}
	return &account{
		url:       strings.TrimRight(values["URL"], "/"),
		accessKey: values["ACCESS_KEY"],
		secretKey: values["SECRET_KEY"],
		brokerID:  values["BROKER_ID"],
	}, nil
}

func (a *account) headers(path string) (http.Header, error) {
	a.lock.Lock()
	timestamp := time.Now().Add(a.clockError).UTC().Format(timestampFormat)
	a.lock.Unlock()
	signature, err := sign(a.secretKey, a.brokerID, a.accessKey, path, timestamp)
	headers := http.Header{}
	headers.Set("PRE-ACCESS-KEY", a.accessKey)
	headers.Set("PRE-ACCESS-TIMESTAMP", timestamp)
	headers.Set("PRE-ACCESS-SIGNATURE", signature)
	return headers, err
}

func (a *account) correctClock(serverTime time.Time) time.Duration {
	a.lock.Lock()
	defer a.lock.Unlock()
	a.clockError = time.Until(serverTime)
	return a.clockError
}

func sign(secretKey, brokerID, accessKey, path, timestamp string) (string, error) {
	key, err := hex.DecodeString(secretKey)
	if err != nil {
		return "", err
	}
	hash, err := blake2b.New256(key)
	if err != nil {
		return "", err
	}
	for _, line := range []string{"GET", path, timestamp, "", brokerID, accessKey, emptyBody} {
		io.WriteString(hash, line+"\n")
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// follow keeps a channel connected until the context ends, or another attempt would not help.
func follow(ctx context.Context, channel channel, account *account) error {
	limit := firstLimit
	attempts := 0
	corrected := false
	for {
		connection := &connection{channel: channel, account: account}
		err := connection.run(ctx)
		if ctx.Err() != nil {
			return nil
		}
		var next again
		if !errors.As(err, &next) {
			return err
		}
		if next.clockCorrected && corrected {
			return stop{next.reason}
		}
		isOpened := !connection.openedAt.IsZero()
		corrected = next.clockCorrected || (corrected && !isOpened)
		if isOpened {
			attempts = 0
			if time.Since(connection.openedAt) >= stableTime {
				limit = firstLimit
			}
		} else {
			attempts++
		}
		wait := next.wait
		if !next.atOnce && wait == 0 {
			wait = max(next.least, rand.N(limit))
			limit = min(2*limit, mostLimit)
		}
		failed := ""
		if attempts >= 3 {
			failed = fmt.Sprintf(" (%d attempts have failed)", attempts)
		}
		channel.say("disconnected: %s; again in %v%s", next.reason, wait.Round(time.Millisecond), failed)
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return nil
		}
	}
}

// A connection is one attempt to connect, and the connection that it leads to.
type connection struct {
	channel     channel
	account     *account
	openedAt    time.Time
	hasReceived bool
	lastError   problem
}

func (c *connection) run(ctx context.Context) error {
	target := c.channel.target()
	address, err := url.Parse(c.account.url + target)
	if err != nil {
		return stop{err.Error()}
	}
	// What is signed has to be what is sent.
	path := address.RequestURI()
	headers, err := c.account.headers(path)
	if err != nil {
		return stop{err.Error()}
	}
	c.channel.say("connecting: %s", path)
	opening, cancel := context.WithTimeout(ctx, openTimeout)
	defer cancel()
	options := &websocket.DialOptions{HTTPHeader: headers}
	socket, response, err := websocket.Dial(opening, address.String(), options)
	if err != nil && response != nil {
		return c.afterRefusal(response)
	}
	if err != nil {
		return again{reason: err.Error()}
	}
	defer socket.CloseNow()
	c.openedAt = time.Now()
	socket.SetReadLimit(maxMessageBytes)
	err = c.read(ctx, socket, response.Header.Get("Log-Id"))
	var closed websocket.CloseError
	if errors.As(err, &closed) {
		return c.afterClose(int(closed.Code), closed.Reason)
	}
	return err
}

func (c *connection) read(ctx context.Context, socket *websocket.Conn, logID string) error {
	if err := c.channel.opened(ctx, socket, logID); err != nil {
		return err
	}
	for {
		// 2.5 intervals.
		silence := c.channel.interval() * 5 / 2
		reading, cancel := context.WithTimeout(ctx, silence)
		_, text, err := socket.Read(reading)
		isSilent := reading.Err() != nil
		cancel()
		var closed websocket.CloseError
		if errors.As(err, &closed) {
			return closed
		}
		if isSilent {
			return again{reason: "silence"}
		}
		if err != nil {
			return again{reason: err.Error()}
		}
		frame := frame{text: text}
		if err := json.Unmarshal(text, &frame); err != nil {
			return stop{fmt.Sprintf("cannot read %s: %v", text, err)}
		}
		if frame.Type == "error" {
			json.Unmarshal(frame.Payload, &c.lastError)
			c.channel.say("error %s: %s", c.lastError.Code, c.lastError.Message)
		}
		c.hasReceived = true
		if err := c.channel.take(ctx, socket, &frame); err != nil {
			return err
		}
	}
}

// A problem is the payload of an error frame, or the body of a refused upgrade.
type problem struct {
	Code    string
	Message string
	refusal
	Details refusal
}

type refusal struct {
	Reason     string
	ServerTime time.Time `json:"server_time"`
	// Markets that have ended.
	Closed []string
}

func (c *connection) afterClose(code int, reason string) error {
	name := c.lastError.Code
	if name == "" {
		name = reason
	}
	what := strings.TrimSpace(fmt.Sprintf("close %d %s", code, name))
	switch code {
	case 1000, 1002, 1003, 1007, 1008, 1009, 1010:
		return stop{what}
	case 1001:
		text, found := strings.CutPrefix(reason, "retry_ms=")
		if ms, err := strconv.Atoi(text); found && err == nil {
			return again{reason: what, atOnce: true, wait: time.Duration(ms) * time.Millisecond}
		}
	case 4008:
		return again{reason: what, atOnce: c.hasReceived}
	case 4009:
		if name == "protocol_version" {
			return stop{what}
		}
		if name == "resume_too_old" {
			lost := c.lastError.Details.Reason
			if lost == "" {
				lost = "too_old"
			}
			c.channel.lost(lost)
		}
	case 4401:
		return c.afterUnauthorized(what, c.lastError.Details)
	}
	return again{reason: what}
}

func (c *connection) afterRefusal(response *http.Response) error {
	var problem problem
	body, _ := io.ReadAll(response.Body)
	json.Unmarshal(body, &problem)
	status := response.StatusCode
	name := problem.Code
	if problem.Reason != "" {
		name = problem.Reason
	}
	what := strings.TrimSpace(fmt.Sprintf("HTTP %d %s", status, name))
	switch {
	case status == 401:
		return c.afterUnauthorized(what, problem.refusal)
	case status == 408, status == 425, status == 429, status >= 500:
		seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
		least := min(time.Duration(seconds)*time.Second, mostRetryAfter)
		return again{reason: what, least: least}
	default:
		return stop{what}
	}
}

func (c *connection) afterUnauthorized(what string, refusal refusal) error {
	if refusal.Reason != "clock_skew" {
		return stop{what}
	}
	clockError := c.account.correctClock(refusal.ServerTime)
	reason := fmt.Sprintf("%s: this clock is %.0f s ahead", what, -clockError.Seconds())
	return again{reason: reason, atOnce: true, clockCorrected: true}
}
