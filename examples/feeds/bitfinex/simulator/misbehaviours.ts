// The faults of the simulated Bitfinex, each with the rule that it breaks. Sources: the pages
// "General", "WebSocket Checksum", "Books", "Raw Books", "Trades" and "Authenticated Channels" of
// its documentation, and the sequence audit of its own Node client.

/** Habits: rules that are broken on all connections from then on. */
export const HABITS = {
  "no-acknowledgement": "Every `subscribe` and `unsubscribe` event is answered by an event.",
  "wrong-acknowledgement-id": "A `subscribed` event repeats the `subId` of its request.",
  "no-heartbeat": 'A channel that is silent for 15 seconds sends `[CHAN_ID, "hb"]`.',
  "no-pong": "A `ping` event is answered by a `pong` event with the same `cid`.",
  "no-snapshot": "The first frame of a book or trades channel is a snapshot.",
  "wrong-checksum":
    '`[CHAN_ID, "cs", CHECKSUM]` has the checksum of the book after the updates before it.',
  "no-checksum": "With the flag 131072, every iteration of a book is followed by its checksum.",
  "sequence-skips-heartbeats":
    "With the flag 65536, heartbeats are counted as all other frames are.",
  "auth-sequence-gap": "The last element of frames of channel 0 rises by one with each event.",
  "keeps-fallen-levels":
    "A level that falls out of the length of the book is deleted by an update.",
  "wrong-deletion-side": "The amount of a deletion is 1 for a bid and -1 for an ask.",
  "plain-numbers":
    "Numbers are written as JavaScript writes them, so that small ones have an exponent.",
  "data-after-unsubscribe": "After its `unsubscribed` event, nothing more comes of a channel.",
  "stranger-channel": "Data has the `chanId` of a `subscribed` event of this connection.",
  "accepts-old-nonce": "The `authNonce` of a key must rise with each authentication.",
} as const;

/** A rule of the venue that it can break from then on. */
export type Habit = keyof typeof HABITS;

/** Faults that happen once, on the newest connection. */
export const INCIDENTS = {
  drop: "With the flag 65536, the number of each frame is that of the one before plus one.",
  double: "With the flag 65536, no number comes twice.",
  reorder: "Frames arrive in the order of their numbers.",
  corrupt: "The checksum is that of the book which the updates result in.",
  stall: "A channel that is silent for 15 seconds sends a heartbeat.",
  cut: "A connection ends with a close frame; after any end, clients connect again.",
  age: "After the info code 20051, the server stops and clients connect again.",
  maintenance:
    "After the info code 20060, clients pause; after 20061, they unsubscribe and subscribe again.",
} as const;
