import type { StreamEvent, StreamState } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { EventSource } from "./event-source.ts";
import type { ResumePlan } from "./numbering.ts";

/** Emits the events about the state of a channel, its gaps, and resumes that cannot be verified. */
export class ChannelReport {
  readonly #channel: ChannelDescriptor;
  readonly #events: EventSource;
  readonly #announce: (event: StreamEvent) => void;
  #state: StreamState | undefined;
  /** An event to report once the server continues the stream. */
  #unverified: StreamEvent | undefined;

  /** Creates a report. `announce` emits an event once the consumer has processed all earlier messages. */
  constructor(
    channel: ChannelDescriptor,
    events: EventSource,
    announce: (event: StreamEvent) => void,
  ) {
    this.#channel = channel;
    this.#events = events;
    this.#announce = announce;
  }

  get state(): StreamState {
    return this.#state ?? "connecting";
  }

  /**
   * Changes the state. If the new state differs from the previous one, emits it, with the error that caused
   * the change.
   */
  enter(state: StreamState, error?: unknown): void {
    if (this.#state === state) return;
    this.#state = state;
    const { id: channel } = this.#channel;
    this.#events.emit({ type: "state", channel, state, ...(error !== undefined && { error }) });
  }

  /** Reports missing frames: all frames from the number `from` on, or all frames of `key`. */
  gap(place: { readonly from?: bigint; readonly key?: string }): void {
    this.#events.emit({ type: "gap", channel: this.#channel.id, ...place });
  }

  /**
   * Prepares an event for a resume that cannot be verified. The event is emitted once the server continues.
   */
  expectJoin({ since: from, unverified: cause }: ResumePlan): void {
    const { id: channel } = this.#channel;
    const joins = from !== undefined && cause !== undefined;
    this.#unverified = joins ? { type: "unverified", channel, from, cause } : undefined;
  }

  /** Records that the server continues at the requested position. */
  joined(): void {
    if (this.#unverified !== undefined) this.#announce(this.#unverified);
    this.#unverified = undefined;
  }
}
