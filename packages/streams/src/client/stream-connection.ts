// One connection, from the dial to its end: it signs, watches for silence, and reports how it ended.

import { type ChannelParameters, detach, StreamError } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { readFrameBytes, retryAfterMs } from "@specwright/runtime/transport";
import { signUpgrade } from "../signing/sign-upgrade.ts";
import { checkHeaderTexts } from "./check-parameters.ts";
import type { Ending } from "./decide-ending.ts";
import { encodeHeaders, encodeTarget } from "./encode-target.ts";
import { beatInterval, type ErrorReport, type ReceivedFrame, readError } from "./read-frame.ts";
import type { ResumePlan } from "./reader-history.ts";
import type { CredentialParts } from "./stream-credentials.ts";
import type { StreamEnvironment } from "./stream-environment.ts";
import type { AnswerHeaders, StreamSocket } from "./stream-socket.ts";

/** The time without frames after which a connection is given up, in heartbeat intervals. */
const SILENT_INTERVALS = 2.5;
const CLOSE_GRACE_MS = 2_000;

/** The purpose of a connection: its channel, its resume point, and the receiver of its frames. */
export interface StreamConnectionInput {
  readonly environment: StreamEnvironment;
  readonly channel: ChannelDescriptor;
  readonly parameters: ChannelParameters;
  readonly resume: ResumePlan;
  readonly ticket?: string | undefined;
  readonly credentials: CredentialParts;
  /** Called with the headers of the answer, if the platform shows them. */
  readonly onOpen: (headers: AnswerHeaders) => void;
  /** Called with the bytes of a text, or undefined and those of a binary frame. */
  readonly onFrame: (bytes: Uint8Array | undefined, binary: Uint8Array | undefined) => void;
}

/** One connection to a channel. */
export class StreamConnection {
  /** Resolves once, with how it ended. */
  readonly ended: Promise<Ending>;
  /** When the upgrade was accepted; undefined until then. */
  openedMs: number | undefined;
  /** Whether a frame has arrived that was not known. */
  received = false;
  lastError: ErrorReport | undefined;
  readonly #input: StreamConnectionInput;
  readonly #socket: StreamSocket;
  readonly #end: (ending: Ending) => void;
  #over = false;
  #paused = false;
  /** Whether a ping was sent and nothing has arrived since. */
  #probed = false;
  #intervalMs: number;
  #lastFrameMs: number;
  #cancel: () => void = () => {};

