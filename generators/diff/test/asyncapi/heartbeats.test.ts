// 33.4 A change of a heartbeat reports whom it disconnects, on each kind of channel.

import { describePairs } from "./check-pairs.ts";

const prices = "/channels/prices";
/** An acknowledgement, which gives the channel topics. */
const topics = {
  [`${prices}/x-subscription/acknowledgement`]: { messages: ["sold"] },
  [`${prices}/x-book/topics/book/number`]: undefined,
};
const silence = { from: "server", everyMs: 10_000 };
const pong = { from: "server", everyMs: 10_000, answer: { type: "pong" } };
const ping = { from: "client", everyMs: 10_000, payload: { type: "ping" }, answer: "sold" };

/** A heartbeat before and after a change, and the reported changes. */
const changes: readonly (readonly [title: string, from: object, to: object, want: string])[] = [
  [
    "a little less often",
    silence,
    { ...silence, everyMs: 20_000 },
    "potentially-breaking wire heartbeat-interval-increased response",
  ],
  [
    "less often than clients wait",
    silence,
    { ...silence, everyMs: 26_000 },
    "breaking wire heartbeat-interval-increased response",
  ],
  [
    "more often",
    silence,
    { ...silence, everyMs: 5_000 },
    "non-breaking wire heartbeat-interval-decreased response",
  ],
  [
    "within the stated limit",
    { ...silence, deadAfterMs: 60_000 },
    { ...silence, deadAfterMs: 60_000, everyMs: 50_000 },
    "potentially-breaking wire heartbeat-interval-increased response",
  ],
  [
    "without an interval",
    silence,
    { from: "server" },
    "breaking wire heartbeat-interval-increased response",
  ],
  [
    "a longer limit",
    silence,
    { ...silence, deadAfterMs: 60_000 },
    "potentially-breaking wire heartbeat-limit-increased response",
  ],
  [
    "a shorter limit",
    silence,
    { ...silence, deadAfterMs: 15_000 },
    "potentially-breaking wire heartbeat-limit-decreased response",
  ],
  [
    "another answer of the client",
    pong,
    { ...pong, answer: { type: "PONG" } },
    "breaking wire heartbeat-frame-changed request",
  ],
  ["an answer of the client", silence, pong, "breaking wire heartbeat-frame-changed request"],
  [
    "a ping that is due more often",
    ping,
    { ...ping, everyMs: 5_000 },
    "potentially-breaking wire heartbeat-interval-decreased request",
  ],
  [
    "a ping that the server gives up on",
    ping,
    { ...ping, everyMs: 3_000 },
    "breaking wire heartbeat-interval-decreased request",
  ],
  [
    "a ping that is due less often",
    ping,
    { ...ping, everyMs: 60_000 },
    "non-breaking wire heartbeat-interval-increased request",
  ],
  [
    "another ping",
    ping,
    { ...ping, payload: { type: "PING" } },
    "breaking wire heartbeat-frame-changed request",
  ],
  [
    "another answer of the server",
    ping,
    { ...ping, answer: "book" },
    "potentially-breaking wire heartbeat-frame-changed response",
  ],
];

const kinds = [
  ["orders", "numbered", {}],
  ["prices", "keys", {}],
  ["prices", "topics", topics],
] as const;

/** Answers a ping with messages of the channel. */
function ofChannel(channel: string, beat: object): object {
  const names: Readonly<Record<string, string>> = { sold: "placed", book: "cancelled" };
  const answer: unknown = "answer" in beat ? beat.answer : undefined;
  if (channel !== "orders" || typeof answer !== "string") return beat;
  return { ...beat, answer: names[answer] };
}

describePairs(
  "33.4 signs of life",
  kinds.flatMap(([channel, kind, given]) =>
    // A channel with topics always has an interval.
    changes
      .filter(([, , to]) => kind !== "topics" || Object.hasOwn(to, "everyMs"))
      .map(
        ([title, from, to, want]) =>
          [title, ofChannel(channel, from), ofChannel(channel, to), want] as const,
      )
      .map(([title, from, to, want]) => ({
        title: `${title} (${kind})`,
        base: "stream" as const,
        given: { ...given, [`/channels/${channel}/x-heartbeat`]: { version: 1, beats: [from] } },
        edit: { [`/channels/${channel}/x-heartbeat/beats/0`]: to },
        want: [want],
      })),
  ),
);

describePairs("33.4 whole signs of life", [
  {
    title: "a ping that clients have to send",
    base: "stream",
    given: { "/channels/orders/x-heartbeat": { version: 1, beats: [silence] } },
    edit: { "/channels/orders/x-heartbeat/beats/1": ofChannel("orders", ping) },
    want: ["breaking wire heartbeat-ping-added request"],
  },
  {
    title: "a silence that is no longer limited",
    base: "stream",
    given: { "/channels/orders/x-heartbeat": { version: 1, beats: [silence] } },
    edit: { "/channels/orders/x-heartbeat/beats": [] },
    want: ["potentially-breaking wire heartbeat-removed response"],
  },
]);
