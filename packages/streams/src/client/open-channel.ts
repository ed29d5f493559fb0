// An open channel without topics. Across its connections, the channel keeps one state of received frames,
// and one queue of messages for the consumer (streams source §4.5, §4.6).

import type { ChannelParameters, SendOptions, StreamEvent, StreamState } from "@specwright/runtime";
import type { ChannelDescriptor, StreamOptions } from "@specwright/runtime/codegen";
import { messagesIn, readFrameBytes } from "@specwright/runtime/transport";
import { ChannelReport } from "./channel-report.ts";
import { abortedError, closedError } from "./closed-error.ts";
import { Consumer, type Delivery } from "./consumer.ts";
import { createDeliveryQueue, type DeliveryQueue } from "./delivery-queue.ts";
import { createEventSource, type EventSource } from "./event-source.ts";
import { KeptConnection } from "./kept-connection.ts";
import { type ChannelParts, loadParts } from "./load-parts.ts";
import { type Numbering, type ReaderMark, type ResumePlan, unnumbered } from "./numbering.ts";
import { Outbox, rejectPendingReplies, writeMessage } from "./outbox.ts";
import {
  announcedEnding,
  frameHeartbeats,
  isPositionStated,
  type ReceivedFrame,
} from "./read-frame.ts";
import { createReaderPosition, type ReaderPosition } from "./reader-position.ts";
import type { StreamConnection } from "./stream-connection.ts";
import type { StreamEnvironment } from "./stream-environment.ts";
import type { AnswerHeaders } from "./stream-socket.ts";
import { takeFrame } from "./take-frame.ts";

/** A channel that stays open over any number of connections. */
export class OpenChannel {
  readonly #environment: StreamEnvironment;
  readonly #channel: ChannelDescriptor;
  readonly #options: StreamOptions;
  readonly #kept: KeptConnection;
  readonly #position: ReaderPosition;
  readonly #queue: DeliveryQueue<Delivery>;
  readonly #done: Promise<void>;
  readonly #report: ChannelReport;
  readonly events: EventSource;
  /** Receives the messages. */
  readonly consumer: Consumer;
  #numbering: Numbering = unnumbered;
  /** Resolves when the parts of the channel are loaded. */
  readonly #ready: Promise<void> | void;
  #parts: ChannelParts | undefined;
  #held = false;
  #cancelAsking: () => void = () => {};
  readonly #outbox: Outbox;
  /** The error that ended the channel. */
  #failure: unknown;