  /**
   * Connects.
   *
   * @throws StreamError `unauthorized` if the channel is signed and there are no keys,
   * `invalid_parameters` if a credential is no text of a header.
   */
  constructor(input: StreamConnectionInput) {
    const { environment, channel, parameters, resume, ticket, credentials } = input;
    const { clock } = environment;
    const { promise, resolve } = Promise.withResolvers<Ending>();
    this.#input = input;
    this.ended = promise;
    this.#end = resolve;
    this.#intervalMs = environment.heartbeatMs;
    this.#lastFrameMs = clock.elapsed();
    const pairs =
      ticket === undefined ? credentials.query : [`ticket=${encodeURIComponent(ticket)}`];
    const url = withPairs(encodeTarget(environment.url, channel, parameters, resume), pairs);
    const headers = {
      ...encodeHeaders(channel, parameters),
      ...credentials.headers,
      ...sign(input, url),
    };
    checkHeaderTexts(channel.id, headers);
    this.#socket = environment.openSocket(url, headers, {
      opened: (headers) => this.#opened(headers ?? (() => undefined)),
      received: (text, binary) => this.#received(text, binary),
      ponged: () => this.#heard(),
      closed: (code, reason) => this.finish({ kind: "closed", code, reason }),
      refused: (status, body, headers) => {
        const delayMs = retryAfterMs(headers?.("Retry-After") ?? null, clock.now());
        this.finish({ kind: "refused", status, body, ...(delayMs !== undefined && { delayMs }) });
      },
      failed: (error) => this.finish({ kind: "failed", error }),
    });
    this.#cancel = clock.setTimer(environment.connectTimeoutMs, () => {
      const { connectTimeoutMs } = environment;
      this.abandon({ kind: "failed", error: new Error(`no answer in ${connectTimeoutMs} ms`) });
    });
  }

  /** Whether a resume point was sent. */
  get resuming(): boolean {
    return this.#input.resume.since !== undefined;
  }

  /** Whether it was opened and has not ended. */
  get open(): boolean {
    return this.openedMs !== undefined && !this.#over;
  }

  /** Whether a frame can be sent now. */
  get writable(): boolean {
    return this.open && this.#socket.writable !== false;
  }

  /** Whether reading is paused. */
  get paused(): boolean {
    return this.#paused;
  }

  /** Whether `pause` has an effect. */
  get pausable(): boolean {
    return this.#socket.pause !== undefined;
  }

  send(frame: Uint8Array): Promise<void> {
    return this.#socket.send(frame);
  }

  /** Pauses reading until `resume`, if the socket supports it; silence then has no meaning. */
  pause(): void {
    if (this.#paused || !this.open || !this.pausable) return;
    this.#paused = true;
    this.#socket.pause?.();
  }

  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#heard();
    this.#socket.resume?.();
  }

  /** Closes with 1000; cuts the socket if the server does not answer. */
  close(): void {
    if (this.#over) return;
    this.resume();
    if (!this.open) {
      this.abandon({ kind: "closed", code: 1000, reason: "" });
      return;
    }
    this.#cancel();
    this.#socket.close(1000);
    this.#cancel = this.#input.environment.clock.setTimer(CLOSE_GRACE_MS, () => {
      this.abandon({ kind: "closed", code: 1000, reason: "" });
    });
  }

  /** Cuts the connection for a reason of this side. */
  abandon(ending: Ending): void {
    if (this.#over) return;
    this.finish(ending);
    this.#socket.terminate();
  }

  /** Records the end; only the first counts. */
  finish(ending: Ending): void {
    if (this.#over) return;
    this.#over = true;
    this.#cancel();
    this.#end(ending);
  }

  #opened(headers: AnswerHeaders): void {
    if (this.#over) return;
    this.openedMs = this.#input.environment.clock.elapsed();
    this.#lastFrameMs = this.openedMs;
    this.#watch();
    this.#input.onOpen(headers);
  }

  #received(text: Uint8Array | undefined, binary: Uint8Array | undefined): void {
    if (this.#over) return;
    this.#heard();
    const bytes = text ?? binary;
    const frame = bytes && readFrameBytes(this.#input.channel, bytes, text === undefined);
    this.#input.onFrame(frame, binary);
  }

  #heard(): void {
    this.#probed = false;
    this.#lastFrameMs = this.#input.environment.clock.elapsed();
  }

  /** Records the information about the connection in a frame without its own number. */
  note(frame: ReceivedFrame): void {
    const { channel } = this.#input;
    // The error is kept as long as the connection; the text of its frame need not be.
    this.lastError = detach(readError(channel, frame)) ?? this.lastError;
    this.#intervalMs = beatInterval(channel, frame) ?? this.#intervalMs;
  }

  /**
   * Abandons the connection if no frame arrives for too long. If the contract has a heartbeat, a
   * pong proves nothing; otherwise a server that has nothing to say only has to answer pings.
   */
  #watch(): void {
    const { clock } = this.#input.environment;
    this.#cancel();
    const timeoutMs = this.#intervalMs * SILENT_INTERVALS;
    const silentMs = this.#paused ? 0 : clock.elapsed() - this.#lastFrameMs;
    if (silentMs < timeoutMs) {
      this.#cancel = clock.setTimer(timeoutMs - silentMs, () => this.#watch());
    } else if (this.#input.channel.envelope?.heartbeat !== undefined || this.#probed) {
      this.abandon({ kind: "silent" });
    } else {
      this.#probe(timeoutMs);
    }
  }

  /** Asks whether the server is there; a platform without pings has to trust in it. */
  #probe(timeoutMs: number): void {
    this.#probed = this.#socket.ping !== undefined;
    this.#socket.ping?.();
    this.#cancel = this.#input.environment.clock.setTimer(timeoutMs, () => this.#watch());
  }
}

/** Appends encoded pairs to the query, which stays unchanged. */
function withPairs(url: URL, pairs: readonly string[]): URL {
  if (pairs.length === 0) return url;
  return new URL(`${url.href}${url.search === "" ? "?" : "&"}${pairs.join("&")}`);
}

function sign(
  { environment, channel }: StreamConnectionInput,
  url: URL,
): Readonly<Record<string, string>> {
  if (channel.signature === undefined || environment.ticket !== undefined) return {};
  const { accessKey, clock, skew } = environment;
  if (accessKey === undefined) {
    const message = "the channel is signed, and no access key is configured";
    throw new StreamError("unauthorized", message, { channelId: channel.id });
  }
  const path = url.pathname + url.search;
  return { ...signUpgrade({ ...accessKey, path, timestamp: clock.now() + skew.offsetMs }) };
}
