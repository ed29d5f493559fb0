/** The faults of the simulated exchange, each with the documented rule that it breaks. */
export const misbehaviours = {
  drop: "The U of each depth event is the u of the one before plus 1; one event is lost.",
  double: "The U of each depth event is the u of the one before plus 1; one event comes twice.",
  reorder: "The U of each depth event is the u of the one before plus 1; two are exchanged.",
  corrupt: "An event has the quantities of the book; one is different.",
  stall: "The server sends a ping frame every 20 seconds; it sends nothing more.",
  cut: "The server sends serverShutdown before it disconnects; the connection breaks.",
  age: "Keeps the rules: serverShutdown, then the end that comes after 24 hours.",
  "no-acknowledgement": "Every request is answered; none is.",
  "wrong-acknowledgement-id": "An answer has the id of its request; it has another one.",
  "no-heartbeat": "The server sends a ping frame every 20 seconds; it sends none.",
  "ignores-missing-pong": "A client without a pong for a minute is disconnected; here it is not.",
  "ignores-message-limit": "More than 5 messages a second end the connection; they do not.",
  "no-shutdown-notice": "The server sends serverShutdown before it disconnects; it does not.",
  "overlapping-ranges":
    "The U of each depth event is the u of the one before plus 1; it is that u.",
  "relative-quantities": "Depth events have absolute quantities; each is increased by one lot.",
  "keeps-empty-levels": "A level that is gone is sent with quantity 0; it is not sent.",
  "stale-snapshot": "A later request gets a newer snapshot; all are older than any depth event.",
  "unwrapped-events": "A combined stream wraps events as stream and data; they come bare.",
  "wrong-stream": "A wrapped event names its stream; it names another.",
  "numbers-without-quotes": "Prices and quantities are strings; they are numbers.",
  "ignores-unsubscribe": "UNSUBSCRIBE ends a stream; it continues.",
  "accepts-any-signature": "A wrong signature is refused with -1022; it is accepted.",
  "wrong-subscription-id": "Account events name their subscription; they name another.",
} as const;

/** The name of a misbehaviour. */
export type BinanceMisbehaviour = keyof typeof misbehaviours;
