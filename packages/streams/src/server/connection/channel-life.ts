// Reads the rules of a channel for heartbeats and for the age of connections.

import { compileMatcher, JsonError, parseJson, type TemplateMatcher } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { HeartbeatDescriptor } from "@specwright/runtime/transport";

/** The signs of life on a channel, as the server sees them. */
export interface ChannelLife {
  /** The heartbeat message that the server sends after a silence of `everyMs`. */
  readonly message: string | undefined;
  readonly everyMs: number | undefined;
  /** After this silence, a client counts as dead. */
  readonly silentMs: number | undefined;
  readonly maxAgeMs: number | undefined;
  /** The messages and texts of clients that are signs of life. */
  readonly signs: readonly ClientSign[];
}

/** A sign of life that clients send, and how the server answers it. */
interface ClientSign {
  readonly matcher?: TemplateMatcher;
  readonly text?: Uint8Array;
  readonly answer?: string | undefined;
  readonly answerText?: Uint8Array | undefined;
}

/** After this number of intervals without a sign of life, a client counts as dead. */
const SILENT_INTERVALS = 2.5;

/** Reads the rules of a channel from `x-heartbeat` and `x-endings`. */
export function channelLife({ feed, heartbeats = [], endings }: ChannelDescriptor): ChannelLife {
  const limits = heartbeats.flatMap((beat) => {
    if (beat.from === "client") return [beat.everyMs * SILENT_INTERVALS];
    const { answer, message, everyMs, deadAfterMs = everyMs && everyMs * SILENT_INTERVALS } = beat;
    // Without an answer in the contract, only pings are answered, so the limit applies only to pings.
    return (message === undefined || answer !== undefined) && deadAfterMs ? [deadAfterMs] : [];
  });
  const own = heartbeats.flatMap((beat) => (beat.from === "server" ? [beat] : []));
  const sent = own.find(({ message }) => message !== undefined) ?? own[0];
  return {
    message: sent?.message,
    everyMs: sent?.everyMs,
    silentMs: limits.length === 0 ? undefined : Math.min(...limits),
    maxAgeMs: endings?.maxAgeMs,
    // On a channel with topics, JSON signs of life are left out here, because the session reads them as
    // requests.
    signs: heartbeats
      .flatMap(clientSigns)
      .filter(({ text }) => feed === undefined || text !== undefined),
  };
}

function clientSigns(beat: HeartbeatDescriptor): readonly ClientSign[] {
  if (beat.from === "server") {
    return beat.answer === undefined ? [] : [{ matcher: compileMatcher(beat.answer) }];
  }
  const { payload, text, answer, answerText } = beat;
  const reply = {
    answer,
    answerText: answerText === undefined ? undefined : Buffer.from(answerText),
  };
  if (text !== undefined) return [{ text: Buffer.from(text), ...reply }];
  return payload === undefined ? [] : [{ matcher: compileMatcher(payload), ...reply }];
}

/** Returns the sign of life that a frame is; undefined for any other frame. */
export function findSign({ signs }: ChannelLife, data: Buffer): ClientSign | undefined {
  if (signs.length === 0) return undefined;
  const plain = signs.find(({ text }) => text !== undefined && data.equals(text));
  if (plain !== undefined) return plain;
  try {
    const value = parseJson(data);
    return signs.find(({ matcher }) => matcher?.match(value) !== undefined);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
