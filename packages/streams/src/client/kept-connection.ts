// Keeps a channel connected until the channel ends. Decides when to connect, and how to react when a
// connection ends (streams source §3.3, §7).

import { type ChannelParameters, type StreamEvent, sleep } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { signUpgrade } from "../signing/sign-upgrade.ts";
import type { Ending } from "./connection/ending.ts";
import { createUpgrade, isFinal, type UpgradeSigner } from "./create-upgrade.ts";
import type { EventSource } from "./event-source.ts";
import type { FrameRules, ResumePlan } from "./numbering.ts";
import { createReconnectPolicy } from "./reconnect-policy.ts";
import { StreamConnection } from "./stream-connection.ts";
import type { StreamEnvironment } from "./stream-environment.ts";
import type { AnswerHeaders } from "./stream-socket.ts";

/** The channel of the connections, and the callbacks. */
export interface KeptConnectionInput {
  readonly environment: StreamEnvironment;
  readonly channel: ChannelDescriptor;
  readonly parameters: ChannelParameters;
  readonly events: EventSource;
  /** Inserts an event into the sequence of messages. */
  readonly announce: (event: StreamEvent) => void;
  /** Returns the rules of the channel, with the state of the received frames. */
  readonly rules: () => FrameRules;
  /** Signs the upgrades of a channel with a signature. */
  readonly sign?: (() => typeof signUpgrade | undefined) | undefined;
  /** Signs the upgrades of a channel with schemes of `x-credentials`. */
  readonly signer?: UpgradeSigner | undefined;
  /** Reports whether the server must now send messages that are signs of life. Default: always. */
  readonly expectsMessages?: () => boolean;
  /**
   * Called before each connection, and when a connection has ended because the server is shutting down.
   */
  readonly onState: (state: "connecting" | "draining") => void;
  readonly onOpen: (resume: ResumePlan, headers: AnswerHeaders) => void;
  /** Called with the bytes of a text frame, or undefined and the bytes of a binary frame. */
  readonly onFrame: (text: Uint8Array | undefined, binary: Uint8Array | undefined) => void;
  /** Called immediately when a connection has ended. */
  readonly onEnd: (ending: Ending) => void;
}

/** The connections of a channel, one after the other. */
export class KeptConnection {
  readonly #input: KeptConnectionInput;
  readonly #stop = new AbortController();
  #current: StreamConnection | undefined;
  #held = false;
  #relieved = Promise.withResolvers<void>();

  constructor(input: KeptConnectionInput) {
    this.#input = input;
  }

  /** The newest connection. Undefined while its upgrade is prepared. */
  get current(): StreamConnection | undefined {
    return this.#current;
  }

  /** Aborts when `stop` is called; no connection is made afterwards. */
  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  /**
   * Connects until `stop` is called, or the server ends the channel. Rejects with an error that
   * reconnecting does not fix.
   */
  async run(): Promise<void> {
    const { environment, channel, events, announce, onState, rules } = this.#input;
    const policy = createReconnectPolicy(environment, channel, events, announce);
    while (!this.#stop.signal.aborted) {
      const ending = await this.#connect();
      if (this.#stop.signal.aborted) return;
      const next = policy.after(ending, this.#current, rules());
      if (next === undefined) return;
      onState(next.draining ? "draining" : "connecting");
      if (ending.kind === "full") await this.#relief();
      if (next.waitMs === undefined) continue;
      await sleep(environment.clock, next.waitMs, this.#stop.signal).catch(() => {});
    }
  }

  /** Pauses or resumes reading. The choice also applies to later connections. */
  hold(isHeld: boolean): void {
    this.#held = isHeld;
    if (isHeld) {
      this.#current?.pause();
      return;
    }
    this.#current?.resume();
    this.#relieved.resolve();
    this.#relieved = Promise.withResolvers();
  }

  /** Ends a pending delay or attempt, and closes an open socket. */
  stop(): void {
    this.#stop.abort();
    this.#relieved.resolve();
    this.#current?.close();
  }

  async #relief(): Promise<void> {
    while (this.#held && !this.#stop.signal.aborted) await this.#relieved.promise;
  }

  async #connect(): Promise<Ending> {
    const { environment, channel, rules, signer, expectsMessages } = this.#input;
    const { resumeFrom, history } = rules();
    const next = resumeFrom();
    const resume = history.begin(next === undefined ? undefined : next - 1n);
    this.#current = undefined;
    this.#input.onState("connecting");
    const upgrade = createUpgrade({
      environment,
      channel,
      parameters: this.#input.parameters,
      resume,
      sign: this.#input.sign?.(),
      signer,
      stop: this.#stop.signal,
    });
    const request = await upgrade.catch((error: unknown) => {
      if (isFinal(error)) throw error;
      return { error };
    });
    if (!("url" in request)) return this.#reportEnd({ kind: "failed", error: request.error });
    const { aborted, reason } = this.#stop.signal;
    if (aborted) return { kind: "failed", error: reason };
    const ended = Promise.withResolvers<Ending>();
    const connection = new StreamConnection({
      environment,
      channel,
      ...request,
      resuming: resume.since !== undefined,
      ...(expectsMessages !== undefined && { expectsMessages }),
      onOpen: (headers) => {
        if (this.#held) connection.pause();
        this.#input.onOpen(resume, headers);
      },
      onFrame: this.#input.onFrame,
      onEnd: (ending) => ended.resolve(this.#reportEnd(ending)),
    });
    this.#current = connection;
    return ended.promise;
  }

  #reportEnd(ending: Ending): Ending {
    const { signer } = this.#input;
    const safe = signer === undefined ? ending : redactEnding(ending, signer);
    this.#input.onEnd(safe);
    return safe;
  }
}

/** Removes secrets from an ending, because the server or a library may have copied them into it. */
function redactEnding(ending: Ending, signer: UpgradeSigner): Ending {
  switch (ending.kind) {
    case "closed":
      return { ...ending, reason: signer.redact(ending.reason) };
    case "refused":
      return { ...ending, body: signer.redact(ending.body) };
    case "failed":
      return { kind: "failed", error: signer.redact(String(ending.error)) };
    default:
      return ending;
  }
}
