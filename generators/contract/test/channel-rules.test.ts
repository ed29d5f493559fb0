import { type Channel, keyedTopic, streamKind } from "@specwright/contract";
import type { Diagnostic } from "@specwright/spec-loader";
import { describe, expect, test } from "vitest";
import { build } from "./contract-of.ts";

const sequence = `
x-sequence:
  version: 1
  counters:
    - { messages: [update, other], repeats: [heartbeat], scope: connection, at: /seq, step: one, gap: reconnect }
  resume:
    parameter: since
    from: next
    endOfBacklog: end
    lastNumber: /payload/last
    tooOld: { errorCode: resume_too_old, closeCode: 4009 }
    watermark: /watermark
    identity: { parameter: log, header: Log, at: /payload/a~1b, x-origin: decision }
    filters: [market]`;
const envelope = `
x-envelope:
  version: 1
  time: { at: /at, unit: ms }
  error: { message: other, code: /why/code, text: /why/text, codes: { unknown_key: no_such_market } }
  x-origin: decision`;
const heartbeat = `
x-heartbeat:
  version: 1
  beats:
    - { from: client, everyMs: 1000 }
    - { from: server, message: heartbeat, every: { at: /payload/every, unit: s } }`;
const subscription = `
x-subscription:
  version: 1
  topics:
    book:
      parameters: { market: { type: string } }
      subscribe: { type: update, markets: ["{market}"] }
      unsubscribe: { type: other, markets: ["{market}"] }
      list: /markets
      messages: [end, heartbeat]
      where: { /market: "{market}" }
x-sequence:
  version: 1
  counters:
    - { messages: [heartbeat], starts: [end], scope: key, key: /market, at: /n, step: one, gap: snapshot }
x-snapshot:
  version: 1
  topics:
    book: { source: stream, request: { type: update, markets: ["{market}"], force: true } }`;
const book = `
x-book:
  version: 1
  topics:
    book:
      price: /p
      quantity: /q
      number: units-nanos
      snapshots: { end: { bids: /bids, asks: /asks } }
      updates: { heartbeat: { bids: /bids, asks: /asks } }
      x-origin: decision`;
const credentials = `
x-credentials:
  version: 1
  schemes:
    lines:
      algorithm: blake2b-256
      values: [broker_id]
      text: ["{method}", "{path}", "{time}", "", "{broker_id}", "{key}", { hash: blake2b-256, of: ["{body}"] }]
      end: "\\n"
      time: { unit: rfc3339, toleranceMs: 300000 }
      place: { headers: { K: "{key}", T: "{time}", S: "{signature}" } }`;
const endings = `
x-endings:
  version: 1
  closes:
    - { codes: 4009, name: too_old, description: Too old., client: resync }
    - { codes: 1000, name: normal, description: Done., client: stop, x-origin: decision }`;
const flowControl = `
x-flow-control: { maxPendingFrames: 1, maxPendingBytes: 2, closeCode: 4008, x-origin: decision }`;

interface Given {
  readonly channel?: string;
  readonly root?: string;
}

async function read({ channel = "", root = "" }: Given): Promise<{
  channels: readonly Channel[] | undefined;
  diagnostics: readonly Diagnostic[];
}> {
  const { contract, diagnostics } = await build(`
asyncapi: 3.0.0
info: { title: T, version: "1" }
channels:
  full:
    address: /full
    messages:
      update: { payload: { type: object, required: [type], properties: { type: { const: update } } } }
      other: { payload: { type: object, required: [type], properties: { type: { const: other } } } }
      heartbeat: { payload: { type: object, required: [type], properties: { type: { const: heartbeat }, market: {}, n: {}, m: {}, id: {}, bids: {}, asks: {} } } }
      end: { payload: { type: object, required: [type], properties: { type: { const: end }, market: {}, n: {}, m: {}, id: {}, bids: {}, asks: {} } } }
${channel.replaceAll(/^(?=.)/gm, "    ")}
  poor: { address: /poor, messages: { update: {}, end: {} } }
${root}
`);
  return { channels: contract?.channels, diagnostics };
}

