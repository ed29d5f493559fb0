// Decides how a channel reacts when a connection has ended. The channel ends, throws an error, or
// reconnects after a delay (streams source §7).

import { memberOf, type ResyncReason, StreamError, type StreamEvent } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { Ending } from "./connection/ending.ts";
import { decideEnding, describeEnding, type NextStep } from "./decide-ending.ts";
import type { EventSource } from "./event-source.ts";
import type { FrameRules } from "./numbering.ts";
import type { StreamConnection } from "./stream-connection.ts";
import type { StreamEnvironment } from "./stream-environment.ts";

/** When to reconnect. */
export interface Reconnect {
  /** The delay in milliseconds; absent for an immediate reconnect. */
  readonly waitMs?: number;
  /** Whether the server is shutting down and has announced the delay. */
  readonly draining: boolean;
}

/** Counts the failures of a channel's connections. */
export interface ReconnectPolicy {
  /**
   * Decides when to reconnect and emits events. Returns undefined if the channel has ended.
   *
   * @throws StreamError for an error that reconnecting does not fix.
   */
  after(
    ending: Ending,
    connection: StreamConnection | undefined,
    rules: FrameRules,
  ): Reconnect | undefined;
}

/**
 * After a connection that lasted this number of milliseconds, the delays between attempts start again at
 * the shortest.
 */
const STABLE_MS = 10_000;
/** After this number of consecutive failed attempts, the client emits `unreachable`. */
const MANY_ATTEMPTS = 3;
/** After this number of gaps at the same position, the client stops resuming. */
const MAX_GAPS = 3;
/**
 * After this number of consecutive connections on which the known frames did not arrive, the server counts
 * as having lost these frames. A lower number would react to a single frame that was lost in transit.
 */
const MAX_DIVERGENCES = 3;
/**
 * The number of milliseconds before a log that lacks the known frames counts as replaced. A gateway that
 * lags behind its log notices the lag and disconnects its clients within half of this time.
 */
const BEHIND_MS = 20_000;
/**
 * The minimum delay in milliseconds before the client reconnects to a server that did not have the known
 * frames. A gateway that lags behind its log can catch up in the meantime.
 */
const DIVERGED_WAIT_MS = 500;

