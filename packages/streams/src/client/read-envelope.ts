// What a client reads from the frames that a server sends by itself, if the contract declares them.
// Without an envelope, the features that depend on them are unavailable.

import { memberOf, readInteger } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import {
  runTimeCode,
  type SequenceDescriptor,
  type TimeDescriptor,
} from "@specwright/runtime/transport";
import type { ReceivedFrame } from "./read-frame.ts";

/** The contents of an error frame. */
export interface ErrorReport {
  /** The code in the terms of the runtime, if the contract has another word for it. */
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
}

/** Reads an error frame; undefined for any other. */
export function readError(
  channel: ChannelDescriptor,
  { tag, raw }: ReceivedFrame,
): ErrorReport | undefined {
  const { error } = channel.envelope ?? {};
  if (error === undefined || tag !== error.tag) return undefined;
  const code = memberAt(raw, error.code);
  if (typeof code !== "string") return undefined;
  const message = error.text && memberAt(raw, error.text);
  const details = error.details && memberAt(raw, error.details);
  return {
    code: runTimeCode(channel, code),
    message: typeof message === "string" ? message : "",
    details,
  };
}

/** Reports whether a frame is a heartbeat. */
export function isBeat({ envelope }: ChannelDescriptor, { tag }: ReceivedFrame): boolean {
  return tag !== undefined && tag === envelope?.heartbeat?.tag;
}

/** A longer interval would leave a dead connection open, and timers have a limit. */
const MAX_INTERVAL_MS = 3_600_000;
/** A shorter interval would end live connections. */
const MIN_INTERVAL_MS = 1_000;

const msPer: Readonly<Record<TimeDescriptor["unit"], number>> = {
  ns: 1e-6,
  us: 1e-3,
  ms: 1,
  s: 1_000,
  rfc3339: Number.NaN,
};

/** Reads the interval that a heartbeat announces, in milliseconds, at most an hour. */
export function beatInterval(channel: ChannelDescriptor, frame: ReceivedFrame): number | undefined {
  const every = channel.envelope?.heartbeat?.every;
  if (every === undefined || !isBeat(channel, frame)) return undefined;
  const stated = memberAt(frame.raw, every.path);
  if (typeof stated !== "number" && typeof stated !== "bigint" && typeof stated !== "string") {
    return undefined;
  }
  const intervalMs = Number(stated) * msPer[every.unit];
  if (!(intervalMs >= MIN_INTERVAL_MS)) return undefined;
  return Math.min(intervalMs, MAX_INTERVAL_MS);
}

/** Reads the highest number from the end of a replay. */
export function lastNumber(
  { lastNumberPath }: SequenceDescriptor,
  { raw }: ReceivedFrame,
): bigint | undefined {
  return lastNumberPath && readInteger(memberAt(raw, lastNumberPath));
}

/** Reads the identity of the log from a frame that repeats the number. */
export function statedIdentity({ identity }: SequenceDescriptor, { raw }: ReceivedFrame): unknown {
  return identity && memberAt(raw, identity.path);
}

function memberAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(memberOf, value);
}
