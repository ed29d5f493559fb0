// Documents with one channel of each kind. Together they use every field of the stream extensions.

import { parse } from "yaml";

/** Which rules a channel has: none, numbers, keys or topics. */
export type ChannelKind = "ordinary" | "numbered" | "keys" | "topics";

/** The extensions of a channel, by name. */
export type Extensions = Readonly<Record<string, unknown>>;

const common = `
x-envelope:
  version: 1
  time: { at: /ts, unit: ms }
  error: { message: fault, code: /code, text: /text, details: /details, codes: { unknown_key: no_market } }
x-heartbeat:
  version: 1
  beats:
    - { from: server, message: beat, everyMs: 15000, every: { at: /every, unit: s }, deadAfterMs: 40000, answer: { type: pong } }
    - { from: client, everyMs: 20000, payload: { type: ping }, answer: other }
    - { from: client, everyMs: 30000, text: ping, answerText: pong }
x-endings:
  version: 1
  closes:
    - { codes: 4008, name: slow, description: Too slow., client: reconnect }
    - { codes: 4009, name: too_old, description: Too old., client: resync }
  messages:
    - { message: other, where: { /kind: [end] }, description: The end., client: reconnect }
    - { message: other, where: { /a: { type: string }, /b: { absent: true } }, client: stop }
  maxAgeMs: 86400000
x-flow-control: { maxPendingFrames: 100, maxPendingBytes: 10000, closeCode: 4008 }
`;

const signature = `
x-credentials:
  version: 1
  schemes:
    lines:
      description: Signed lines.
      algorithm: blake2b-256
      secret: hex
      values: [broker_id]
      text: ["{method}", "{path}", "{time}", "{key}", { hash: blake2b-256, of: ["{body}"], encoding: hex }]
      end: "\\n"
      encoding: hex
      time: { unit: rfc3339, toleranceMs: 300000, offsetMs: 1 }
      place: { headers: { Key: "{key}", Time: "{time}", Signature: "{signature}" } }
`;

const numbered = `
x-sequence:
  version: 1
  counters:
    - { messages: [level, change], repeats: [beat, fault], scope: connection, at: /n, step: one, gap: reconnect }
  resume:
    parameter: since
    from: next
    endOfBacklog: other
    lastNumber: /last
    tooOld: { errorCode: too_old, closeCode: 4009 }
    watermark: /mark
    identity: { parameter: log, header: Log, at: /log }
    filters: { market: [{ at: /market }, { sameAs: /order }, { through: market, of: feed, by: market }] }
    owner: /owner
`;

const keys = `
x-subscription:
  version: 1
  refusal: { messages: [fault], code: /code, text: /text, keys: /details }
  topics:
    book:
      description: The book of a market.
      parameters: { market: { type: string, description: A market., examples: [a] } }
      subscribe: { type: accepted, markets: ["{market}"] }
      unsubscribe: { type: refused, markets: ["{market}"] }
      list: /markets
      messages: [level, change]
      where: { /market: "{market}" }
x-sequence:
  version: 1
  counters:
    - { messages: [change], starts: [level], scope: key, key: /market, at: /n, step: one, gap: snapshot }
x-snapshot:
  version: 1
  topics: { book: { source: stream, request: { type: accepted, markets: ["{market}"], again: true } } }
x-book:
  version: 1
  topics:
    book:
      price: /p
      quantity: /q
      number: units-nanos
      snapshots: { level: { bids: /bids, asks: /asks } }
      updates: { change: { bids: /bids, asks: /asks } }
`;

