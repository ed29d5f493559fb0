package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/coder/websocket"
)

const snapshotTime = 10 * time.Second

// A decimal is units plus nanos billionths. Each value has one form, so it can be the key of a map.
type decimal struct {
	Units int64 `json:"units"`
	Nanos int32 `json:"nanos"`
}

func (d decimal) compare(other decimal) int {
	return cmp.Or(cmp.Compare(d.Units, other.Units), cmp.Compare(d.Nanos, other.Nanos))
}

func (d decimal) String() string {
	sign := ""
	if d.Units < 0 || d.Nanos < 0 {
		sign = "-"
	}
	// Not -d.Units: the lowest int64 has no positive counterpart.
	units := strings.TrimPrefix(fmt.Sprint(d.Units), "-")
	nanos := fmt.Sprintf("%09d", max(d.Nanos, -d.Nanos))
	return strings.TrimRight(sign+units+"."+strings.TrimRight(nanos, "0"), ".")
}

// book is the book of a market, and its trades.
type book struct {
	market     string
	bids, asks map[decimal]decimal
	mdSeq      int64
	// Until a snapshot, the book is unknown, and may not be used.
	isWaiting   bool
	snapshotDue time.Time
}

type level struct{ Price, Qty decimal }

type bookFrame struct {
	Bids, Asks []level
	Price, Qty decimal
	TakerSide  string `json:"taker_side"`
}

func newBook(market string) *book {
	return &book{market: market, bids: map[decimal]decimal{}, asks: map[decimal]decimal{}, isWaiting: true}
}

func (b *book) interval() time.Duration { return usualInterval }

func (b *book) say(format string, values ...any) {
	fmt.Printf("book "+b.market+" "+format+"\n", values...)
}

func (b *book) target() string { return "/market-data" }

// lost is never called: this channel has no resume point that could be too old.
func (b *book) lost(string) {}

func (b *book) opened(ctx context.Context, socket *websocket.Conn, _ string) error {
	b.isWaiting = true
	return b.request(ctx, socket, false)
}

func (b *book) request(ctx context.Context, socket *websocket.Conn, isForced bool) error {
	b.snapshotDue = time.Now().Add(snapshotTime)
	text, err := json.Marshal(map[string]any{
		"type": "subscribe", "markets": []string{b.market}, "force_snapshot": isForced,
	})
	if err != nil {
		return err
	}
	if err := socket.Write(ctx, websocket.MessageText, text); err != nil {
		return again{reason: err.Error()}
	}
	return nil
}

func (b *book) take(ctx context.Context, socket *websocket.Conn, frame *frame) error {
	if frame.Type == "error" {
		var problem problem
		json.Unmarshal(frame.Payload, &problem)
		if slices.Contains(problem.Details.Closed, b.market) {
			return stop{"the market " + b.market + " has ended"}
		}
	} else if frame.MarketID != nil && *frame.MarketID == b.market && frame.MdSeq != nil {
		if err := b.takeData(frame); err != nil {
			b.say("%v", err)
			// One request, however many frames are of no use until its snapshot.
			isRequested := b.isWaiting
			b.isWaiting = true
			if !isRequested {
				return b.request(ctx, socket, true)
			}
		}
	}
	if b.isWaiting && time.Now().After(b.snapshotDue) {
		return b.request(ctx, socket, true)
	}
	return nil
}

// takeData takes or drops a frame. It returns an error if the book is not right any more.
func (b *book) takeData(frame *frame) error {
	mdSeq := *frame.MdSeq
	switch {
	case frame.Type == "book_snapshot":
		if !b.isWaiting && mdSeq < b.mdSeq {
			return nil
		}
	case b.isWaiting:
		return nil
	case frame.Type != "book_diff" && frame.Type != "trade" && mdSeq <= b.mdSeq:
		return nil
	case frame.Type == "heartbeat" || mdSeq != b.mdSeq+1:
		return fmt.Errorf("gap: #%d after #%d", mdSeq, b.mdSeq)
	}
	var data bookFrame
	what := "of an unknown type"
	switch frame.Type {
	case "book_snapshot", "book_diff":
		if err := json.Unmarshal(frame.text, &data); err != nil {
			return err
		}
		if frame.Type == "book_snapshot" {
			clear(b.bids)
			clear(b.asks)
		}
		setLevels(b.bids, data.Bids)
		setLevels(b.asks, data.Asks)
		bids, asks := b.levels()
		what = first(bids, "no bids") + " | " + first(asks, "no asks")
	case "trade":
		if err := json.Unmarshal(frame.text, &data); err != nil {
			return err
		}
		what = fmt.Sprintf("%s %s @ %s", data.TakerSide, data.Qty, data.Price)
	}
	b.mdSeq = mdSeq
	b.isWaiting = false
	b.say("#%d %s %s", mdSeq, frame.Type, what)
	return nil
}

func setLevels(side map[decimal]decimal, levels []level) {
	for _, level := range levels {
		if level.Qty == (decimal{}) {
			delete(side, level.Price)
		} else {
			side[level.Price] = level.Qty
		}
	}
}

// levels returns the levels of both sides as texts, the best first.
func (b *book) levels() (bids, asks []string) {
	texts := func(side map[decimal]decimal, prices []decimal) (texts []string) {
		for _, price := range prices {
			texts = append(texts, side[price].String()+" @ "+price.String())
		}
		return texts
	}
	lowestFirst := slices.SortedFunc(maps.Keys(b.asks), decimal.compare)
	highestFirst := slices.SortedFunc(maps.Keys(b.bids), func(one, other decimal) int {
		return other.compare(one)
	})
	return texts(b.bids, highestFirst), texts(b.asks, lowestFirst)
}

func first(levels []string, none string) string {
	if len(levels) == 0 {
		return none
	}
	return levels[0]
}

func (b *book) showAll() {
	if b.isWaiting {
		b.say("unknown")
		return
	}
	bids, asks := b.levels()
	b.say("#%d bids %s | asks %s", b.mdSeq, strings.Join(bids, ", "), strings.Join(asks, ", "))
}
