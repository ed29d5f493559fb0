// Shared by the simulated venues, so that tests and `serve-simulator.ts` can run any of them. A
// simulator follows the documentation of its venue; it does not read the contract.

import type { Clock } from "@specwright/runtime";
import type { SeededRandom } from "@specwright/runtime/testing";

/** The levels of a book as decimal text, best first, without trailing zeros. */
export interface TrueBook {
  readonly bids: readonly (readonly [price: string, quantity: string])[];
  readonly asks: readonly (readonly [price: string, quantity: string])[];
}

/** The book that a correct client has once it has processed a frame. */
export interface BookTruth {
  /** The venue's name of the market, as in a subscription. */
  readonly market: string;
  readonly book: TrueBook;
}

/** The messages that a client reads from a connection. */
export interface SimulatedClient {
  /** Receives a text frame. `truths` are the books that it is about, as they are after it. */
  frame(text: string, truths: readonly BookTruth[]): void;
  /** Receives a WebSocket ping. */
  ping(payload: string): void;
  /** Receives the close of the connection; 1006 if it was cut without a close frame. */
  closed(code: number, reason: string): void;
}

/** The venue's side of a connection. */
export interface SimulatedConnection {
  /** Takes a text frame of the client. */
  receive(text: string): void;
  /** Takes a pong of the client. */
  pong(payload: string): void;
  /** Takes the end of the connection. */
  closed(): void;
}

/** A request to the venue over HTTP, or the upgrade of a connection. */
export interface SimulatedRequest {
  readonly method: string;
  /** The path with its query. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer over HTTP, or the refusal of an upgrade. */
export interface SimulatedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * The faults that a venue can simulate. `drop`, `double` and `reorder` concern the next numbered or
 * book frame of a connection; `corrupt` changes the quantity of a level in the next book update on
 * the wire, but not in the book itself nor in its checksum; `stall` sends nothing any more, not
 * even heartbeats, but keeps the connection; `cut` ends it without a close frame; `age` ends it as
 * the venue does at the end of its longest life. Further kinds of a venue break one of its other
 * rules from then on, such as `no-acknowledgement`.
 */
export type Misbehaviour =
  | "drop"
  | "double"
  | "reorder"
  | "corrupt"
  | "stall"
  | "cut"
  | "age"
  | (string & {});

/** A simulated venue. It never uses time or chance other than those that it was given. */
export interface SimulatedVenue {
  /** The names of the markets, in the form of a subscription. */
  readonly markets: readonly string[];
  /** Every misbehaviour, with the rule of the venue's documentation that it breaks. */
  readonly misbehaviours: Readonly<Record<string, string>>;
  /** Opens a connection, or refuses its upgrade. */
  connect(
    request: SimulatedRequest,
    client: SimulatedClient,
  ): SimulatedConnection | SimulatedAnswer;
  /** Answers a request over HTTP. `truths` of a book snapshot are as they are in the answer. */
  request(request: SimulatedRequest): SimulatedAnswer;
  /** Lets the market move once: levels change, trades and private events occur, frames are sent. */
  step(): void;
  /** Returns the whole book of a market at this moment. */
  book(market: string): TrueBook;
  /** Misbehaves from now on, or once, on all connections or on the one opened last. */
  misbehave(kind: Misbehaviour): void;
  /** Stops all timers and connections. */
  stop(): void;
}

/** Options of every simulator. */
export interface SimulatorOptions {
  readonly clock: Clock;
  readonly random: SeededRandom;
}
