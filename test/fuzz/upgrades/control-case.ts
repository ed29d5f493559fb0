// Generates the messages of a client on an open connection: edited control frames of the contract, and
// WebSocket frames in which every header bit can be wrong.

import { mutateBytes } from "../generate/mutate-bytes.ts";
import { mutateText } from "../generate/mutate-text.ts";
import type { Random } from "../generate/random.ts";
import { type ClientFrame, clientFrame, opcodes } from "./client-frame.ts";
import { addresses } from "./odd-target.ts";
import { markets, type Party, parties } from "./parties.ts";

/**
 * The effect of a step: the connection continues silently (`keeps`), with or without an error frame
 * (`may-refuse`), or ends with one of several codes. With `garbage`, the server may also wait for more, so
 * that the client must close.
 */
export type StepEffect =
  | { readonly kind: "keeps" | "may-refuse" | "garbage" }
  | { readonly kind: "ends"; readonly codes: readonly number[] };

/** The bytes of one write, with their effect. */
export interface Step {
  readonly writes: readonly Uint8Array[];
  readonly effect: StepEffect;
}

/** A connection, and the steps of its client. */
export interface ControlCase {
  readonly kind: "control";
  readonly party: Party;
  readonly target: string;
  readonly steps: readonly Step[];
}

type Draw = (random: Random) => Step;

const keeps = { kind: "keeps" } as const;
const mayRefuse = { kind: "may-refuse" } as const;
const garbage = { kind: "garbage" } as const;
const protocolError = { kind: "ends", codes: [1002] } as const;

/** Generates a connection. */
export function drawControl(random: Random): ControlCase {
  const party = random.pick(parties);
  // Subscriptions cause the most work in a server.
  const target = `/v1${random.chance(40) ? "/market-data" : random.pick(addresses)}`;
  const steps: Step[] = [];
  for (let left = 1 + random.below(23); left > 0; left -= 1) {
    const step = drawStep(random);
    steps.push(step);
    if (step.effect.kind === "ends" || step.effect.kind === "garbage") break;
  }
  return { kind: "control", party, target, steps };
}

function drawStep(random: Random): Step {
  const roll = random.below(100);
  if (roll < 60) return message(random);
  if (roll < 90) return random.pick(harmless)(random);
  return random.pick(fatal)(random);
}

const texts: readonly ((random: Random) => string)[] = [
  (random) => JSON.stringify({ type: "subscribe", markets: some(random) }),
  (random) => JSON.stringify({ type: "unsubscribe", markets: some(random) }),
  (random) => JSON.stringify({ type: "subscribe", markets: some(random), force_snapshot: true }),
  () => '{"type":"subscribe","markets":["M-1"],"markets":["M-2"]}',
  () => '{"type":"unsubscribe","type":"subscribe","markets":["M-1"]}',
  () => '{"type":"subscribe","markets":[]}',
  () => '{"type":"subscribe"}',
  () => '{"type":"subscribe","markets":"M-1"}',
  () => '{"type":"subscribe","markets":[1,null,{}]}',
  () => '{"type":"subscribe","markets":["__proto__","constructor",""]}',
  () => '{"type":"subscribe","markets":["M-1"],"force_snapshot":"yes"}',
  () => '{"type":"book_diff","market_id":"M-1","md_seq":1,"ts_ns":1,"bids":[],"asks":[]}',
  () => '{"type":"heartbeat"}',
  () => '{"type":"__proto__"}',
  () => '{"type":{"toString":1}}',
  () => '{"__proto__":{"type":"subscribe"},"markets":["M-1"]}',
  () => "",
  () => " ",
  () => "null",
  () => "[]",
  () => "0",
  () => '"',
  () => "\ufeff{}",
  () => "{".repeat(3000),
  () => "[".repeat(60_000),
  () => `${'{"type":'.repeat(2000)}1${"}".repeat(2000)}`,
  () => `{"type":"subscribe","markets":["${"x".repeat(60_000)}"]}`,
  () => `{"type":"subscribe","markets":[${'"M-1",'.repeat(8000)}"M-1"]}`,
  () => `{"type":"subscribe","markets":[${Array.from({ length: 6000 }, (_, at) => `"m${at}"`)}]}`,
  () => `{"type":${"9".repeat(60_000)}}`,
  () => `{"type":"subscribe","markets":["M-1"],"x":1e${"9".repeat(400)}}`,
];

function some(random: Random): readonly string[] {
  const known = markets.filter(() => random.chance(50));
  return random.chance(80) ? known : [...known, `unknown-${random.below(9)}`];
}

/** Generates a text or binary message, whole or in fragments, that can break only the schema. */
function message(random: Random): Step {
  // Long ones should be refused, but not be most of the cases.
  let text = random.pick(random.chance(92) ? texts.slice(0, 23) : texts)(random);
  for (let edits = random.pick([0, 0, 1, 1, 2]); edits > 0 && text.length < 5000; edits -= 1) {
    text = mutateText(text, random);
  }
  const payload = Buffer.from(text.toWellFormed());
  // An edit may exceed the server's maximum length.
  if (payload.length > 65_536) return ending({ opcode: opcodes.text, payload }, [1009]);
  const opcode = random.chance(90) ? opcodes.text : opcodes.binary;
  if (random.chance(80)) return step(mayRefuse, [clientFrame({ opcode, payload })], random);
  return step(mayRefuse, fragments(opcode, payload, random), random);
}

