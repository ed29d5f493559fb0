// A client of a simulated venue that records its received events.

import type {
  BookTruth,
  SimulatedAnswer,
  SimulatedClient,
  SimulatedConnection,
  SimulatedRequest,
  SimulatedVenue,
} from "../../examples/feeds/simulator.ts";

/** A frame, and the correct books after it. */
export interface ObservedFrame {
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly truths: readonly BookTruth[];
}

/** A connection and its received frames. */
export interface ObservedClient {
  readonly frames: ObservedFrame[];
  readonly pings: string[];
  readonly closes: { readonly code: number; readonly reason: string }[];
  send(value: unknown): void;
  sendText(text: string): void;
  pong(payload: string): void;
  closed(): void;
  /** Returns the frames since the last call. */
  take(): readonly ObservedFrame[];
  /** Sends a request and returns the responses. */
  ask(value: unknown): readonly unknown[];
}

/** Returns a request without a body. */
export function getJson(
  target: string,
  headers: Readonly<Record<string, string>> = {},
): SimulatedRequest {
  return { method: "GET", target, headers, body: "" };
}

/** Opens a connection; returns the response if the venue refuses it. */
export function tryConnect(
  venue: SimulatedVenue,
  request: SimulatedRequest,
  watch: (frame: ObservedFrame) => void = () => {},
): ObservedClient | SimulatedAnswer {
  const frames: ObservedFrame[] = [];
  const pings: string[] = [];
  const closes: { code: number; reason: string }[] = [];
  const client: SimulatedClient = {
    frame(text, truths) {
      const frame = { text, value: JSON.parse(text) as ObservedFrame["value"], truths };
      frames.push(frame);
      watch(frame);
    },
    ping: (payload) => pings.push(payload),
    closed: (code, reason) => closes.push({ code, reason }),
  };
  const connection = venue.connect(request, client);
  return "status" in connection ? connection : observed(connection, { frames, pings, closes });
}

function observed(
  connection: SimulatedConnection,
  seen: Pick<ObservedClient, "frames" | "pings" | "closes">,
): ObservedClient {
  let taken = 0;
  function take(): readonly ObservedFrame[] {
    const next = seen.frames.slice(taken);
    taken = seen.frames.length;
    return next;
  }
  const send = (value: unknown): void => connection.receive(JSON.stringify(value));
  return {
    ...seen,
    take,
    send,
    sendText: (text) => connection.receive(text),
    pong: (payload) => connection.pong(payload),
    closed: () => connection.closed(),
    ask(value) {
      take();
      send(value);
      return take().map((frame) => frame.value);
    },
  };
}

/**
 * Opens a connection.
 *
 * @throws Error if the venue refuses it.
 */
export function connectObserved(
  venue: SimulatedVenue,
  request: SimulatedRequest,
  watch?: (frame: ObservedFrame) => void,
): ObservedClient {
  const client = tryConnect(venue, request, watch);
  if ("status" in client) throw new Error(`the upgrade was answered with ${client.status}`);
  return client;
}