const counter = { scope: "connection", at: "/seq", step: "one", gap: "reconnect" };

const rules: {
  readonly name: string;
  readonly text: string;
  readonly field:
    | "envelope"
    | "resume"
    | "keys"
    | "counters"
    | "signature"
    | "flowControl"
    | "heartbeats"
    | "endings";
  readonly want: unknown;
  /** The result for a channel with only some of the messages. */
  readonly poor: unknown;
}[] = [
  {
    name: "x-envelope",
    text: envelope,
    field: "envelope",
    want: {
      time: { field: "at", unit: "ms" },
      error: {
        message: "other",
        code: ["why", "code"],
        text: ["why", "text"],
        codes: { unknown_key: "no_such_market" },
      },
    },
    poor: { time: { field: "at", unit: "ms" } },
  },
  {
    name: "x-heartbeat",
    text: heartbeat,
    field: "heartbeats",
    want: [
      { from: "client", everyMs: 1000 },
      { from: "server", message: "heartbeat", every: { path: ["payload", "every"], unit: "s" } },
    ],
    poor: [{ from: "client", everyMs: 1000 }],
  },
  {
    name: "x-sequence",
    text: sequence,
    field: "counters",
    want: [{ ...counter, messages: ["update", "other"], repeats: ["heartbeat"] }],
    poor: [{ ...counter, messages: ["update"], repeats: [] }],
  },
  {
    name: "x-sequence",
    text: sequence,
    field: "resume",
    want: {
      parameter: "since",
      from: "next",
      endOfBacklog: "end",
      lastNumber: "/payload/last",
      tooOld: { errorCode: "resume_too_old", closeCode: 4009 },
      watermark: "/watermark",
      identity: { parameter: "log", header: "Log", at: "/payload/a~1b", "x-origin": "decision" },
      filters: ["market"],
    },
    poor: "same",
  },
  {
    name: "x-subscription",
    text: subscription,
    field: "keys",
    want: {
      subscribe: "update",
      unsubscribe: "other",
      keysField: "markets",
      keyField: "market",
      forceSnapshotField: "force",
      snapshot: "end",
      diffs: ["heartbeat"],
      counterField: "n",
    },
    poor: undefined,
  },
  {
    name: "x-credentials",
    text: credentials,
    field: "signature",
    want: {
      algorithm: "blake2b-256",
      headers: { key: "K", timestamp: "T", signature: "S" },
      lines: [
        "method",
        "path",
        "timestamp",
        "idempotency_key",
        "broker_id",
        "access_key",
        "body_digest",
      ],
      clockSkewMs: 300_000,
    },
    poor: "same",
  },
  {
    name: "x-endings",
    text: endings,
    field: "endings",
    want: {
      closes: [
        { codes: 4009, name: "too_old", description: "Too old.", client: "resync" },
        { codes: 1000, name: "normal", description: "Done.", client: "stop" },
      ],
      messages: [],
    },
    poor: "same",
  },
  {
    name: "x-flow-control",
    text: flowControl,
    field: "flowControl",
    want: { maxPendingFrames: 1, maxPendingBytes: 2, closeCode: 4008 },
    poor: "same",
  },
];

function fieldOf(channel: Channel | undefined, field: (typeof rules)[number]["field"]): unknown {
  return field === "keys" ? channel && keyedTopic(channel) : channel?.[field];
}

function isList(field: string): boolean {
  return field === "heartbeats" || field === "counters";
}

