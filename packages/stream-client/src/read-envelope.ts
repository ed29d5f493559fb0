// What a client looks for in frames beyond what descriptors say: the envelope of the streams
// source §2.8. Contracts without it do without what depends on it.

import { memberOf } from "@specwright/runtime";
import type { SequenceDescriptor } from "@specwright/runtime/codegen";
import { int64Of, type ReceivedFrame } from "./read-frame.ts";

/** Is an error frame's payload. */
export interface ErrorPayload {
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
}

/** Reads the payload of an error frame. */
export function errorPayload({ tag, raw }: ReceivedFrame): ErrorPayload | undefined {
  if (tag !== "error") return undefined;
  const payload = memberOf(raw, "payload");
  const code = memberOf(payload, "code");
  if (typeof code !== "string") return undefined;
  const message = memberOf(payload, "message");
  const details = memberOf(payload, "details");
  return { code, message: typeof message === "string" ? message : "", details };
}

/** More would leave a dead connection open for good; and timers have a limit. */
const MAX_INTERVAL_MS = 3_600_000;

/** Reads the interval a heartbeat announces, in milliseconds, an hour at most. */
export function heartbeatInterval({ tag, raw }: ReceivedFrame): number | undefined {
  if (tag !== "heartbeat") return undefined;
  const seconds = memberOf(memberOf(raw, "payload"), "interval_sec");
  if (typeof seconds !== "number" || !(seconds >= 1)) return undefined;
  return Math.min(seconds * 1000, MAX_INTERVAL_MS);
}

/** Reads the maximum that the end of a backlog states. */
export function backlogMaximum({ raw }: ReceivedFrame): bigint | undefined {
  return int64Of(memberOf(memberOf(raw, "payload"), "last_seq"));
}

/** Reads the identity of the log from a frame that repeats the number. */
export function statedIdentity({ identity }: SequenceDescriptor, { raw }: ReceivedFrame): unknown {
  return identity?.path.reduce<unknown>(memberOf, raw);
}
