// Decides how a client reacts to the end of a connection (streams source §7.1).

import {
  isProblem,
  JsonError,
  memberOf,
  type Problem,
  parseJson,
  StreamError,
  type StreamErrorCode,
} from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { contractCode, type EndingReaction, runTimeCode } from "@specwright/runtime/transport";
import { asksForPause, type Ending, hasCode, WAIT_MS } from "./connection/ending.ts";
import type { ErrorReport } from "./read-frame.ts";

/**
 * A longer delay in `Retry-After` is shortened to this number of milliseconds, in case the header is wrong.
 */
const MAX_RETRY_AFTER_MS = 300_000;

/**
 * After a refused upgrade with one of these statuses, or with any status of 500 or above, a retry may
 * succeed.
 */
const TEMPORARY: ReadonlySet<number> = new Set([408, 425, 429]);

/** If a body is not problem+json, an error message quotes at most this number of its characters. */
const MAX_TEXT = 200;

/** Information about a connection that has ended. */
export interface EndingContext {
  readonly channel: ChannelDescriptor;
  /** The last error frame of the connection. */
  readonly lastError: ErrorReport | undefined;
  /** Whether a resume point was sent. */
  readonly resuming: boolean;
}

/** The reaction to the end of a connection. */
export type NextStep =
  /**
   * Reconnect, but not before `leastMs`. `delayMs` is set if the server is shutting down and has named a
   * delay. `slow` is set if this client read too slowly.
   */
  | {
      readonly kind: "retry";
      readonly delayMs?: number;
      readonly leastMs?: number;
      readonly slow?: true;
    }
  /** Set the clock to the server's time and reconnect. If the clock was already corrected, fail. */
  | { readonly kind: "correct-clock"; readonly serverTimeMs: number; readonly error: StreamError }
  /** The server no longer keeps the frames after the resume point: fail, or start at the live tail. */
  | { readonly kind: "too-old"; readonly error: StreamError }
  | { readonly kind: "end" }
  | { readonly kind: "fail"; readonly error: StreamError };

/** Decides what to do next. */
export function decideEnding(ending: Ending, context: EndingContext): NextStep {
  switch (ending.kind) {
    case "closed":
      return decideClose(ending.code, ending.reason, context);
    case "refused":
      return decideRefusal(ending, context);
    case "announced":
      return decideAnnounced(ending.reaction, context);
    case "failed":
    case "gap":
    case "unanswered":
    case "diverged":
    case "silent":
    case "age":
      return { kind: "retry" };
    case "full":
      return { kind: "retry", slow: true };
    default:
      return ending satisfies never;
  }
}

/** Returns the code and the reason of an ending, for an event. */
export function describeEnding(ending: Ending): {
  readonly code?: number;
  readonly reason?: string;
} {
  switch (ending.kind) {
    case "closed":
      return { code: ending.code, reason: ending.reason };
    case "refused":
      return { code: ending.status, reason: readRefusal(ending.status, ending.body).message };
    case "failed":
      return { reason: describeError(ending.error) };
    case "diverged":
      return { reason: ending.reason };
    case "gap":
    case "unanswered":
    case "silent":
    case "age":
    case "announced":
    case "full":
      return {};
    default:
      return ending satisfies never;
  }
}

function decideClose(code: number, reason: string, context: EndingContext): NextStep {
  const { channel, lastError, resuming } = context;
  // Servers repeat the code of the error frame as the close reason, in case the error frame is lost.
  const why = lastError?.code ?? runTimeCode(channel, reason);
  const message = lastError?.message || reason || `closed with ${code}`;
  const options = { channelId: channel.id, closeCode: code };
  const closes = (channel.endings?.closes ?? []).filter((close) => hasCode(close, code));
  if (code === 1000 && closes.length === 0 && channel.feed === undefined) return { kind: "end" };

  const tooOld = channel.sequence?.tooOld;
  if (code === tooOld?.closeCode && (why === tooOld.errorCode || (why === "" && resuming))) {
    return { kind: "too-old", error: new StreamError("resume_too_old", message, options) };
  }
  const refusal = memberOf(lastError?.details, "reason");
  const serverTimeMs = readServerTime(refusal, lastError?.details);
  const errorCode = streamErrorCode(code, why);
  const advised =
    errorCode === "unauthorized" ? adviseOn(channel, refusal ?? why, message) : message;
  const error = new StreamError(errorCode, advised, options);
  if (serverTimeMs !== undefined) return { kind: "correct-clock", serverTimeMs, error };

  // The contract may define several names for one close code. The error frame contains the name that
  // applies.
  const known = closes.find(({ name }) => name === contractCode(channel, why)) ?? closes[0];
  const reaction = known?.client ?? defaultReaction(channel, code);
  if (reaction === "stop" && code === 1000 && channel.feed === undefined) return { kind: "end" };
  if (endsChannel(channel, reaction)) return { kind: "fail", error };
  if (code === (channel.flowControl?.closeCode ?? 4008)) return { kind: "retry", slow: true };
  if (asksForPause(reaction)) return { kind: "retry", leastMs: WAIT_MS };
  const slot = /^retry_ms=(\d{1,9})$/.exec(reason)?.[1];
  return slot === undefined ? { kind: "retry" } : { kind: "retry", delayMs: Number(slot) };
}

