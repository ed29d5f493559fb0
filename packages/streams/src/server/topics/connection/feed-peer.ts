// A connected client: its frames, their numbers and its requests.

import {
  CodecError,
  ExactNumber,
  JsonError,
  parseJson,
  pointerSteps,
  valueAt,
} from "@specwright/runtime";
import type { FeedCounter, FeedPointer, HeartbeatDescriptor } from "@specwright/runtime/transport";
import { PendingFrames } from "../../connection/pending-frames.ts";
import type { FeedServerError } from "../feed-server-error.ts";
import { canHold, placeAt } from "../frames/place-at.ts";
import { CounterPositions, numberPointers } from "../numbering.ts";
import { FeedRefusal } from "../refuse.ts";
import type { BeatReply } from "../topics/read-request.ts";
import { fillPlaces, numberPlaces, type SharedFrame } from "../topics/topic-audience.ts";
import type { FeedParameters, FeedPeerInfo } from "../topics/topic-handlers.ts";
import type { FeedConnection, FeedSocket } from "./feed-socket.ts";
import { Liveness } from "./liveness.ts";
import type { PeerHost } from "./peer-host.ts";
import { createRequestRate, type RequestRate } from "./request-rate.ts";
import { type Place, type RequestId, type Subscription, TopicRequests } from "./topic-requests.ts";

type ClientBeat = HeartbeatDescriptor & { readonly from: "client" };

const GOING_AWAY = 1001;
const POLICY = 1008;
const FAILED = 1011;
const TRY_LATER = 1013;