  constructor(
    environment: StreamEnvironment,
    channel: ChannelDescriptor,
    parameters: ChannelParameters,
    options: StreamOptions,
  ) {
    this.#environment = environment;
    this.#channel = channel;
    this.#options = options;
    const useParts = (parts: ChannelParts): void => {
      this.#parts = parts;
      this.#numbering = parts.number();
    };
    const parts = loadParts(channel, parameters, environment);
    this.#ready = parts instanceof Promise ? parts.then(useParts) : useParts(parts);
    this.#position = createReaderPosition(
      channel.sequence === undefined ? undefined : options.resume,
    );
    this.#outbox = new Outbox(channel.id);
    this.events = createEventSource(environment.onEvent);
    this.#report = new ChannelReport(channel, this.events, (event) => this.#announceEvent(event));
    this.#queue = createDeliveryQueue(environment.marks, () => this.#updateFlow());
    this.consumer = new Consumer(this.#queue, this.#position, () => this.#kept.stop());
    this.#kept = new KeptConnection({
      environment,
      channel,
      parameters,
      events: this.events,
      announce: (event) => this.#announceEvent(event),
      rules: () => this.#numbering.rules,
      sign: () => this.#parts?.sign,
      onState: (state) => this.#report.enter(state),
      onOpen: (resume, headers) => this.#opened(resume, headers),
      onFrame: (text, binary) => this.#received(text, binary),
      onEnd: (ending) => {
        rejectPendingReplies(options.replies, this.#kept.stopped.aborted ? undefined : ending);
        this.#cancelAsking();
      },
    });
    this.#done = this.#runChannel().then(
      () => this.#finishChannel(undefined),
      (error: unknown) => this.#finishChannel(error),
    );
  }

  get state(): StreamState {
    return this.#report.state;
  }

  /** Pauses or resumes reading from the socket. */
  hold(held: boolean): void {
    this.#held = held;
    this.#updateFlow();
  }

  /** Sends a message, now or once connected. */
  async send(message: unknown, options: SendOptions = {}): Promise<void> {
    if (this.#kept.stopped.aborted) throw closedError(this.#channel.id, this.#failure);
    if (options.signal?.aborted) throw this.#outbox.withdrawn(options.signal);
    if (this.#ready !== undefined) await this.#ready;
    const { frame, tag } = writeMessage(this.#channel, message);
    const control = this.#numbering.resubscriber.note(tag, message);
    const isBinary = message instanceof Uint8Array;
    const connection = this.#connection;
    if (connection?.writable) {
      const sent = this.#outbox.write(connection, frame, options, isBinary);
      await (control ? sent.catch(() => {}) : sent);
    } else if (!control) {
      await this.#outbox.add(frame, options, isBinary);
    }
    // If no connection has sent a subscription, or its connection was lost, the next connection sends it
    // with all other subscriptions.
  }

  /** Ends the iteration at once and closes the socket. */
  async close(): Promise<void> {
    this.#kept.stop();
    this.#queue.discard();
    await this.#done;
    await this.#position.flush();
  }

  async #runChannel(): Promise<void> {
    const { signal } = this.#options;
    const { stopped } = this.#kept;
    if (signal?.aborted) this.#abortChannel(signal);
    signal?.addEventListener("abort", () => this.#abortChannel(signal), { signal: stopped });
    if (this.#ready !== undefined) await this.#ready;
    if (this.#position.kept) await this.#loadPosition();
    await this.#kept.run();
  }

  /** Pauses the socket if the queue is full, and resumes it otherwise. */
  #updateFlow(): void {
    const isHeld = this.#queue.full || this.#held;
    this.#kept.hold(isHeld);
    if (!isHeld) this.#options.replies?.blocked(false);
  }

  async #loadPosition(): Promise<void> {
    const position = await this.#position.load();
    if (position === undefined) return;
    this.#numbering = this.#parts?.number(position) ?? unnumbered;
  }

  get #connection(): StreamConnection | undefined {
    return this.#kept.current;
  }

  #opened(resume: ResumePlan, headers: AnswerHeaders): void {
    const { identity } = this.#channel.sequence ?? {};
    const stated = identity === undefined ? undefined : headers(identity.header);
    const reason = this.#numbering.rules.history.identify(stated);
    // The socket may report the same end later, but the consumer gets the reason now.
    if (reason !== undefined) {
      this.#connection?.abandon({ kind: "diverged", reason });
      return;
    }
    this.#report.expectJoin(resume);
    this.#report.enter(resume.since === undefined ? "live" : "replaying");
    for (const frame of this.#numbering.resubscriber.restart()) this.#postFrame(frame);
    if (this.#connection !== undefined) this.#outbox.writeTo(this.#connection);
    this.#cancelAsking = this.#numbering.resubscriber.watch({
      timeoutMs: this.#environment.snapshotTimeoutMs,
      isPaused: () => this.#connection?.paused === true,
      post: (frame) => this.#postFrame(frame),
    });
  }

  #received(text: Uint8Array | undefined, binary: Uint8Array | undefined): void {
    const bytes = text ?? binary;
    const { serverMessages } = this.#channel;
    const isBinary = text === undefined;
    const frame = bytes && readFrameBytes(this.#channel, serverMessages, bytes, isBinary);
    if (frame === undefined) this.#receiveFrame(undefined, binary);
    else
      for (const message of messagesIn(this.#channel, frame)) this.#receiveFrame(message, binary);
  }

  /**
   * Processes a frame. If the tap throws an error, the stream ends, because a new connection would not fix
   * the tap.
   */
  #receiveFrame(bytes: Uint8Array | undefined, binary: Uint8Array | undefined): void {
    // While a socket is closing, frames may still arrive.
    if (this.#kept.stopped.aborted) return;
    try {
      this.#takeFrame(bytes, binary);
    } catch (error) {
      this.#failure ??= error;
      this.#kept.stop();
      this.#queue.end(error);
    }
  }

  #takeFrame(bytes: Uint8Array | undefined, binary: Uint8Array | undefined): void {
    const from = this.#numbering.rules.resumeFrom();
    const intake = takeFrame(
      {
        channel: this.#channel,
        rules: this.#numbering.rules,
        peek: this.#numbering.peek,
        tap: this.#options.tap,
        onOther: (frame) => this.#noteFrame(frame),
      },
      bytes,
      binary,
    );
    if (intake.kind !== "drop" && this.#connection !== undefined) this.#connection.received = true;
    switch (intake.kind) {
      case "drop":
        return;
      case "taken":
        this.#report.joined();
        return;
      case "gap":
        this.#report.gap(from === undefined ? {} : { from });
        this.#connection?.abandon({ kind: "gap" });
        return;
      case "diverged":
        this.#connection?.abandon({ kind: "diverged", reason: intake.reason });
        return;
      case "resync-key":
        this.#report.gap({ key: intake.key });
        if (!intake.ask) {
          this.#numbering.resubscriber.expect(intake.key);
          return;
        }
        for (const request of this.#numbering.resubscriber.refresh(intake.key))
          this.#postFrame(request);
        return;
      case "deliver": {
        const { message, frame } = intake;
        this.#deliverMessage(message, frame);
        const reaction = frame && announcedEnding(this.#channel, frame);
        if (reaction !== undefined) this.#connection?.abandon({ kind: "announced", reaction });
        return;
      }
      default:
        intake satisfies never;
    }
  }

  /** Records the information about the connection in a frame without a number. */
  #noteFrame(frame: ReceivedFrame): void {
    const connection = this.#connection;
    connection?.note(frame);
    for (const { answer } of frameHeartbeats(this.#channel, frame)) {
      if (answer !== undefined) connection?.post(JSON.stringify(answer));
    }
  }

  #deliverMessage(message: unknown, frame: ReceivedFrame | undefined): void {
    const speaks = frame !== undefined && isPositionStated(this.#channel, frame);
    if (speaks || frame === undefined) this.#report.joined();
    if (frame !== undefined && this.#options.replies?.take(message, frame.id) === true) return;
    if (speaks && !this.#numbering.rules.history.awaiting) this.#report.enter("live");
    this.#queue.push({ message, position: this.#markPosition() });
    if (this.#queue.full) {
      this.#kept.hold(true);
      this.#options.replies?.blocked(true);
    }
    if (this.#queue.overfull && !this.#connection?.pausable) {
      this.#connection?.abandon({ kind: "full" });
    }
  }

  /** Returns the current position if a cursor stores it. */
  #markPosition(): ReaderMark | undefined {
    const { resumeFrom, history } = this.#numbering.rules;
    const next = this.#position.kept ? resumeFrom() : undefined;
    return next === undefined ? undefined : history.markOf(next - 1n);
  }

  /** Emits an event once the consumer has processed all earlier messages. */
  #announceEvent(event: StreamEvent): void {
    // A tap processes each frame as soon as the frame arrives, so no earlier message is waiting.
    if (this.#options.tap !== undefined) this.events.emit(event);
    else this.#queue.note(() => this.events.emit(event));
  }

  /** Sends without waiting. If sending fails, the connection ends, and `onEnd` handles the end. */
  #postFrame(frame: Uint8Array): void {
    this.#connection?.send(frame).catch(() => {});
  }

  #abortChannel(signal: AbortSignal): void {
    const error = abortedError(this.#channel.id, signal);
    this.#failure ??= error;
    this.#kept.stop();
    this.#queue.end(error);
  }

  #finishChannel(error: unknown): void {
    this.#failure ??= error;
    this.#kept.stop();
    this.#queue.end(error);
    this.#outbox.reject(closedError(this.#channel.id, this.#failure));
    rejectPendingReplies(this.#options.replies, undefined);
    this.#report.enter("closed", this.#failure);
  }
}
