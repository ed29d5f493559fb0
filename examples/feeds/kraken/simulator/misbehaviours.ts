// The faults of the simulated Kraken, each with the rule that it breaks. Sources: the pages of the
// WebSocket v2 channels `book`, `trade`, `ticker`, `instrument`, `executions`, `status`,
// `heartbeat` and `ping`, and the guides "Book checksum (WebSocket v2)", "Spot WebSocket
// authentication" and "Reconnection and resilience" of its documentation.

/** Habits: rules that are broken on all connections from then on. */
export const HABITS = {
  "no-acknowledgement": "Every request is answered, once for each symbol.",
  "one-acknowledgement": "A subscription of several symbols is answered once for each.",
  "wrong-acknowledgement-id": "An answer repeats the `req_id` of its request.",
  "no-heartbeat":
    "With a subscription, a heartbeat comes about once a second if nothing else does.",
  "no-pong": "A `ping` is answered by a `pong` with the same `req_id`.",
  "no-snapshot": "The first message of a book is a snapshot.",
  "wrong-checksum": "The checksum of a message is that of the ten best levels after it.",
  "no-truncation-refill": "A level that comes back into the depth is sent.",
  "trimmed-zeros": "Prices and quantities are sent with the full precision of their market.",
  "data-after-unsubscribe":
    "After the answer to `unsubscribe`, nothing more comes of a subscription.",
  "sequence-gap": "The `sequence` of executions rises by one with each message.",
  "long-lived-tokens": "A token that is not used within 15 minutes is no longer valid.",
  "accepts-old-nonce": "The nonce of requests with a key must rise.",
} as const;

/** A rule of the venue that it can break from then on. */
export type Habit = keyof typeof HABITS;

/** Faults that happen once, on the newest connection. */
export const INCIDENTS = {
  drop: "Every change of the book is sent, so that the checksum of the next message is right.",
  double: "The `sequence` of executions does not come twice. Books have no number.",
  reorder: "Updates of a price are sent in the order in which they happened.",
  corrupt: "The checksum is that of the book which the updates result in.",
  stall: "With a subscription, something comes about once a second.",
  cut: "A connection ends with a close frame; after any end, clients connect again.",
  age: "When a server is taken out of service, its connections close and clients connect again.",
  maintenance: "The `status` channel says that the system is in maintenance, and later online.",
} as const;
