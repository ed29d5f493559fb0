// An open channel: connections one after another, one memory of what arrived, one queue to the
// consumer (streams source §3.3, §4.5, §4.6).

import { StreamError, type StreamErrorCode, sleep } from "@specwright/runtime";
import type {
  ChannelDescriptor,
  ChannelParameters,
  StreamOptions,
} from "@specwright/runtime/codegen";
import { decideEnding, describeEnding, type Ending, type NextStep } from "./decide-ending.ts";
import { createDeliveryQueue, type DeliveryQueue } from "./delivery-queue.ts";
import { memberOf } from "./encode-target.ts";
import { createFrameRules, type FrameRules } from "./frame-rules.ts";
import { int64Of, type ReceivedFrame } from "./read-frame.ts";
import { createResubscriber, type Resubscriber } from "./resubscriber.ts";
import { StreamConnection } from "./stream-connection.ts";
import type { StreamEnvironment } from "./stream-environment.ts";
import type { StreamState } from "./stream-event.ts";
import { writeMessage } from "./write-message.ts";

/** Is a message with the number up to which everything has arrived when it is taken. */
interface Delivery {
  readonly message: unknown;
  readonly position: bigint | undefined;
}

/** A connection that held this long ends a series of failures, in milliseconds. */
const STABLE_MS = 30_000;
/** Gaps at one and the same place after which resuming is given up. */
const MAX_GAPS = 3;

/** Is a channel kept open over any number of connections. */
export class OpenChannel {
  readonly #environment: StreamEnvironment;
  readonly #channel: ChannelDescriptor;
  readonly #parameters: ChannelParameters;
  readonly #options: StreamOptions;
  readonly #stop = new AbortController();
  readonly #queue: DeliveryQueue<Delivery>;
  readonly #done: Promise<void>;
  #rules: FrameRules;
  #resubscriber: Resubscriber;
  #connection: StreamConnection | undefined;
  #state: StreamState | undefined;
  #behindReported = false;
  #gaps = { from: undefined as bigint | undefined, count: 0 };
  #unsent: { readonly text: string; readonly settle: PromiseWithResolvers<void> }[] = [];
  #saved: bigint | undefined;
  #taken: bigint | undefined;

