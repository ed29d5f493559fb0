// One connection to a channel: what its upgrade sends, and what its frames say of the connection.

import { type ChannelParameters, detach, StreamError } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { messagesIn, readFrameBytes } from "@specwright/runtime/transport";
import type { signUpgrade } from "../signing/sign-upgrade.ts";
import { checkHeaderTexts } from "./check-parameters.ts";
import { Connection } from "./connection/connection.ts";
import type { Ending } from "./connection/ending.ts";
import { encodeHeaders, encodeTarget } from "./encode-target.ts";
import type { ResumePlan } from "./numbering.ts";
import { beatInterval, type ErrorReport, type ReceivedFrame, readError } from "./read-frame.ts";
import type { CredentialParts } from "./stream-credentials.ts";
import type { StreamEnvironment } from "./stream-environment.ts";
import type { AnswerHeaders } from "./stream-socket.ts";

/** The silence after which a ping asks whether the server is there, in intervals. */
const PROBE_INTERVALS = 2.5;
/** How long the answer to a sign of life of the client may take, in milliseconds. */
const ANSWER_MS = 10_000;

/** The purpose of a connection: its channel, its resume point, and the receiver of its frames. */
export interface StreamConnectionInput {
  readonly environment: StreamEnvironment;
  readonly channel: ChannelDescriptor;
  readonly parameters: ChannelParameters;
  readonly resume: ResumePlan;
  /** Signs the upgrade; absent if the channel is not signed. */
  readonly sign: typeof signUpgrade | undefined;
  readonly ticket?: string | undefined;
  readonly credentials: CredentialParts;
  readonly onOpen: (headers: AnswerHeaders) => void;
  /** Called with the bytes of a text, or undefined and those of a binary frame. */
  readonly onFrame: (bytes: Uint8Array | undefined, binary: Uint8Array | undefined) => void;
}

/** One connection to a channel. */
export class StreamConnection extends Connection {
  /** Resolves once, with how it ended. */
  readonly ended: Promise<Ending>;
  /** Whether a frame has arrived that was not known. */
  received = false;
  lastError: ErrorReport | undefined;
  /** Whether a resume point was sent. */
  readonly resuming: boolean;
  readonly #channel: ChannelDescriptor;

  /**
   * Connects.
   *
   * @throws StreamError `unauthorized` if the channel is signed and there are no keys,
   * `invalid_parameters` if a credential is no text of a header.
   */
  constructor(input: StreamConnectionInput) {
    const { environment, channel, onFrame } = input;
    const { heartbeatMs } = environment;
    const end = Promise.withResolvers<Ending>();
    super({
      ...environment,
      ...requestOf(input),
      life: {
        heartbeats: channel.heartbeats ?? [],
        maxAgeMs: channel.endings?.maxAgeMs,
        intervalMs: heartbeatMs,
        probeMs: heartbeatMs * PROBE_INTERVALS,
        answerMs: ANSWER_MS,
      },
      onOpen: input.onOpen,
      onFrame(text, binary) {
        const bytes = text ?? binary;
        const frame =
          bytes && readFrameBytes(channel, channel.serverMessages, bytes, text === undefined);
        if (frame === undefined) onFrame(undefined, binary);
        else for (const message of messagesIn(channel, frame)) onFrame(message, binary);
      },
      onEnd: end.resolve,
    });
    this.ended = end.promise;
    this.#channel = channel;
    this.resuming = input.resume.since !== undefined;
  }

  /** Records the information about the connection in a frame without its own number. */
  note(frame: ReceivedFrame): void {
    // The error is kept as long as the connection; the text of its frame need not be.
    this.lastError = detach(readError(this.#channel, frame)) ?? this.lastError;
    const intervalMs = beatInterval(this.#channel, frame);
    if (intervalMs !== undefined) this.announce(intervalMs);
  }
}

/** Returns the address and the headers of the upgrade, signed if the channel is. */
function requestOf(input: StreamConnectionInput): {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
} {
  const { environment, channel, parameters, resume, ticket, credentials } = input;
  const pairs = ticket === undefined ? credentials.query : [`ticket=${encodeURIComponent(ticket)}`];
  const url = withPairs(encodeTarget(environment.url, channel, parameters, resume), pairs);
  const headers = {
    ...encodeHeaders(channel, parameters),
    ...credentials.headers,
    ...sign(input, url),
  };
  checkHeaderTexts(channel.id, headers);
  return { url, headers };
}

/** Appends encoded pairs to the query, which stays unchanged. */
function withPairs(url: URL, pairs: readonly string[]): URL {
  if (pairs.length === 0) return url;
  return new URL(`${url.href}${url.search === "" ? "?" : "&"}${pairs.join("&")}`);
}

function sign(
  { environment, channel, sign: signUpgrade }: StreamConnectionInput,
  url: URL,
): Readonly<Record<string, string>> {
  if (signUpgrade === undefined) return {};
  const { accessKey, clock, skew } = environment;
  if (accessKey === undefined) {
    const message = "the channel is signed, and no access key is configured";
    throw new StreamError("unauthorized", message, { channelId: channel.id });
  }
  const path = url.pathname + url.search;
  return { ...signUpgrade({ ...accessKey, path, timestamp: clock.now() + skew.offsetMs }) };
}
