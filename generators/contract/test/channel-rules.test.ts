import type { Channel } from "@specwright/contract";
import type { Diagnostic } from "@specwright/spec-loader";
import { describe, expect, test } from "vitest";
import { build } from "./contract-of.ts";

const sequence = `
x-sequence:
  field: seq
  counts: [update, other]
  repeats: [heartbeat]
  resumeParameter: since
  endOfBacklog: end
  lastNumber: /payload/last
  tooOld: { errorCode: resume_too_old, closeCode: 4009 }
  watermarkField: watermark
  identity: { parameter: log, header: Log, pointer: /payload/a~1b, x-origin: decision }
  filters: [market]`;
const envelope = `
x-envelope:
  time: { field: at, unit: ms }
  heartbeat: { message: heartbeat, every: { pointer: /payload/every, unit: s } }
  error: { message: other, code: /why/code, text: /why/text, codes: { unknown_key: no_such_market } }
  x-origin: decision`;
const subscription = `
x-subscription:
  subscribe: update
  unsubscribe: other
  keysField: markets
  keyField: market
  forceSnapshotField: force
  snapshot: end
  diffs: [heartbeat]
  counterField: n`;
const signature = `
x-signature:
  algorithm: blake2b-256
  headers: { key: K, timestamp: T, signature: S }
  lines: [method, path]
  clockSkewMs: 300000`;
const closeCodes = `
x-close-codes:
  - { code: 4009, name: too_old, description: Too old., client: resync }
  - { code: 1000, name: normal, description: Done., client: stop, x-origin: decision }`;
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
    messages: { update: {}, other: {}, heartbeat: {}, end: {} }
${channel.replaceAll(/^(?=.)/gm, "    ")}
  poor: { address: /poor, messages: { update: {}, end: {} } }