function decideAnnounced(
  reaction: EndingReaction,
  { channel, lastError }: EndingContext,
): NextStep {
  if (!endsChannel(channel, reaction)) {
    return { kind: "retry", ...(asksForPause(reaction) && { leastMs: WAIT_MS }) };
  }
  const message = lastError?.message || "the server has announced the end of the stream";
  return {
    kind: "fail",
    error: new StreamError("stream_closed", message, { channelId: channel.id }),
  };
}

function decideRefusal(
  { status, body, delayMs = 0 }: Ending & { readonly kind: "refused" },
  { channel }: EndingContext,
): NextStep {
  if (TEMPORARY.has(status) || status >= 500) {
    return { kind: "retry", leastMs: Math.min(delayMs, MAX_RETRY_AFTER_MS) };
  }
  const code = status === 401 ? "unauthorized" : "upgrade_refused";
  const { problem, why, message } = readRefusal(status, body);
  const error = new StreamError(code, status === 401 ? adviseOn(channel, why, message) : message, {
    channelId: channel.id,
    status,
    ...(problem !== undefined && { problem }),
  });
  const serverTimeMs = status === 401 ? readServerTime(why, problem) : undefined;
  if (serverTimeMs !== undefined) return { kind: "correct-clock", serverTimeMs, error };
  return { kind: "fail", error };
}

function readRefusal(
  status: number,
  body: string,
): { readonly problem?: Problem; readonly why?: unknown; readonly message: string } {
  const problem = readProblem(body);
  if (problem === undefined) {
    const text = body.trim().slice(0, MAX_TEXT);
    return { message: text === "" ? `HTTP ${status}` : `HTTP ${status}: ${text}` };
  }
  // The problem's `code` is the same for every 401. Servers add a `reason` that distinguishes the cases.
  const why = memberOf(problem, "reason") ?? problem.code;
  const message = `HTTP ${status} ${String(why)}: ${problem.detail ?? problem.title}`;
  return { problem, why, message };
}

/** Adds the possible causes of a bad signature to a message if the server sent no specific reason. */
function adviseOn({ signature, feed }: ChannelDescriptor, why: unknown, message: string): string {
  if (feed?.credentials !== undefined) {
    const schemes = Object.keys(feed.credentials).join(" or ");
    return `${message.replace(/\.$/, "")}; check the \`credentials\` of the transport for ${schemes}`;
  }
  if (signature === undefined) return message;
  if (why !== undefined && why !== "unauthorized" && why !== "bad_signature") return message;
  return `${message.replace(/\.$/, "")}; check the broker id, the secret key, the clock, and that no proxy rewrites the path`;
}

/**
 * Describes the error of an attempt to connect. If the platform tried several addresses, there are several
 * errors.
 */
function describeError(error: unknown): string {
  if (!(error instanceof AggregateError)) return String(error);
  return [...new Set(error.errors.map(String))].join("; ");
}

function readServerTime(code: unknown, holder: unknown): number | undefined {
  if (code !== "clock_skew") return undefined;
  const timeMs = Date.parse(String(memberOf(holder, "server_time")));
  return Number.isNaN(timeMs) ? undefined : timeMs;
}

function readProblem(body: string): Problem | undefined {
  try {
    const value = parseJson(body);
    return isProblem(value) ? value : undefined;
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

/**
 * Reports whether a reaction ends the channel. `resync` does not end a channel with topics, because topics
 * begin with snapshots.
 */
function endsChannel({ feed }: ChannelDescriptor, reaction: EndingReaction): boolean {
  return reaction === "stop" || (reaction === "resync" && feed === undefined);
}

function defaultReaction({ feed }: ChannelDescriptor, code: number): "stop" | "reconnect" {
  // On channels with topics, the client reconnects after every close code: venues use arbitrary codes, and
  // the client subscribes to its topics again.
  if (feed !== undefined) return "reconnect";
  // A retry would repeat a fault of this client or of the message.
  return [1002, 1003, 1007, 1008, 1009, 1010].includes(code) ? "stop" : "reconnect";
}

function streamErrorCode(code: number, why: string): StreamErrorCode {
  if (why === "protocol_version") return "protocol_version";
  if (code === 4401 || why === "unauthorized") return "unauthorized";
  if (code === 4008 || why === "flow_control") return "flow_control";
  return code >= 1002 && code <= 1010 ? "protocol_error" : "stream_closed";
}
