package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/coder/websocket"
)

const (
	mostRepeats = 3
	// The heartbeat interval, until the server states another one.
	usualInterval = 15 * time.Second
)

// orders is every frame of /orders once: it resumes after the last one, drops duplicates, and
// notices gaps.
type orders struct {
	// Everything up to this number was printed; nil if nothing is known of the numbers.
	last      *int64
	logID     string
	beatEvery time.Duration
	isLive    bool
	// After which number frames were missing, and how often in a row.
	gapAfter    int64
	gaps        int
	timesBehind int
}

func newOrders(since int64) *orders {
	last := since - 1
	return &orders{last: &last, beatEvery: usualInterval}
}

func (o *orders) interval() time.Duration { return o.beatEvery }

func (o *orders) say(format string, values ...any) {
	fmt.Printf("orders "+format+"\n", values...)
}

func (o *orders) target() string {
	if o.last == nil {
		return "/orders"
	}
	target := fmt.Sprintf("/orders?since=%d", *o.last+1)
	if o.logID != "" {
		target += "&log_id=" + o.logID
	}
	return target
}

func (o *orders) opened(_ context.Context, _ *websocket.Conn, logID string) error {
	o.isLive = false
	return o.checkLog(logID)
}

func (o *orders) take(_ context.Context, _ *websocket.Conn, frame *frame) error {
	switch frame.Type {
	case "heartbeat", "backlog_end":
		var payload struct {
			LogID       string `json:"log_id"`
			IntervalSec int64  `json:"interval_sec"`
			LastSeq     *int64 `json:"last_seq"`
		}
		if err := json.Unmarshal(frame.Payload, &payload); err != nil {
			return stop{err.Error()}
		}
		if err := o.checkLog(payload.LogID); err != nil {
			return err
		}
		if payload.IntervalSec > 0 {
			o.beatEvery = time.Duration(payload.IntervalSec) * time.Second
		}
		return o.checkPosition(frame.Seq, cmp.Or(frame.WatermarkSeq, payload.LastSeq))
	case "error":
		if o.last != nil && frame.Seq != nil && *frame.Seq > *o.last {
			return o.gap(*frame.Seq)
		}
		return nil
	}
	if frame.Seq == nil {
		return nil
	}
	switch seq := *frame.Seq; {
	case o.last == nil || seq == *o.last+1:
		o.last = &seq
		o.say("#%d %s", seq, describe(frame))
	case seq <= *o.last:
		o.say("duplicate #%d", seq)
	default:
		return o.gap(seq)
	}
	return nil
}

// checkPosition judges a frame that says up to which number everything was sent.
func (o *orders) checkPosition(seq, sent *int64) error {
	var stated int64
	for _, number := range []*int64{seq, sent} {
		if number != nil {
			stated = max(stated, *number)
		}
	}
	if o.last == nil {
		o.last = &stated
	}
	if stated > *o.last {
		return o.gap(stated)
	}
	if sent != nil && *sent < *o.last {
		o.timesBehind++
		if o.timesBehind == mostRepeats {
			o.lost("behind")
		}
		return again{reason: fmt.Sprintf("the log ends at %d", *sent)}
	}
	o.timesBehind = 0
	if !o.isLive {
		o.say("live after #%d", *o.last)
	}
	o.isLive = true
	return nil
}

func (o *orders) checkLog(logID string) error {
	if logID == "" || logID == o.logID {
		return nil
	}
	if o.logID != "" {
		o.lost("other_log")
		return again{reason: "another log"}
	}
	o.logID = logID
	return nil
}

func (o *orders) gap(seq int64) error {
	if o.gapAfter != *o.last {
		o.gaps = 0
	}
	o.gaps++
	o.gapAfter = *o.last
	reason := fmt.Sprintf("gap: #%d after #%d", seq, *o.last)
	if o.gaps == mostRepeats {
		return stop{reason}
	}
	return again{reason: reason}
}

func (o *orders) lost(reason string) {
	// A real program rebuilds here what it derived from the frames so far.
	o.say("RESYNC %s: what follows does not continue what was printed", reason)
	o.last = nil
	o.logID = ""
	o.timesBehind = 0
}

func describe(frame *frame) string {
	var payload struct {
		OrderID     string `json:"order_id"`
		Side        string
		Qty         decimal
		Token       string
		Price       decimal
		Status      string
		EngineSeq   int64  `json:"last_update_engine_seq"`
		CommandType string `json:"command_type"`
		Reason      string
	}
	if frame.Type != "order_update" && frame.Type != "order_reject" {
		return frame.Type
	}
	if err := json.Unmarshal(frame.Payload, &payload); err != nil {
		return err.Error()
	}
	if frame.Type == "order_reject" {
		return payload.CommandType + " refused: " + payload.Reason
	}
	return fmt.Sprintf("%s %s %s %s @ %s %s (engine %d)", payload.OrderID, payload.Side,
		payload.Qty, payload.Token, payload.Price, payload.Status, payload.EngineSeq)
}