${root}
`);
  return { channels: contract?.channels, diagnostics };
}

const rules: {
  readonly name: string;
  readonly text: string;
  readonly field:
    | "envelope"
    | "sequence"
    | "subscription"
    | "signature"
    | "flowControl"
    | "closeCodes";
  readonly want: unknown;
  /** The result for a channel that has only some of the messages. */
  readonly poor: unknown;
}[] = [
  {
    name: "x-envelope",
    text: envelope,
    field: "envelope",
    want: {
      time: { field: "at", unit: "ms" },
      heartbeat: { message: "heartbeat", every: { path: ["payload", "every"], unit: "s" } },
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
    name: "x-sequence",
    text: sequence,
    field: "sequence",
    want: {
      field: "seq",
      counts: ["update", "other"],
      repeats: ["heartbeat"],
      resumeParameter: "since",
      endOfBacklog: "end",
      lastNumberPath: ["payload", "last"],
      tooOld: { errorCode: "resume_too_old", closeCode: 4009 },
      watermarkField: "watermark",
      identity: { parameter: "log", header: "Log", path: ["payload", "a/b"] },
      filters: ["market"],
    },
    poor: {
      field: "seq",
      counts: ["update"],
      repeats: [],
      resumeParameter: "since",
      endOfBacklog: "end",
      lastNumberPath: ["payload", "last"],
      tooOld: { errorCode: "resume_too_old", closeCode: 4009 },
      watermarkField: "watermark",
      identity: { parameter: "log", header: "Log", path: ["payload", "a/b"] },
      filters: ["market"],
    },
  },
  {
    name: "x-subscription",
    text: subscription,
    field: "subscription",
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
    name: "x-signature",
    text: signature,
    field: "signature",
    want: {
      algorithm: "blake2b-256",
      headers: { key: "K", timestamp: "T", signature: "S" },
      lines: ["method", "path"],
      clockSkewMs: 300_000,
    },
    poor: "same",
  },
  {
    name: "x-close-codes",
    text: closeCodes,
    field: "closeCodes",
    want: [
      { code: 4009, name: "too_old", description: "Too old.", client: "resync" },
      { code: 1000, name: "normal", description: "Done.", client: "stop" },
    ],
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

describe.each(rules)("$name", ({ name, text, field, want, poor }) => {
  test("on a channel is that channel's", async () => {
    const { channels, diagnostics } = await read({ channel: text });
    expect(diagnostics).toStrictEqual([]);
    expect(channels?.[0]?.[field]).toStrictEqual(want);
    expect(channels?.[1]?.[field]).toStrictEqual(field === "closeCodes" ? [] : undefined);
    expect(channels?.[0]?.extensions.has(name)).toBe(true);
  });

  test("on the root is every channel's that it fits", async () => {
    const { channels, diagnostics } = await read({ root: text });
    expect(diagnostics).toStrictEqual([]);
    expect(channels?.[0]?.[field]).toStrictEqual(want);
    expect(channels?.[1]?.[field]).toStrictEqual(poor === "same" ? want : poor);
  });

  test("on the root is turned off by null on a channel", async () => {
    const { channels } = await read({ root: text, channel: `${name}: null` });
    expect(channels?.[0]?.[field]).toStrictEqual(field === "closeCodes" ? [] : undefined);
  });

  test("of another shape is reported where it stands", async () => {
    const { channels, diagnostics } = await read({ channel: `${name}: 1` });
    expect(channels).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { code: "EXTENSION_SHAPE", pointer: `/channels/full/${name}`, line: 8, column: 5 },
    ]);
  });
});

const wrong: readonly (readonly [given: string, code: string, pointer: string])[] = [
  [sequence.replace(": seq", ": [1]"), "EXTENSION_SHAPE", "x-sequence/field"],
  [sequence.replace("4009", "many"), "EXTENSION_SHAPE", "x-sequence/tooOld/closeCode"],
  [sequence.replace(/ {2}counts.*\n/, ""), "EXTENSION_SHAPE", "x-sequence/counts"],
  [sequence.replace("/payload/a~1b", "a"), "EXTENSION_SHAPE", "x-sequence/identity/pointer"],
  [sequence.replace("header: Log, ", ""), "EXTENSION_SHAPE", "x-sequence/identity/header"],
  [sequence.replace("other", "nobody"), "EXTENSION_MESSAGE", "x-sequence/counts/1"],
  [subscription.replace(": end", ": nobody"), "EXTENSION_MESSAGE", "x-subscription/snapshot"],
  [sequence.replace("watermarkF", "watermarkf"), "EXTENSION_SHAPE", "x-sequence/watermarkfield"],
  [sequence.replace("{ errorC", "{ why: 1, errorC"), "EXTENSION_SHAPE", "x-sequence/tooOld/why"],
  [envelope.replace("heartbeat:", "beat:"), "EXTENSION_SHAPE", "x-envelope/beat"],
  [
    envelope.replace("every: {", "every: { eech: 1,"),
    "EXTENSION_SHAPE",
    "x-envelope/heartbeat/every/eech",
  ],
  [signature.replace("blake2b-256", "hmac-sha256"), "EXTENSION_SHAPE", "x-signature/algorithm"],
  [sequence.replace("x-sequence", "x-sequense"), "EXTENSION_NAME", "x-sequense"],
  [signature.replace("key: K, ", ""), "EXTENSION_SHAPE", "x-signature/headers/key"],
  [signature.replace("300000", "-1"), "EXTENSION_SHAPE", "x-signature/clockSkewMs"],
  [closeCodes.replace("stop", "panic"), "EXTENSION_SHAPE", "x-close-codes/1/client"],
  [closeCodes.replace("code: 1000, ", ""), "EXTENSION_SHAPE", "x-close-codes/1/code"],
  [flowControl.replace("1,", "1.5,"), "EXTENSION_SHAPE", "x-flow-control/maxPendingFrames"],
];

describe("a wrong rule", () => {
  test.each(wrong)("%s is reported as %s at %s", async (given, code, pointer) => {
    const { diagnostics } = await read({ channel: given });
    expect(diagnostics.map((each) => [each.code, each.pointer])).toStrictEqual([
      [code, `/channels/full/${pointer}`],
    ]);
  });

  test("names the field that was meant, or else those there are", async () => {
    const meant = await read({ channel: sequence.replace("watermarkF", "watermarkf") });
    expect(meant.diagnostics[0]?.message).toBe(
      "There is no field `watermarkfield` here; did you mean `watermarkField`?",
    );
    const none = await read({ channel: flowControl.replace("{ ", "{ zzz: 1, ") });
    expect(none.diagnostics[0]?.message).toBe(
      "There is no field `zzz` here; the fields are closeCode, maxPendingBytes, maxPendingFrames.",
    );
  });
});