describe.each(rules)("$name: $field", ({ name, text, field, want, poor }) => {
  test("on a channel applies to that channel", async () => {
    const { channels, diagnostics } = await read({ channel: text });
    expect(diagnostics).toStrictEqual([]);
    expect(fieldOf(channels?.[0], field)).toStrictEqual(want);
    expect(fieldOf(channels?.[1], field)).toStrictEqual(isList(field) ? [] : undefined);
    expect(channels?.[0]?.extensions.has(name)).toBe(true);
  });

  test("on the root applies to every channel that it fits", async () => {
    const { channels, diagnostics } = await read({ root: text });
    expect(diagnostics).toStrictEqual([]);
    expect(fieldOf(channels?.[0], field)).toStrictEqual(want);
    expect(fieldOf(channels?.[1], field)).toStrictEqual(poor === "same" ? want : poor);
  });

  test("on the root is turned off by null on a channel", async () => {
    const { channels } = await read({ root: text, channel: `${name}: null` });
    expect(fieldOf(channels?.[0], field)).toStrictEqual(isList(field) ? [] : undefined);
  });

  test("of another shape is reported at its place", async () => {
    const { channels, diagnostics } = await read({ channel: `${name}: 1` });
    expect(channels).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { code: "EXTENSION_SHAPE", pointer: `/channels/full/${name}`, line: 12, column: 5 },
    ]);
  });
});

test("x-book adds the fields of levels to a subscription", async () => {
  const { channels, diagnostics } = await read({ channel: subscription + book });
  expect(diagnostics).toStrictEqual([]);
  expect(channels?.[0] && keyedTopic(channels[0])?.book).toStrictEqual({
    bids: "bids",
    asks: "asks",
    price: "p",
    quantity: "q",
  });
});

describe("topics belong to a feed, recognised by the constants of messages, if", () => {
  test.each<[why: string, given: string]>([
    [
      "a request is acknowledged",
      subscription.replace("topics:", "acknowledgement: { messages: [other] }\n  topics:"),
    ],
    ["a request has an id", subscription.replace("markets: [", 'id: "{id}", markets: [')],
    ["numbers are linked", subscription.replace("step: one", "step: linked, previous: /m")],
    ["a gap asks for something else", subscription.replace("gap: snapshot", "gap: resubscribe")],
    [
      "a snapshot comes over HTTP",
      subscription.replace(/source: stream.*/, "source: http, operation: { server: s, path: p } }"),
    ],
    [
      "levels are written as text",
      subscription + book.replace("number: units-nanos", "number: text"),
    ],
    ["the parameter is not a string", subscription.replace("type: string", "type: integer")],
  ])("%s", async (_, given) => {
    const { channels, diagnostics } = await read({ channel: given });
    expect(diagnostics).toStrictEqual([]);
    expect(channels?.[0] && streamKind(channels[0])).toBe("topics");
    expect(channels?.[0]?.envelope?.match).toStrictEqual(
      ["end", "heartbeat", "other", "update"].map((message) => ({
        message,
        where: { "/type": message },
      })),
    );
  });
});

describe("a feed reports rules that its client ignores:", () => {
  const feed = subscription.replace("topics:", "acknowledgement: { messages: [other] }\n  topics:");
  test.each<[what: string, given: string, pointer: string]>([
    [
      "a refusal of some keys",
      feed.replace("topics:", "refusal: { messages: [other], keys: /keys }\n  topics:"),
      "x-subscription/refusal/keys",
    ],
    ["Decimals of units and nanos", feed + book, "x-book/topics/book/number"],
    [
      "33 a parameter whose placeholder is another value",
      feed.replace("parameters: { market: {", "parameters: { id: { type: string }, market: {"),
      "x-subscription/topics/book/parameters/id",
    ],
    ["an interval that messages state", feed + heartbeat, "x-heartbeat/beats/1"],
    [
      "resuming",
      feed.replace(
        "x-snapshot:",
        "  resume: { parameter: p, from: next, endOfBacklog: end, tooOld: { errorCode: e, closeCode: 4000 } }\nx-snapshot:",
      ),
      "x-sequence/resume",
    ],
  ])("%s", async (_, given, pointer) => {
    const { diagnostics } = await read({ channel: given });
    expect(diagnostics.map((each) => [each.code, each.pointer])).toStrictEqual([
      ["EXTENSION_SHAPE", `/channels/full/${pointer}`],
    ]);
  });

  test("at the root, an interval may be for other channels", async () => {
    const { channels, diagnostics } = await read({ channel: feed, root: heartbeat });
    expect(diagnostics).toStrictEqual([]);
    expect(channels?.[0]?.heartbeats).not.toEqual([]);
  });
});

