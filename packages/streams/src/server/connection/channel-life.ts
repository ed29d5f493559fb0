// The rules of a channel for heartbeats and for the age of connections, as its server needs them.

import { compileMatcher, JsonError, parseJson, type TemplateMatcher } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";

/** The signs of life of a channel, as its server gives and expects them. */
export interface ChannelLife {
  /** The message that the server sends after a silence, and its interval. */
  readonly message: string | undefined;
  readonly everyMs: number | undefined;
  /** The silence of a client after which it is given up. */
  readonly silentMs: number | undefined;
  readonly maxAgeMs: number | undefined;
  /** The signs of life of clients, each with the message that answers it. */
  readonly signs: readonly {
    readonly matcher: TemplateMatcher;
    readonly answer: string | undefined;
  }[];
}

/** The time without a sign after which a client is given up, in intervals. */
const SILENT_INTERVALS = 2.5;

/** Reads what `x-heartbeat` and `x-endings` say to a server. */
export function channelLife({ feed, heartbeats = [], endings }: ChannelDescriptor): ChannelLife {
  const limits = heartbeats.flatMap((beat) => {
    if (beat.from === "client") return [beat.everyMs * SILENT_INTERVALS];
    const { answer, message, everyMs, deadAfterMs = everyMs && everyMs * SILENT_INTERVALS } = beat;
    // A client answers pings by itself, and says nothing after any other message.
    return (message === undefined || answer !== undefined) && deadAfterMs ? [deadAfterMs] : [];
  });
  const own = heartbeats.flatMap((beat) => (beat.from === "server" ? [beat] : []));
  const sent = own.find(({ message }) => message !== undefined) ?? own[0];
  return {
    message: sent?.message,
    everyMs: sent?.everyMs,
    silentMs: limits.length === 0 ? undefined : Math.min(...limits),
    maxAgeMs: endings?.maxAgeMs,
    // A session with topics finds those of clients among their requests.
    signs: (feed === undefined ? heartbeats : []).flatMap((beat) => {
      const payload = beat.from === "client" ? beat.payload : beat.answer;
      if (payload === undefined) return [];
      const answer = beat.from === "client" ? beat.answer : undefined;
      return [{ matcher: compileMatcher(payload), answer }];
    }),
  };
}

/** Returns the sign of life that a frame of a client is; undefined if it is none. */
export function findSign(
  { signs }: ChannelLife,
  data: Uint8Array,
): ChannelLife["signs"][number] | undefined {
  if (signs.length === 0) return undefined;
  try {
    const value = parseJson(data);
    return signs.find(({ matcher }) => matcher.match(value) !== undefined);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
