// The session of a client that chooses topics: its requests, its frames, and their numbers.

import type { ChannelParameters } from "@specwright/runtime";
import {
  CodecError,
  ExactNumber,
  JsonError,
  parseJson,
  pointerSteps,
  StreamError,
  valueAt,
} from "@specwright/runtime";
import type { ServerConnection } from "@specwright/runtime/codegen";
import {
  type FeedCounter,
  type FeedPointer,
  memberAt,
  type RequestDescriptor,
} from "@specwright/runtime/transport";
import type { ChannelLife } from "../../connection/channel-life.ts";
import { textFrames } from "../../connection/frame-batch.ts";
import type { StreamConnection } from "../../connection/stream-connection.ts";
import type { StreamSession } from "../../connection/stream-session.ts";
import {
  type AnsweredRequest,
  AnsweredRequests,
  correlateReply,
} from "../../sessions/answered-requests.ts";
import type { HandledRequest } from "../../sessions/stream-handlers.ts";
import { FeedServerError } from "../feed-server-error.ts";
import { canHold, placeAt } from "../frames/place-at.ts";
import { CounterPositions, numberPointers } from "../numbering.ts";
import { FeedRefusal } from "../refuse.ts";
import { fillPlaces, numberPlaces, type SharedFrame } from "../topics/topic-audience.ts";
import type { FeedParameters, FeedPeerInfo } from "../topics/topic-handlers.ts";
import {
  type Place,
  type RequestId,
  type RequestLinks,
  type Subscription,
  type TopicHost,
  TopicRequests,
} from "./topic-requests.ts";

/** The parts that all sessions of a feed share. */
export interface SessionHost extends TopicHost {
  readonly life: ChannelLife;
  /** The requests that expect a reply, with their handlers. */
  readonly requests: readonly HandledRequest<FeedPeerInfo>[];
  /** The sessions of open connections. */
  readonly sessions: Set<TopicSession>;
  /** Whether frames are checked by their codecs before they are sent. */
  readonly checksFrames: boolean;
}

const UNSUPPORTED_DATA = 1003;

