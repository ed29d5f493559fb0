import type { StreamEvent, StreamState } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import type { EventSource } from "./event-source.ts";
import type { ResumePlan } from "./numbering.ts";

/** Reports the state of a channel, and the gaps and unverified positions of its frames. */
export class ChannelReport {
  readonly #channel: ChannelDescriptor;
  readonly #events: EventSource;
  readonly #announce: (event: StreamEvent) => void;
  #state: StreamState | undefined;
  /** An event to report once the server continues the stream. */
  #unverified: StreamEvent | undefined;

  /** Creates a report. `announce` emits an event once the consumer has processed what precedes it. */
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
   * Changes the state. If the state differs from the previous one, reports it, with the error that led to
   * it.
   */
  enter(state: StreamState, error?: unknown): void {
    if (this.#state === state) return;
    this.#state = state;
    const { id: channel } = this.#channel;
    this.#events.emit({ type: "state", channel, state, ...(error !== undefined && { error }) });
  }

  /** Reports that frames are missing: all frames from a number on, or all frames of a key. */
  gap(place: { readonly from?: bigint; readonly key?: string }): void {
    this.#events.emit({ type: "gap", channel: this.#channel.id, ...place });
  }

  /** Prepares an event for a resume that cannot be verified. It is reported once the server continues. */
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