  constructor(
    environment: StreamEnvironment,
    channel: ChannelDescriptor,
    parameters: ChannelParameters,
    options: StreamOptions,
  ) {
    this.#environment = environment;
    this.#channel = channel;
    this.#parameters = parameters;
    this.#options = options;
    this.#rules = createFrameRules(channel, parameters, sinceOf(channel, parameters));
    this.#resubscriber = createResubscriber(channel, this.#rules.keys);
    this.#queue = createDeliveryQueue(environment.marks, () => this.#connection?.resume());
    this.#done = this.#run().then(
      () => this.#finish(undefined),
      (error: unknown) => this.#finish(error),
    );
  }

  /** Gives the next message, after the place of the one before was saved. */
  async next(): Promise<IteratorResult<unknown, undefined>> {
    try {
      await this.#save();
    } catch (error) {
      this.#stop.abort();
      this.#queue.discard();
      throw error;
    }
    const result = await this.#queue.next();
    if (result.done) return result;
    this.#taken = result.value.position;
    return { done: false, value: result.value.message };
  }

  /** Sends a message, now or once connected. */
  async send(message: unknown): Promise<void> {
    if (this.#stop.signal.aborted) throw this.#closedError();
    const { text, tag } = writeMessage(this.#channel, message);
    const control = this.#resubscriber.note(tag, message);
    const connection = this.#connection;
    if (connection?.open) {
      await connection.send(text);
    } else if (!control) {
      const settle = Promise.withResolvers<void>();
      this.#unsent.push({ text, settle });
      await settle.promise;
    }
    // A subscription made while there is no connection is part of what the next one subscribes.
  }

  /** Ends the iteration at once and closes the socket. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#queue.discard();
    this.#connection?.close();
    await this.#done;
  }

  async #run(): Promise<void> {
    const { signal, resume } = this.#options;
    const { clock, createBackoff, maxAttempts } = this.#environment;
    if (signal?.aborted) this.#abort(signal);
    signal?.addEventListener("abort", () => this.#abort(signal), { signal: this.#stop.signal });
    const backoff = createBackoff();
    let attempts = 0;
    let corrected = false;
    if (resume !== undefined && this.#channel.sequence !== undefined) {
      await this.#load(resume);
    }
    while (!this.#stop.signal.aborted) {
      const ending = await this.#connect();
      if (this.#stop.signal.aborted) return;
      const connection = this.#connection;
      const openedMs = connection?.openedMs;
      if (openedMs !== undefined) {
        attempts = 0;
        if (clock.now() - openedMs >= STABLE_MS) backoff.reset();
      } else {
        attempts += 1;
      }
      const step = this.#decide(ending, connection);
      if (step.kind === "end") return;
      if (step.kind === "fail") throw step.error;
      if (step.kind === "too-old") {
        this.#startAtTail(step.error);
      } else if (step.kind === "correct-clock") {
        if (corrected) throw step.error;
        corrected = true;
        this.#correctClock(step.serverTimeMs);
        continue;
      }
      // Only a connection that the corrected clock was good for earns another correction.
      if (openedMs !== undefined) corrected = false;
      if (attempts >= maxAttempts) throw connectFailed(this.#channel, attempts, ending);
      const slotMs = step.kind === "retry" ? step.delayMs : undefined;
      const retryMs = slotMs ?? backoff.next();
      this.#reportDisconnected(ending, retryMs);
      await sleep(clock, retryMs, this.#stop.signal).catch(() => {});
    }
  }

  async #load(resume: NonNullable<StreamOptions["resume"]>): Promise<void> {
    const last = await resume.load();
    if (last === undefined) return;
    this.#saved = last;
    this.#rules = createFrameRules(this.#channel, this.#parameters, last + 1n);
    this.#resubscriber = createResubscriber(this.#channel, this.#rules.keys);
  }

  #connect(): Promise<Ending> {
    const since = this.#rules.resumeFrom();
    this.#behindReported = false;
    this.#enter("connecting");
    const connection = new StreamConnection({
      environment: this.#environment,
      channel: this.#channel,
      parameters: this.#parameters,
      since: since !== undefined && since >= 1n ? since : undefined,
      onOpen: () => this.#opened(since),
      onFrame: (frame) => this.#take(frame),
    });
    this.#connection = connection;
    return connection.ended;
  }

  #opened(since: bigint | undefined): void {
    this.#enter(since === undefined ? "live" : "replaying");
    for (const text of this.#resubscriber.restart()) this.#post(text);
    for (const { text, settle } of this.#unsent.splice(0)) {
      this.#connection?.send(text).then(settle.resolve, settle.reject);
    }
    if (this.#queue.full) this.#connection?.pause();
  }

  #take(frame: ReceivedFrame): void {
    const { id, sequence } = this.#channel;
    const { onEvent } = this.#environment;
    const from = this.#rules.resumeFrom();
    if (from !== undefined && !this.#behindReported && this.#rules.isBehind(frame)) {
      this.#behindReported = true;
      onEvent({ type: "behind", channel: id, from });
    }
    const ruling = this.#rules.judge(frame);
    switch (ruling.kind) {
      case "drop":
        return;
      case "gap":
        onEvent({ type: "gap", channel: id, ...(from !== undefined && { from }) });
        this.#connection?.abandon({ kind: "gap" });
        return;
      case "resync-key":
        onEvent({ type: "gap", channel: id, key: ruling.key });
        for (const text of this.#resubscriber.refresh(ruling.key)) this.#post(text);
        return;
      case "deliver":
        break;
      default:
        ruling satisfies never;
    }
    if (frame.tag !== undefined && !sequence?.counts.includes(frame.tag)) {
      if (frame.tag === sequence?.endOfBacklog || frame.tag === "heartbeat") this.#enter("live");
    }
    const next = sequence === undefined ? undefined : this.#rules.resumeFrom();
    const position = next === undefined ? undefined : next - 1n;
    this.#queue.push({ message: frame.message, position });
    if (this.#queue.full) this.#connection?.pause();
  }

  #decide(ending: Ending, connection: StreamConnection | undefined): NextStep {
    const from = this.#rules.resumeFrom();
    if (ending.kind === "gap") {
      this.#gaps = { from, count: this.#gaps.from === from ? this.#gaps.count + 1 : 1 };
      if (this.#gaps.count >= MAX_GAPS) {
        const message = `number ${from} does not come, after ${MAX_GAPS} attempts`;
        return { kind: "fail", error: this.#error("sequence_gap", message) };
      }
    }
    return decideEnding(ending, {
      channel: this.#channel,
      lastError: connection?.lastError,
      resuming: from !== undefined,
    });
  }

  #startAtTail(error: StreamError): void {
    if (this.#environment.onTooOld === "throw") throw error;
    const from = this.#rules.resumeFrom();
    this.#rules.forget();
    const event = { type: "resync", channel: this.#channel.id } as const;
    this.#environment.onEvent({ ...event, ...(from !== undefined && { from }) });
  }

  #correctClock(serverTimeMs: number): void {
    const { skew, clock, onEvent } = this.#environment;
    skew.offsetMs = serverTimeMs - clock.now();
    onEvent({ type: "clock_skew", channel: this.#channel.id, offsetMs: skew.offsetMs });
  }

  #reportDisconnected(ending: Ending, retryMs: number): void {
    const { id: channel } = this.#channel;
    const { kind: cause } = ending;
    const detail = describeEnding(ending);
    this.#environment.onEvent({ type: "disconnected", channel, cause, retryMs, ...detail });
  }

  /** Sends without waiting: when it fails, the connection is about to end, which is dealt with. */
  #post(text: string): void {
    this.#connection?.send(text).catch(() => {});
  }

  async #save(): Promise<void> {
    const { resume } = this.#options;
    const position = this.#taken;
    if (resume === undefined || position === undefined || position === this.#saved) return;
    await resume.save(position);
    this.#saved = position;
  }

  #abort(signal: AbortSignal): void {
    this.#stop.abort();
    const error = new StreamError("stream_aborted", "the caller's signal aborted", {
      channelId: this.#channel.id,
      cause: signal.reason,
    });
    this.#queue.end(error);
    this.#connection?.close();
  }

  #finish(error: unknown): void {
    this.#stop.abort();
    this.#queue.end(error);
    for (const { settle } of this.#unsent.splice(0)) settle.reject(this.#closedError());
    this.#enter("closed");
  }

  #enter(state: StreamState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#environment.onEvent({ type: "state", channel: this.#channel.id, state });
  }

  #closedError(): StreamError {
    return this.#error("stream_closed", "the channel is closed");
  }

  #error(code: StreamErrorCode, message: string): StreamError {
    return new StreamError(code, message, { channelId: this.#channel.id });
  }
}

function sinceOf(channel: ChannelDescriptor, { query }: ChannelParameters): bigint | undefined {
  const { sequence } = channel;
  return sequence === undefined ? undefined : int64Of(memberOf(query, sequence.resumeParameter));
}

function connectFailed(channel: ChannelDescriptor, attempts: number, ending: Ending): StreamError {
  const cause = ending.kind === "failed" ? ending.error : undefined;
  const status = ending.kind === "refused" ? { status: ending.status } : {};
  const options = { channelId: channel.id, ...status, ...(cause !== undefined && { cause }) };
  return new StreamError("connect_failed", `no connection in ${attempts} attempts`, options);
}