/** Matches the numbers in a JSON text that are members of objects. */
const NUMBERS = /:\s*(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

/** The session of a connection to a channel with topics. */
export class TopicSession implements StreamSession, RequestLinks, FeedPeerInfo {
  readonly account: unknown;
  readonly parameters: ChannelParameters;
  readonly replaying = false;
  readonly #host: SessionHost;
  readonly #connection: StreamConnection;
  readonly #requests: TopicRequests;
  /** Answers the requests that expect a reply. Undefined if the contract has no such requests. */
  readonly #answered: AnsweredRequests | undefined;
  readonly #ended: AbortController = new AbortController();
  readonly #positions: CounterPositions = new CounterPositions();
  #keyed: Map<string, CounterPositions> | undefined;
  /** The requests that wait until an earlier request is answered. */
  #waiting: string[] | undefined;

  constructor(host: SessionHost, connection: StreamConnection, peer: FeedPeerInfo) {
    this.account = peer.account;
    this.parameters = peer.parameters;
    this.#host = host;
    this.#connection = connection;
    this.#requests = new TopicRequests(host, this);
    if (host.requests.length > 0) this.#answered = this.#answeredRequests();
  }

  start(): void {
    this.#host.sessions.add(this);
  }

  stop(): void {
    this.#host.sessions.delete(this);
    this.#ended.abort();
    this.#requests.end();
  }

  async finish(): Promise<void> {
    await this.#answered?.finish();
  }

  /** Closes the connection. */
  end(code: number, reason: string): void {
    this.#connection.end(code, reason);
  }

  heartbeat(): void {
    const { message, everyMs } = this.#host.life;
    if (message !== undefined && everyMs !== undefined) this.announce(message, []);
  }

  receive(data: Buffer, binary: boolean): void {
    if (binary) this.#connection.end(UNSUPPORTED_DATA, "Expected a text frame.");
    else this.#receiveInTurn(data.toString());
  }

  lastSeq(): undefined {
    return undefined;
  }

  /** Sends a message that belongs to no topic. */
  announce(
    message: string,
    places: readonly Place[],
    parameters: FeedParameters = {},
    echo?: FeedPointer,
  ): void {
    const { maker } = this.#host;
    const fill = maker.fill(message, parameters);
    this.#sendMessage(
      message,
      maker.plans.compose(message, { places: new Map(places), fill }),
      1,
      echo,
    );
  }

  /**
   * Answers a request. The answer repeats the id of the request unchanged, even if this breaks the schema
   * of the answer.
   */
  answer(
    message: string,
    places: readonly Place[],
    parameters: FeedParameters,
    id: RequestId,
  ): void {
    const pointer = this.#host.feed.subscription.correlation?.reply;
    const all: readonly Place[] =
      pointer === undefined || id === undefined ? places : [...places, [pointer, id]];
    this.announce(message, all, parameters, pointer);
  }

  deliver({ message, frame: shared, changes }: SharedFrame, subscription: Subscription): void {
    let frame = shared;
    const { kind } = subscription.audience;
    for (const [pointer, value] of fillPlaces(kind.whereAlias(message), subscription.values)) {
      frame = placeAt(frame, pointerSteps(pointer), value);
    }
    for (const counter of kind.own) {
      frame = this.#numberFrame(frame, message, counter, subscription.positions, changes);
    }
    this.#sendMessage(message, frame, changes);
  }

  /** Sends a frame. The value at the pointer `echo` is from the client, and may break the schema. */
  #sendMessage(message: string, composed: unknown, changes: number, echo?: FeedPointer): void {
    const { feed, maker, checksFrames } = this.#host;
    if (!this.#connection.open) return;
    let frame = composed;
    for (const counter of feed.counters) {
      const positions = this.#positionsOf(counter, frame);
      if (positions === undefined) continue;
      frame = this.#numberFrame(frame, message, counter, positions, changes);
    }
    let batch = maker.plans.write(message, frame, checksFrames);
    if (batch instanceof FeedServerError && echo !== undefined && isInvalidAt(batch, echo)) {
      batch = maker.plans.write(message, frame, false);
    }
    if (batch instanceof FeedServerError) this.#connection.failInternally(batch);
    else this.#connection.send(batch);
  }

  /** Returns the positions of a counter: those of the connection, or of the key in the frame. */
  #positionsOf({ scope, key }: FeedCounter, frame: unknown): CounterPositions | undefined {
    if (scope === "topic") return undefined;
    if (scope === "connection") return this.#positions;
    const value = key === undefined ? undefined : valueAt(frame, key);
    if (value === undefined) return undefined;
    this.#keyed ??= new Map();
    let positions = this.#keyed.get(String(value));
    if (positions === undefined) {
      positions = new CounterPositions();
      this.#keyed.set(String(value), positions);
    }
    return positions;
  }

  #numberFrame(
    frame: unknown,
    message: string,
    counter: FeedCounter,
    positions: CounterPositions,
    changes: number,
  ): unknown {
    // A counter of all messages ignores a frame that cannot contain the number, such as a frame that is an
    // array.
    const { at } = numberPointers(counter, message);
    if (at === undefined || !canHold(frame, pointerSteps(at)[0])) return frame;
    const { plans } = this.#host.maker;
    let numbered = frame;
    for (const [pointer, number] of numberPlaces(plans, counter, message, positions, changes)) {
      numbered = placeAt(numbered, pointerSteps(pointer), number);
    }
    return numbered;
  }

  #receiveInTurn(text: string): void {
    if (!this.#connection.open) return;
    if (this.#waiting === undefined) this.#takeRequest(text);
    else this.#waiting.push(text);
  }

  #takeRequest(text: string): void {
    let value: unknown;
    try {
      value = parseJson(text);
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      this.#requests.refuse(new FeedRefusal("The request is not JSON."), undefined);
      return;
    }
    const id = this.#idOf(value, text);
    const request = this.#host.read(value, text);
    if (request.type === "unknown") {
      this.#requests.refuse(new FeedRefusal(request.text), id);
    } else if (request.type === "operation") {
      this.#answerOperation(request.request, request.message);
    } else if ("topics" in request) {
      const answered = this.#requests.take(request, id);
      if (answered !== undefined) this.#queueUntil(answered);
    } else if (request.answer !== undefined) {
      this.answer(request.answer, [], {}, id);
    } else if (request.answerText !== undefined) {
      this.#connection.send(textFrames([Buffer.from(request.answerText)]));
    }
  }

  #answerOperation(request: RequestDescriptor, asked: unknown): void {
    const handled = this.#host.requests.find((one) => one.request === request);
    if (handled === undefined) return;
    const answer: AnsweredRequest["answer"] = (message, connection) =>
      handled.answer(message, {}, this, connection);
    this.#answered?.answer({ request, answer }, asked);
  }

  #answeredRequests(): AnsweredRequests {
    const connection = this.#connection;
    return new AnsweredRequests({
      get open() {
        return connection.open;
      },
      outbound: this.#outbound(),
      reply: (value, request, message) => {
        if (value instanceof FeedRefusal) {
          const id = request.correlation && memberAt(message, request.correlation.request);
          this.#requests.refuse(value, id);
        } else this.#sendValue(correlateReply(request, message, value), request.replies);
      },
      fail: (error) => connection.failInternally(error),
      full: () => {
        connection.log("warn", "requests_unanswered");
        connection.pause();
      },
      drained: () => connection.resume(),
    });
  }

  /** Creates the connection that handlers receive. */
  #outbound(): ServerConnection<unknown> {
    const connection = this.#connection;
    const messages = connection.channel.serverMessages.map(({ id }) => id);
    const trySend = (message: unknown): boolean => {
      if (connection.open) this.#sendValue(message, messages);
      return connection.open;
    };
    return {
      signal: this.#ended.signal,
      trySend,
      async send(message) {
        await connection.writable();
        if (trySend(message)) return;
        throw new StreamError("stream_closed", "the connection is closed", { sent: false });
      },
      close: (code = 1000, reason = "") => {
        connection.end(code, reason);
        return connection.closed;
      },
    };
  }

  /**
   * Sends a value, in the form that codecs accept, as the message that fits it. Values that the contract or
   * `fill` provides may be missing.
   */
  #sendValue(value: unknown, among: readonly string[]): void {
    const { plans, fill } = this.#host.maker;
    const message = plans.choose(value, among);
    if (message === undefined) {
      throw new FeedServerError(
        "invalid_frame",
        `Expected one of the messages ${among.join(", ")}.`,
      );
    }
    const base = plans.toWire(message, value);
    this.#sendMessage(message, plans.compose(message, { base, fill: fill(message, {}) }), 1);
  }

  /** Makes later requests wait until an earlier one is answered. */
  #queueUntil(answered: Promise<void>): void {
    this.#waiting = [];
    const takeWaiting = (): void => {
      const waiting = this.#waiting ?? [];
      this.#waiting = undefined;
      for (const text of waiting) this.#receiveInTurn(text);
    };
    answered.then(takeWaiting, (error: unknown) => this.#connection.failInternally(error));
  }

  #idOf(value: unknown, text: string): RequestId {
    const pointer = this.#host.feed.subscription.correlation?.request;
    const id = pointer === undefined ? undefined : valueAt(value, pointer);
    if (typeof id !== "number") return id;
    // An id such as 1.0 must be repeated with all its digits.
    for (const [, written = ""] of text.matchAll(NUMBERS)) {
      if (Number(written) === id) return new ExactNumber(written);
    }
    return id;
  }
}

/** Reports whether the value at a pointer is the only fault of a frame. */
function isInvalidAt({ cause }: FeedServerError, pointer: FeedPointer): boolean {
  return (
    cause instanceof CodecError &&
    cause.issues.every((issue) => `${issue.pointer}/`.startsWith(`${pointer}/`))
  );
}
