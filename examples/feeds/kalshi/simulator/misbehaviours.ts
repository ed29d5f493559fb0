/** The faults of the simulated exchange, each with the documented rule that it breaks. */
export const misbehaviours = {
  drop: "The seq of a subscription increases by 1 with each frame; one frame is lost.",
  double: "The seq of a subscription increases by 1 with each frame; one frame comes twice.",
  reorder: "The seq of a subscription increases by 1 with each frame; two are exchanged.",
  corrupt: "A delta is what the level changed by; one is different.",
  stall: "The server sends a ping frame every 10 seconds; it sends nothing more.",
  cut: "A connection is closed with a close frame; it breaks.",
  age: "Keeps the rules: the server goes away. No longest life is documented.",
  "buffer-overflow": "Keeps the rules: error 25 ends every subscription to books.",
  "no-acknowledgement": "Every command is answered; none is, but what it asks for comes.",
  "wrong-acknowledgement-id": "An answer has the id of its command; it has another one.",
  "no-heartbeat": "The server sends a ping frame every 10 seconds; it sends none.",
  "wrong-heartbeat-body": "The body of a ping frame is heartbeat; it is empty.",
  "sequence-not-counted-on-ok": "An ok has a seq of its own; it repeats the one before.",
  "sequence-per-market": "The markets of a subscription have one seq; each has its own.",
  "sequence-from-zero": "The first seq of a subscription is 1; it is 0.",
  "shared-sid": "Each subscription has a sid of its own; all have the first one's.",
  "no-first-snapshot": "A snapshot comes before the deltas of a market; it does not.",
  "wrong-side": "A delta names the side that it is for; it names the other one.",
  "absolute-quantities": "A delta is signed; it is the quantity after it.",
  "yes-prices-unasked": "The price of a no level is that of no; it is that of yes.",
  "empty-sides": "The key of a side without levels is absent; it is an empty list.",
  "numbers-without-quotes": "Prices and counts are strings; they are numbers.",
  "ignores-get-snapshot": "get_snapshot is answered with a snapshot; nothing comes.",
  "snapshot-without-id": "A snapshot that was asked for has the command's id; it has none.",
  "ignores-delete-markets": "delete_markets ends the deltas of a market; they continue.",
  "ignores-unsubscribe": "unsubscribe ends a subscription; it continues.",
  "accepts-any-signature": "A wrong signature is refused with 401; it is accepted.",
} as const;

/** The name of a misbehaviour. */
export type KalshiMisbehaviour = keyof typeof misbehaviours;