/** Creates the policy of a channel. `announce` inserts an event into the sequence of messages. */
export function createReconnectPolicy(
  environment: StreamEnvironment,
  channel: ChannelDescriptor,
  events: EventSource,
  announce: (event: StreamEvent) => void,
): ReconnectPolicy {
  const { clock, maxAttempts, onTooOld, skew } = environment;
  const backoff = environment.createBackoff();
  let attempts = 0;
  let corrected = false;
  let gaps = { from: undefined as bigint | undefined, count: 0 };
  let divergences = 0;
  let divergedMs = 0;

  function decideNext(
    ending: Ending,
    connection: StreamConnection | undefined,
    from: bigint | undefined,
  ): NextStep {
    if (ending.kind === "gap" && from !== undefined) {
      gaps = { from, count: gaps.from === from ? gaps.count + 1 : 1 };
      if (gaps.count >= MAX_GAPS) {
        const message = `frame ${from} did not arrive in ${MAX_GAPS} attempts`;
        const error = new StreamError("sequence_gap", message, { channelId: channel.id });
        return { kind: "fail", error };
      }
    }
    const { lastError } = connection ?? {};
    return decideEnding(ending, { channel, lastError, resuming: from !== undefined });
  }

  function startOver(reason: ResyncReason, rules: FrameRules): void {
    const from = rules.resumeFrom();
    rules.forget();
    divergences = 0;
    announce({ type: "resync", channel: channel.id, reason, ...(from !== undefined && { from }) });
  }

  function takeTooOld(
    error: StreamError,
    { lastError, resuming }: StreamConnection,
    rules: FrameRules,
  ): void {
    const { parameter } = channel.sequence?.identity ?? {};
    const logId = parameter === undefined ? undefined : memberOf(lastError?.details, parameter);
    // If the client sent no resume point, the server refuses it only because the log was replaced.
    if (rules.history.identify(logId) !== undefined || !resuming) startOver("other_log", rules);
    else if (rules.history.retreat()) return;
    else if (onTooOld === "throw") throw error;
    else startOver("too_old", rules);
  }

  /**
   * Counts consecutive connections that diverged from the known history. Starts again if the reason is
   * certain, or when the limit is reached.
   */
  function countDivergence(ending: Ending, rules: FrameRules): void {
    if (ending.kind !== "diverged") {
      if (!rules.history.awaiting) divergences = 0;
      return;
    }
    if (divergences === 0) divergedMs = clock.elapsed();
    divergences += 1;
    const certain = ending.reason === "differs" || ending.reason === "other_log";
    const mayLag = ending.reason === "behind" && clock.elapsed() - divergedMs < BEHIND_MS;
    if (certain || (divergences >= MAX_DIVERGENCES && !mayLag)) startOver(ending.reason, rules);
  }

  function correctClock(serverTimeMs: number, error: StreamError): void {
    if (corrected) throw error;
    corrected = true;
    skew.offsetMs = serverTimeMs - clock.now();
    events.emit({ type: "clock_skew", channel: channel.id, offsetMs: skew.offsetMs });
  }

  return {
    after(ending, connection, rules) {
      const openedMs = connection?.openedMs;
      if (openedMs === undefined) attempts += 1;
      else attempts = 0;
      const lastedMs = openedMs === undefined ? 0 : clock.elapsed() - openedMs;
      // A connection on which the server does not answer still lasts until the request times out.
      const isStable = lastedMs >= STABLE_MS && ending.kind !== "unanswered";
      // A connection that is replaced because of its age has not failed.
      if (isStable || ending.kind === "age") backoff.reset();

      if (openedMs !== undefined) countDivergence(ending, rules);
      const step = decideNext(ending, connection, rules.resumeFrom());
      switch (step.kind) {
        case "end":
          return undefined;
        case "fail":
          throw step.error;
        case "correct-clock":
          correctClock(step.serverTimeMs, step.error);
          return { draining: false };
        case "too-old":
          if (connection !== undefined) takeTooOld(step.error, connection, rules);
          break;
        case "retry":
          break;
        default:
          step satisfies never;
      }
      // The clock may be corrected once more only after the server has accepted a connection.
      if (openedMs !== undefined) corrected = false;
      const described = describeEnding(ending);
      if (attempts === MANY_ATTEMPTS) {
        const reason = described.reason ?? ending.kind;
        events.emit({ type: "unreachable", channel: channel.id, attempts, reason });
      }
      if (attempts >= maxAttempts) throw connectFailed(channel, attempts, ending);
      const { delayMs, leastMs = 0, slow } = step.kind === "retry" ? step : {};
      if (slow) {
        const cause = ending.kind === "full" ? "queue" : "closed";
        events.emit({ type: "slow", channel: channel.id, cause });
      }
      // A slow client reconnects at once, unless its connection ended before any new frame arrived.
      const atOnce = slow && connection?.received;
      const lagMs = ending.kind === "diverged" && divergences > 0 ? DIVERGED_WAIT_MS : 0;
      const retryMs = atOnce ? 0 : (delayMs ?? Math.max(leastMs, lagMs, backoff.next()));
      const detail = { cause: ending.kind, retryMs, ...described };
      events.emit({ type: "disconnected", channel: channel.id, ...detail });
      return { ...(!atOnce && { waitMs: retryMs }), draining: delayMs !== undefined };
    },
  };
}

function connectFailed(channel: ChannelDescriptor, attempts: number, ending: Ending): StreamError {
  const cause = ending.kind === "failed" ? ending.error : undefined;
  const status = ending.kind === "refused" ? { status: ending.status } : {};
  const options = { channelId: channel.id, ...status, ...(cause !== undefined && { cause }) };
  const { reason = ending.kind } = describeEnding(ending);
  const message = `no connection in ${attempts} attempts: ${reason}`;
  return new StreamError("connect_failed", message, options);
}