/** The numbers that are members of objects. */
const NUMBERS = /:\s*(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

/** The server's side of a connection. */
export class FeedPeer implements FeedConnection, FeedPeerInfo {
  readonly account: unknown;
  readonly #host: PeerHost;
  readonly #socket: FeedSocket;
  readonly #liveness: Liveness;
  readonly #rate: RequestRate;
  readonly #requests: TopicRequests;
  readonly #positions: CounterPositions = new CounterPositions();
  readonly #pending: PendingFrames = new PendingFrames();
  readonly #keyed: Map<string, CounterPositions> = new Map();
  /** Requests that wait for the decision on an earlier one. */
  #waiting: string[] | undefined;
  #open = true;

  constructor(host: PeerHost, socket: FeedSocket, account: unknown) {
    this.account = account;
    this.#host = host;
    this.#socket = socket;
    this.#requests = new TopicRequests(host, {
      account,
      answer: (message, places, parameters, id) => this.#answer(message, places, parameters, id),
      deliver: (frame, subscription) => this.#deliver(frame, subscription),
    });
    this.#rate = createRequestRate(host.clock, host.feed.subscription.limits?.requestsPerSecond);
    this.#liveness = new Liveness(host.clock, host.channel, {
      send: (message) => this.announce(message, []),
      ping: () => socket.ping(),
      abandon: () => {
        host.onEvent({ type: "silent" });
        this.closed();
        socket.terminate();
      },
      expire: () => this.close(GOING_AWAY, "The connection has reached its age."),
    });
  }

  receive(text: string): void {
    if (!this.#open) return;
    this.#liveness.heard();
    const { lines } = this.#host.channel;
    for (const request of lines === true ? text.split("\n") : [text]) {
      if (!this.#open || (lines === true && request === "")) continue;
      if (this.#rate.exceeds()) this.close(POLICY, "There were too many requests.");
      else this.#receiveInTurn(request);
    }
  }

  heard(): void {
    this.#liveness.heard();
  }

  closed(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#liveness.stop();
    this.#requests.end();
    this.#host.ended();
  }

  /** Closes the connection. */
  close(code: number, reason: string): void {
    if (!this.#open) return;
    this.closed();
    this.#socket.close(code, reason);
  }

  /** Sends a message that is no data of a topic. */
  announce(
    message: string,
    places: readonly Place[],
    parameters: FeedParameters = {},
    echo?: FeedPointer,
  ): void {
    const { maker } = this.#host;
    const fill = maker.fill(message, parameters);
    this.#send(message, maker.plans.compose(message, { places: new Map(places), fill }), 1, echo);
  }

  /** Answers a request. Its id is repeated as it is, also if the schema has another type there. */
  #answer(
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

  #deliver({ message, frame: shared, changes }: SharedFrame, subscription: Subscription): void {
    let frame = shared;
    const { kind } = subscription.audience;
    for (const [pointer, value] of fillPlaces(kind.whereAlias(message), subscription.values)) {
      frame = placeAt(frame, pointerSteps(pointer), value);
    }
    for (const counter of kind.own) {
      frame = this.#number(frame, message, counter, subscription.positions, changes);
    }
    this.#send(message, frame, changes);
  }

  /** Sends a frame; at `echo` it may have what its schema does not allow. */
  #send(message: string, composed: unknown, changes: number, echo?: FeedPointer): void {
    if (!this.#open) return;
    const { channel, feed, maker, onEvent, checksFrames, maxPendingBytes, maxPendingFrames } =
      this.#host;
    let frame = composed;
    for (const counter of feed.counters) {
      const positions = this.#positionsOf(counter, frame);
      if (positions === undefined) continue;
      frame = this.#number(frame, message, counter, positions, changes);
    }
    let text = maker.plans.write(message, frame, checksFrames);
    if (typeof text !== "string" && echo !== undefined && isInvalidAt(text, echo)) {
      text = maker.plans.write(message, frame, false);
    }
    if (typeof text !== "string") {
      onEvent({ type: "invalid", error: text });
      this.close(FAILED, "The server has failed.");
      return;
    }
    this.#liveness.sent();
    this.#socket.send(text);
    const { pendingBytes = 0 } = this.#socket;
    if (pendingBytes === 0) return;
    this.#pending.add({ bytes: { byteLength: Buffer.byteLength(text) }, count: 1 });
    const isFull =
      pendingBytes > maxPendingBytes || this.#pending.count(pendingBytes) > maxPendingFrames;
    if (!isFull) return;
    onEvent({ type: "slow", pendingBytes });
    const { closeCode = TRY_LATER } = channel.flowControl ?? {};
    this.close(closeCode, "The client reads too slowly.");
  }

  /** Returns the positions of a counter of the connection, or of the key that a frame has. */
  #positionsOf({ scope, key }: FeedCounter, frame: unknown): CounterPositions | undefined {
    if (scope === "topic") return undefined;
    if (scope === "connection") return this.#positions;
    const value = key === undefined ? undefined : valueAt(frame, key);
    if (value === undefined) return undefined;
    let positions = this.#keyed.get(String(value));
    if (positions === undefined) {
      positions = new CounterPositions();
      this.#keyed.set(String(value), positions);
    }
    return positions;
  }

  #number(
    frame: unknown,
    message: string,
    counter: FeedCounter,
    positions: CounterPositions,
    changes: number,
  ): unknown {
    // A counter of all messages counts the frames that can have its number.
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
    if (!this.#open) return;
    if (this.#waiting === undefined) this.#take(text);
    else this.#waiting.push(text);
  }

  #take(text: string): void {
    const beat = this.#host.channel.heartbeats?.find(
      (each): each is ClientBeat => each.from === "client" && each.text === text,
    );
    if (beat !== undefined) {
      this.#reply(beat, undefined);
      return;
    }
    let value: unknown;
    try {
      value = parseJson(text);
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      this.#requests.refuse(new FeedRefusal("The request is not JSON."), undefined);
      return;
    }
    const id = this.#idOf(value, text);
    const request = this.#host.read(value);
    if (request.type === "unknown") {
      this.#requests.refuse(new FeedRefusal(request.text), id);
    } else if ("topics" in request) {
      const answered = this.#requests.take(request, id);
      if (answered !== undefined) this.#wait(answered);
    } else this.#reply(request, id);
  }

  /** Answers what has to come first, or a sign of life. */
  #reply({ answer, answerText }: BeatReply, id: RequestId): void {
    if (answer !== undefined) this.#answer(answer, [], {}, id);
    else if (answerText !== undefined) this.#socket.send(answerText);
  }

  /** Takes the requests that follow once one is answered. */
  #wait(answered: Promise<void>): void {
    this.#waiting = [];
    const proceed = (): void => {
      const waiting = this.#waiting ?? [];
      this.#waiting = undefined;
      for (const text of waiting) this.#receiveInTurn(text);
    };
    answered.then(proceed, (error: unknown) => {
      this.#host.onEvent({ type: "failed", error });
      this.close(FAILED, "The server has failed.");
    });
  }

  #idOf(value: unknown, text: string): RequestId {
    const pointer = this.#host.feed.subscription.correlation?.request;
    const id = pointer === undefined ? undefined : valueAt(value, pointer);
    if (typeof id !== "number") return id;
    // Such as 1.0, which is repeated with its digits.
    for (const [, written = ""] of text.matchAll(NUMBERS)) {
      if (Number(written) === id) return new ExactNumber(written);
    }
    return id;
  }
}

/** Reports whether a frame breaks its schema at a pointer only. */
function isInvalidAt({ cause }: FeedServerError, pointer: FeedPointer): boolean {
  return (
    cause instanceof CodecError &&
    cause.issues.every((issue) => `${issue.pointer}/`.startsWith(`${pointer}/`))
  );
}