const wrong: readonly (readonly [given: string, code: string, pointer: string])[] = [
  [sequence.replace("at: /seq", "at: [1]"), "EXTENSION_SHAPE", "x-sequence/counters/0/at"],
  [sequence.replace("at: /seq", "at: /a/b"), "EXTENSION_SHAPE", "x-sequence/counters/0/at"],
  [sequence.replace("4009", "many"), "EXTENSION_SHAPE", "x-sequence/resume/tooOld/closeCode"],
  [sequence.replace(/ {4}parameter.*\n/, ""), "EXTENSION_SHAPE", "x-sequence/resume"],
  [sequence.replace(/ {2}resume:[\s\S]*/, ""), "EXTENSION_SHAPE", "x-sequence/counters"],
  [sequence.replace("/payload/a~1b", "a"), "EXTENSION_SHAPE", "x-sequence/resume/identity/at"],
  [sequence.replace("header: Log, ", ""), "EXTENSION_SHAPE", "x-sequence/resume/identity"],
  [sequence.replace("other", "nobody"), "EXTENSION_MESSAGE", "x-sequence/counters/0/messages/1"],
  [
    sequence.replace("log: end", "log: nobody"),
    "EXTENSION_MESSAGE",
    "x-sequence/resume/endOfBacklog",
  ],
  [sequence.replace("step: one", "step: rising"), "EXTENSION_SHAPE", "x-sequence/counters/0/step"],
  [
    sequence.replace("step: one", "step: one, first: 1"),
    "EXTENSION_SHAPE",
    "x-sequence/counters/0/first",
  ],
  [sequence.replace("watermark:", "watermarc:"), "EXTENSION_SHAPE", "x-sequence/resume/watermarc"],
  [
    sequence.replace("{ errorC", "{ why: 1, errorC"),
    "EXTENSION_SHAPE",
    "x-sequence/resume/tooOld/why",
  ],
  [
    subscription.replace("[end,", "[nobody,"),
    "EXTENSION_MESSAGE",
    "x-subscription/topics/book/messages/0",
  ],
  [
    subscription.replace("[end],", "[nobody],"),
    "EXTENSION_MESSAGE",
    "x-sequence/counters/0/starts/0",
  ],
  [envelope.replace("at: /at, ", ""), "EXTENSION_SHAPE", "x-envelope/time"],
  [envelope.replace("at: /at", "at: /at/ms"), "EXTENSION_SHAPE", "x-envelope/time/at"],
  [envelope.replace("error: {", "error: { eech: 1,"), "EXTENSION_SHAPE", "x-envelope/error/eech"],
  [
    heartbeat.replace("every: {", "every: { eech: 1,"),
    "EXTENSION_SHAPE",
    "x-heartbeat/beats/1/every/eech",
  ],
  [
    heartbeat.replace("message: heartbeat", "message: nobody"),
    "EXTENSION_MESSAGE",
    "x-heartbeat/beats/1/message",
  ],
  [sequence.replace("x-sequence", "x-sequense"), "EXTENSION_NAME", "x-sequense"],
  [
    credentials.replace('K: "{key}", ', ""),
    "EXTENSION_SHAPE",
    "x-credentials/schemes/lines/place/headers",
  ],
  [
    credentials.replace("300000", "-1"),
    "EXTENSION_SHAPE",
    "x-credentials/schemes/lines/time/toleranceMs",
  ],
  [
    credentials.replace(/, toleranceMs: \d+/, ""),
    "EXTENSION_SHAPE",
    "x-credentials/schemes/lines/time/toleranceMs",
  ],
  [
    credentials.replace(/ {6}text: .*\n/, ""),
    "EXTENSION_SHAPE",
    "x-credentials/schemes/lines/text",
  ],
  [
    credentials.replace("[broker_id]", "[passphrase]").replace("{broker_id}", "{passphrase}"),
    "EXTENSION_SHAPE",
    "x-credentials/schemes/lines/text",
  ],
  [endings.replace("codes: 1000, ", ""), "EXTENSION_SHAPE", "x-endings/closes/1"],
  [endings.replace("stop", "panic"), "EXTENSION_SHAPE", "x-endings/closes/1/client"],
  [flowControl.replace("1,", "1.5,"), "EXTENSION_SHAPE", "x-flow-control/maxPendingFrames"],
];

