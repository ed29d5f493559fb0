// A client of /orders, written from the source document and without the SDK. It resumes with `since`, moves
// to another gateway whenever a connection ends, and checks every frame.

import { signUpgrade } from "@specwright/streams/signing";
import { WebSocket } from "ws";
import type { FaultKey } from "./service-process.ts";

/** The faults that a client must never see, with their counts. */
export interface OrderFaults {
  lost: number;
  doubled: number;
  reordered: number;
  belowSince: number;
}

/** A data frame as a client received it. */
export interface ReceivedOrder {
  readonly seq: number;
  readonly id: string;
}

/** One client. */
export interface RawOrders {
  /** The number of its last frame. */
  readonly last: number;
  /**
   * How its connections ended: close codes, `error` codes, statuses of refused upgrades, and `unreachable`
   * for connections that never opened.
   */
  readonly endings: ReadonlyMap<string, number>;
  close(): void;
}

/** Options for `followOrders`. */
export interface RawOrdersOptions {
  /** The addresses of the gateways; it starts with the one at index `first`. */
  readonly urls: readonly string[];
  readonly first: number;
  readonly key: FaultKey;
  /** Reconnects to the next gateway after this time, in milliseconds; by default never. */
  readonly moveMs?: number;
  readonly faults: OrderFaults;
  onOrder(order: ReceivedOrder): void;
}

const RETRY_MS = 250;
/** How long a connection may be silent; heartbeats are due every second. */
const SILENT_MS = 20_000;

/** Connects a client that follows /orders from the first frame on. */
export function followOrders(options: RawOrdersOptions): RawOrders {
  const { urls, first, key, moveMs, faults, onOrder } = options;
  const endings = new Map<string, number>();
  let last = 0;
  let turn = first;
  let isOver = false;
  let socket: WebSocket | undefined;
  let moving: NodeJS.Timeout | undefined;

  function count(ending: string): void {
    endings.set(ending, (endings.get(ending) ?? 0) + 1);
  }

  function open(): void {
    const since = last + 1;
    const url = new URL(`${urls[turn % urls.length]}/orders?since=${since}`);
    const path = `${url.pathname}${url.search}`;
    const headers = { ...signUpgrade({ ...key, path, timestamp: Date.now() }) };
    const opened = new WebSocket(url, { headers });
    socket = opened;
    let silent = setTimeout(() => again(0), SILENT_MS);
    const heard = (): void => {
      clearTimeout(silent);
      silent = setTimeout(() => {
        count("silent");
        if (opened === socket) again(0);
      }, SILENT_MS);
    };
    opened.on("ping", heard);
    opened.once("close", () => clearTimeout(silent));
    opened.on("message", (data) => {
      heard();
      const text = String(data);
      const frame = JSON.parse(text) as OrderFrame;
      if (frame.type === "error") count(frame.payload?.code ?? frame.code ?? "error");
      if (frame.type === "order_reject") take(Number(frame.seq), frame.payload?.reason, since);
    });
    opened.on("unexpected-response", (request, { statusCode }) => {
      count(`HTTP ${statusCode}`);
      request.destroy();
      again(RETRY_MS);
    });
    opened.on("error", () => {});
    let isOpen = false;
    opened.once("open", () => {
      isOpen = true;
    });
    opened.on("close", (code, reason) => {
      if (opened !== socket) return;
      count(isOpen ? String(code) : "unreachable");
      again(Number(/^retry_ms=(\d+)$/.exec(String(reason))?.[1] ?? RETRY_MS));
    });
    if (moveMs !== undefined) moving = setTimeout(() => again(0), moveMs);
  }

  function take(seq: number, id: string | undefined, since: number): void {
    if (seq < since) faults.belowSince += 1;
    else if (seq === last) faults.doubled += 1;
    else if (seq < last) faults.reordered += 1;
    else if (seq > last + 1) faults.lost += seq - last - 1;
    if (seq <= last) return;
    last = seq;
    onOrder({ seq, id: id ?? "" });
  }

  function again(delayMs: number): void {
    clearTimeout(moving);
    const ended = socket;
    socket = undefined;
    ended?.terminate();
    turn += 1;
    moving = setTimeout(() => {
      if (!isOver) open();
    }, delayMs);
  }

  open();
  return {
    get last() {
      return last;
    },
    endings,
    close() {
      isOver = true;
      clearTimeout(moving);
      socket?.terminate();
    },
  };
}

interface OrderFrame {
  readonly type: string;
  readonly code?: string;
  readonly seq?: number;
  readonly payload?: { readonly code?: string; readonly reason?: string };
}
