// A session of topics, and its connection, which is reopened when it ends.

import type { ChannelParameters, StreamState } from "@specwright/runtime";
import type { ChannelDescriptor } from "@specwright/runtime/codegen";
import { messagesIn } from "@specwright/runtime/transport";
import type { Ending } from "../connection/ending.ts";
import type { EventSource } from "../event-source.ts";
import { KeptConnection } from "../kept-connection.ts";
import { unnumbered } from "../numbering.ts";
import type { StreamEnvironment } from "../stream-environment.ts";
import type { FeedSigner } from "./credentials/feed-signer.ts";
import type { FeedMessages, MessageCarrier } from "./feed-messages.ts";
import { fetchOperation } from "./fetch-operation.ts";
import type { FeedPlan } from "./session/feed-plan.ts";
import { FeedSession } from "./session/feed-session.ts";

/** Objects that the connections of a feed share. */
export interface FeedInput {
  readonly environment: StreamEnvironment;
  readonly channel: ChannelDescriptor;
  readonly parameters: ChannelParameters;
  readonly events: EventSource;
  /** Called with each state of the feed. */
  readonly onState: (state: StreamState) => void;
}

/** The contract, prepared for reading frames, and the credentials of a feed. */
export interface PreparedFeed extends FeedInput {
  readonly plan: FeedPlan;
  /** Signs the upgrades and the requests for private topics; absent without credentials. */
  readonly signer: FeedSigner | undefined;
}

/** The input of one connection. */
export interface FeedConnectionInput extends PreparedFeed {
  /** Called after the server has refused a topic. */
  readonly onRefused: () => void;
}

/** A session of topics that is kept connected. */
export class FeedConnection {
  readonly session: FeedSession;
  /** Resolves when the server has ended the channel. Rejects if the channel failed permanently. */
  readonly done: Promise<void>;
  readonly #kept: KeptConnection;
  readonly #channel: ChannelDescriptor;
  #held = false;

  constructor(input: FeedConnectionInput) {
    const { environment, channel, events, plan, signer, onState } = input;
    const { servers, fetch, requestTimeoutMs } = environment;
    this.#channel = channel;
    this.session = new FeedSession(plan, {
      ...environment,
      signer,
      send: (text) => this.#kept.current?.post(text),
      reconnect: (cause, reaction = "reconnect") =>
        this.#kept.current?.abandon(createEnding(cause, reaction)),
      fetch: (operation, { parameters }) =>
        fetchOperation(fetch, servers, operation, parameters, requestTimeoutMs),
      emit: (event) => {
        events.emit({ channel: channel.id, ...event });
        if (event.type === "refused") queueMicrotask(input.onRefused);
      },
    });
    this.#kept = new KeptConnection({
      environment,
      channel,
      parameters: input.parameters,
      events,
      announce: (event) => events.emit(event),
      rules: () => unnumbered.rules,
      signer,
      // The server may send messages that are signs of life only while a topic is open.
      expectsMessages: () => this.session.hasOpenTopics,
      onState,
      onOpen: () => {
        onState("live");
        this.session.opened();
      },
      onFrame: (text, binary) => this.#received(text ?? binary ?? new Uint8Array()),
      onEnd: (ending) => {
        if (this.#kept.stopped.aborted) return;
        this.session.messages?.lost(ending);
        this.session.ended();
      },
    });
    this.done = this.#kept.run();
    // Avoids an unhandled rejection. `FeedConnections` reports the error to the user.
    this.done.catch(() => {});
  }

  /** Whether reading can be paused. True while there is no connection. */
  get pausable(): boolean {
    return this.#kept.current?.pausable !== false;
  }

  /** Makes this connection carry the messages that the user sends. */
  carry(create: (carrier: MessageCarrier) => FeedMessages): FeedMessages {
    const messages = create({
      send: async (frame) => this.#kept.current?.send(frame),
      proceed: () => this.session.sendMessages(),
    });
    this.session.messages = messages;
    messages.blocked(this.#held);
    if (this.#kept.stopped.aborted) messages.end(undefined);
    return messages;
  }

  /** Ends the session and the connection. */
  close(error?: Error): void {
    if (this.#kept.stopped.aborted) return;
    this.#kept.stop();
    this.session.messages?.end(error);
    this.session.close(error);
  }

  /** Pauses or resumes reading. */
  hold(isHeld: boolean): void {
    this.#held = isHeld;
    this.session.messages?.blocked(isHeld);
    this.#kept.hold(isHeld);
  }

  /** Ends the connection if it cannot be paused. It is reopened when reading continues. */
  overflow(): void {
    this.#kept.current?.abandon({ kind: "full" });
  }

  #received(frame: Uint8Array): void {
    const { current } = this.#kept;
    if (current !== undefined) current.received = true;
    // Do not create a list for a frame with only one message.
    if (this.#channel.lines === true)
      messagesIn(this.#channel, frame).forEach(this.session.received, this.session);
    else this.session.received(frame);
  }
}

function createEnding(
  kind: "gap" | "unanswered" | "failed" | "announced",
  reaction: Extract<Ending, { kind: "announced" }>["reaction"],
): Ending {
  switch (kind) {
    case "announced":
      return { kind, reaction };
    case "failed":
      return { kind, error: "a request could not be signed" };
    default:
      return { kind };
  }
}