const topics = `
x-subscription:
  version: 1
  correlation: { request: /id, reply: /id, type: integer }
  acknowledgement: { messages: [accepted], per: request, alias: /sid }
  unsubscribed: { messages: [accepted], alias: /sid }
  refusal: { messages: [refused], code: /code, text: /text }
  setup: [{ payload: { op: hello }, accepted: other }]
  limits: { requestsPerSecond: 5, topicsPerRequest: 10, topicsPerConnection: 100 }
  topics:
    book:
      description: A book.
      parameters: { symbol: { type: string, description: A symbol., enum: [a, b], default: a, examples: [a] } }
      subscribe: { op: sub, args: ["{symbol}"], id: "{id}" }
      unsubscribe: { op: unsub, args: ["{symbol}"], id: "{id}" }
      list: /args
      messages: [level, change]
      where: { /sid: "{alias}" }
      acknowledged: { /symbol: "{symbol}" }
      refused: { /symbol: "{symbol}" }
      private: true
    rest:
      parameters: { symbol: { type: string } }
      subscribe: { op: rest, symbol: "{symbol}" }
      messages: [level]
      where: { /symbol: "{symbol}" }
x-sequence:
  version: 1
  counters:
    - { messages: [change], repeats: [beat], starts: [level], scope: key, key: /sid, at: { change: /n }, step: range, from: /first, first: 1, lower: restart, gap: snapshot }
    - { messages: [change], scope: topic, at: /m, step: linked, previous: /prev, lower: duplicate, gap: resubscribe }
x-snapshot:
  version: 1
  topics:
    book: { source: stream, request: { op: again, id: "{id}" } }
    rest: { source: http, operation: { server: "https://a.example", path: "/depth/{symbol}", query: { n: 5 } }, at: /last, first: next }
x-book:
  version: 1
  topics:
    book:
      price: /p
      quantity: /q
      number: text
      quantityIs: delta
      deletes: { action: /action, words: [new, change, delete] }
      asks: one-minus
      crossed: true
      snapshots: { level: { levels: /levels, one: true, side: { of: /side, bids: b, asks: s }, price: /p2, quantity: /q2 } }
      updates: { change: { levels: /levels, side: { at: /side, bids: b, asks: s } } }
      truncate: 10
      checksum: { at: { change: /sum }, algorithm: crc32, signed: true, levels: 10, layout: interleaved, format: digits, joiner: ":", negativeAsks: true, mismatch: snapshot }
      hook: { name: sha, messages: [change], mismatch: none }
    rest:
      price: /0
      quantity: /1
      deletes: { count: /2 }
      snapshots: { level: { bids: /b, asks: /a } }
      updates: {}
      answer: { bids: /bids, asks: /asks }
x-credentials:
  version: 1
  schemes:
    login:
      description: A login.
      algorithm: hmac-sha256
      secret: utf8
      values: [passphrase]
      text: ["{key}", { hash: sha256, of: ["{passphrase}"], encoding: base64 }, { json: { t: "{time}" } }]
      join: ","
      end: ";"
      encoding: hex
      time: { unit: ms, offsetMs: 1, lifetimeMs: 1000, toleranceMs: 500 }
      nonce: ms
      parameters: { at: /args, add: { key: "{key}" }, percentEncoded: true }
      place:
        message: { payload: { op: auth, sign: "{signature}" }, accepted: accepted, refused: refused, code: /code, text: /text, temporary: [busy] }
        eachSubscribe: { sign: "{signature}" }
        eachUnsubscribe: { time: "{time}" }
      renew: { beforeExpiryMs: 100, at: /expires }
    again:
      algorithm: none
      place: { message: { payload: { key: "{key}", secret: "{secret}" }, accepted: accepted } }
      renew: { everyMs: 1000 }
    ticket:
      algorithm: none
      ticket: { server: "https://a.example", path: /ticket, method: POST, headers: { Key: "{key}" }, body: "a={secret}", token: /token, expires: /expires, refusal: /why, temporary: [busy] }
      place: { headers: { Token: "{token}" }, query: { token: "{token}" } }
`;

const rulesOf: Readonly<Record<ChannelKind, string>> = {
  ordinary: common + signature,
  numbered: common + signature + numbered,
  keys: common + signature + keys,
  topics: common.replaceAll(/\n {2}(?:time|error):.*/g, "") + topics,
};

export function extensionsOf(kind: ChannelKind): Extensions {
  const rules: Extensions = parse(rulesOf[kind]);
  if (kind !== "topics") return rules;
  const match = ["accepted", "refused", "other", "beat", "fault", "level", "change"].map(
    (message) => ({ message, where: { "/type": message } }),
  );
  const special = { "/a": { type: "number" }, "/b": { absent: true } };
  return {
    ...rules,
    "x-envelope": {
      version: 1,
      lines: true,
      match: [...match, { message: "change", where: special }],
    },
  };
}

export function documentWith(extensions: Extensions): object {
  const names = ["accepted", "refused", "other", "beat", "fault", "level", "change"];
  const messages = names.map((name) => [
    name,
    { payload: { type: "object", required: ["type"], properties: { type: { const: name } } } },
  ]);
  return {
    asyncapi: "3.0.0",
    info: { title: "T", version: "1" },
    channels: {
      feed: { address: "/feed", messages: Object.fromEntries(messages), ...extensions },
    },
    operations: {
      say: { action: "send", channel: { $ref: "#/channels/feed" } },
      hear: {
        action: "receive",
        channel: { $ref: "#/channels/feed" },
        messages: ["accepted", "refused"].map((name) => ({
          $ref: `#/channels/feed/messages/${name}`,
        })),
      },
    },
  };
}