function fragments(opcode: number, payload: Buffer, random: Random): readonly Uint8Array[] {
  const count = 2 + random.below(4);
  const cuts = Array.from({ length: count - 1 }, () => random.below(payload.length + 1));
  const places = [0, ...cuts.sort((a, b) => a - b), payload.length];
  return places.slice(1).flatMap((end, at) => {
    const part = clientFrame({
      opcode: at === 0 ? opcode : opcodes.continuation,
      payload: payload.subarray(places[at], end),
      fin: at === count - 1,
    });
    // A ping may come between two fragments.
    const pong = clientFrame({ opcode: opcodes.pong, payload: bytes(random.below(126), random) });
    return random.chance(20) ? [pong, part] : [part];
  });
}

const harmless: readonly Draw[] = [
  (random) => control(opcodes.ping, random),
  (random) => control(opcodes.pong, random),
  (random) => {
    const pings = Array.from({ length: 1 + random.below(40) }, () =>
      clientFrame({ opcode: opcodes.ping, payload: new Uint8Array() }),
    );
    return step(keeps, pings, random);
  },
  // Lengths in more bytes than necessary.
  (random) => {
    const payload = Buffer.from('{"type":"unsubscribe","markets":["M-1"]}');
    const lengthBytes = random.pick([2, 8] as const);
    return step(mayRefuse, [clientFrame({ opcode: opcodes.text, payload, lengthBytes })], random);
  },
];

function control(opcode: number, random: Random): Step {
  const payload = bytes(random.pick([0, 1, 2, 64, 124, 125]), random);
  return step(keeps, [clientFrame({ opcode, payload })], random);
}

const fatal: readonly Draw[] = [
  (random) => ending({ ...small(random), reserved: 1 + random.below(7) }),
  (random) => ending({ ...small(random), masked: false }),
  (random) =>
    ending({ ...small(random), opcode: random.pick([3, 4, 5, 6, 7, 11, 12, 13, 14, 15]) }),
  (random) => ending({ opcode: opcodes.continuation, payload: bytes(3, random) }),
  (random) => ending({ opcode: random.pick([8, 9, 10]), payload: bytes(2, random), fin: false }),
  (random) => ending({ opcode: random.pick([8, 9, 10]), payload: bytes(126, random) }),
  // A message within a message.
  (random) => {
    const opcode = random.pick([opcodes.text, opcodes.binary]);
    const frame = { opcode, payload: bytes(random.below(20), random, 0x7f) };
    return step(protocolError, [clientFrame({ ...frame, fin: false }), clientFrame(frame)], random);
  },
  // Text that is not UTF-8, complete or cut within a character.
  (random) => {
    const payload = Buffer.concat([
      Buffer.from('{"type":"'),
      Buffer.from(random.pick([[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf0, 0x9f]])),
      Buffer.from(random.chance(50) ? "" : '"}'),
    ]);
    return ending({ opcode: opcodes.text, payload }, [1007]);
  },
  // Longer than the server's maximum: sent completely, only announced, or in fragments.
  (random) => ending({ opcode: random.pick([1, 2]), payload: Buffer.alloc(65_537, "x") }, [1009]),
  (random) => {
    const length = random.pick([
      65_537n,
      2n ** 31n,
      2n ** 32n,
      2n ** 53n,
      2n ** 63n,
      2n ** 64n - 1n,
    ]);
    const payload = bytes(10, random);
    return ending({ opcode: opcodes.text, payload, lengthBytes: 8, length }, [1009]);
  },
  (random) => {
    const part = Buffer.alloc(40_000, "x");
    const first = clientFrame({ opcode: opcodes.text, payload: part, fin: false });
    const next = clientFrame({ opcode: opcodes.continuation, payload: part });
    return step({ kind: "ends", codes: [1009] }, [first, next], random);
  },
  (random) => closing(random.pick([1000, 1001, 1003, 1011, 3000, 4008, 4401, 4999]), "bye"),
  (random) => closing(1000, random.pick(["", "retry_ms=1", "é".repeat(61)])),
  (random) =>
    closing(random.pick([0, 1, 999, 1004, 1005, 1006, 1015, 2999, 5000, 65_535]), "", [1002]),
  () => ending({ opcode: opcodes.close, payload: new Uint8Array() }, [1000, 1005]),
  (random) => ending({ opcode: opcodes.close, payload: bytes(1, random) }),
  () => ending({ opcode: opcodes.close, payload: Buffer.from([3, 232, 0xff, 0xfe]) }, [1007]),
  // Random bytes.
  (random) => step(garbage, [bytes(1 + random.below(300), random)], random),
  (random) => step(garbage, [mutateBytes(clientFrame(small(random)), random)], random),
  (random) => {
    const whole = clientFrame({ opcode: opcodes.text, payload: Buffer.alloc(200, "x") });
    return step(garbage, [whole.subarray(0, random.below(whole.length))], random);
  },
];

function small(random: Random): ClientFrame {
  return { opcode: random.pick([1, 2, 9, 10]), payload: bytes(random.below(20), random, 0x7f) };
}

/** Closes with a code. The server must respond with one of several codes. */
function closing(code: number, reason: string, codes: readonly number[] = [code]): Step {
  const payload = Buffer.alloc(2 + Buffer.byteLength(reason));
  payload.writeUInt16BE(code, 0);
  payload.write(reason, 2);
  return ending({ opcode: opcodes.close, payload }, codes);
}

function ending(frame: ClientFrame, codes: readonly number[] = [1002]): Step {
  return { writes: [clientFrame(frame)], effect: { kind: "ends", codes } };
}

function step(effect: StepEffect, frames: readonly Uint8Array[], random: Random): Step {
  const all = Buffer.concat(frames);
  if (random.chance(85) || all.length < 2) return { writes: [all], effect };
  const at = 1 + random.below(all.length - 1);
  return { writes: [all.subarray(0, at), all.subarray(at)], effect };
}

function bytes(size: number, random: Random, mask = 0xff): Uint8Array {
  return Uint8Array.from({ length: size }, () => random.below(256) & mask);
}