describe("a wrong rule", () => {
  test.each(wrong)("%s is reported as %s at %s", async (given, code, pointer) => {
    const { diagnostics } = await read({ channel: given });
    expect(diagnostics.map((each) => [each.code, each.pointer])).toStrictEqual([
      [code, `/channels/full/${pointer}`],
    ]);
  });

  test("suggests the intended field, or lists the existing ones", async () => {
    const meant = await read({ channel: sequence.replace("watermark:", "watermarc:") });
    expect(meant.diagnostics[0]?.message).toBe(
      "Unknown field `watermarc`. Did you mean `watermark`?",
    );
    const none = await read({ channel: flowControl.replace("{ ", "{ zzz: 1, ") });
    expect(none.diagnostics[0]?.message).toBe(
      "Unknown field `zzz`. Fields here: maxPendingFrames, maxPendingBytes, closeCode, x-origin.",
    );
  });
});

test("credentials of another kind are left to the caller", async () => {
  const { channels, diagnostics } = await read({
    channel: `
x-credentials:
  version: 1
  schemes:
    other:
      algorithm: hmac-sha256
      text: ["{time}"]
      time: { unit: ms }
      place: { headers: { K: "{key}", S: "{signature}", T: "{time}" } }`,
  });
  expect(diagnostics).toMatchObject([
    { code: "EXTENSION_UNUSED", pointer: "/channels/full/x-credentials/schemes/other" },
  ]);
  expect(channels?.[0]?.signature).toBeUndefined();
});

describe("an outdated form", () => {
  test.each<[name: string, text: string, fix: string]>([
    [
      "x-sequence",
      "{ field: seq, counts: [update], resumeParameter: since }",
      "replace `resumeParameter` by `parameter`",
    ],
    [
      "x-subscription",
      "{ subscribe: update, keysField: markets }",
      '[SNAPSHOT, DIFFS], where: { "/KEY": "{key}" }',
    ],
    [
      "x-envelope",
      "{ time: { field: at, unit: ms } }",
      "`field` of `time` by the JSON Pointer `at`",
    ],
    ["x-signature", "{ algorithm: blake2b-256 }", "Use `x-credentials`"],
    ["x-close-codes", "[{ code: 4000 }]", "Use `x-endings`"],
  ])("of %s is reported with its current form", async (name, text, fix) => {
    for (const given of [{ channel: `${name}: ${text}` }, { root: `${name}: ${text}` }]) {
      const { diagnostics } = await read(given);
      expect(diagnostics).toMatchObject([
        {
          code: "EXTENSION_SHAPE",
          message: `\`${name}\` is written in an old form that is no longer supported.`,
          fix: expect.stringContaining(fix),
        },
      ]);
    }
  });
});

test("33 a resume parameter that the query does not declare is reported", async () => {
  const bindings = `
bindings: { ws: { query: { type: object, properties: { since: { type: integer } } } } }`;
  const misspelt = sequence.replace("parameter: since", "parameter: sinc");
  const { diagnostics } = await read({ channel: misspelt + bindings });
  expect(diagnostics).toMatchObject([
    {
      code: "EXTENSION_SHAPE",
      pointer: "/channels/full/x-sequence/resume/parameter",
      message: "The query of the channel has no parameter `sinc`. Did you mean `since`?",
    },
  ]);
  expect((await read({ channel: sequence + bindings })).diagnostics).toEqual([]);
});
