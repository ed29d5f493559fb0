// Clients of /orders with the SDK's default policy, compared with each other: each must receive every
// frame, in order, once.

import type { Clock, StreamEvent } from "@specwright/runtime";
import type { ChannelStream } from "@specwright/runtime/codegen";
import { streamTransport } from "@specwright/streams/client";
import { createStreamsClient } from "@specwright/streams-api/client";
import type { OrdersServerMessage } from "@specwright/streams-api/types";
import { isOrder, orderId } from "./order-load.ts";
import { type FaultKey, type ServiceProcess, waitUntil } from "./service-process.ts";

/** One client. */
export interface OrderClient {
  readonly stream: ChannelStream<OrdersServerMessage, never>;
  /** The number of its last frame. */
  readonly last: number;
  /** The events of its transport, except states. */
  readonly events: readonly StreamEvent[];
}

/** A group of clients. */
export interface OrderWatch {
  readonly clients: readonly OrderClient[];
  /** Returns the number of frames that all clients received together. */
  delivered(): number;
  /** Returns the number of events of a type, over all clients. */
  count(type: StreamEvent["type"]): number;
  /** Waits until every client has every acknowledged frame, and checks that it is the right one. */
  settle(publisher?: ServiceProcess): Promise<void>;
  close(): Promise<void>;
}

/** The number of connections for each access key, slightly below its limit. */
const PER_KEY = 50;

/** Returns the number of keys needed for a number of clients. */
export function keysFor(clients: number): number {
  return Math.ceil(clients / PER_KEY);
}

/** Connects clients that read from the first frame on. */
export function watchOrders(
  service: ServiceProcess,
  keys: readonly FaultKey[],
  count: number,
  clock?: Clock,
): OrderWatch {
  /** The id of each frame, as the first client received it. */
  const ids: string[] = [];
  const ended = new AbortController();
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  let delivered = 0;

  function connect(at: number): OrderClient & { done: Promise<void> } {
    const events: StreamEvent[] = [];
    const key = keys[Math.floor(at / PER_KEY)] ?? keys[0];
    const transport = streamTransport({
      url: service.url,
      ...key,
      ...(clock !== undefined && { clock }),
      onEvent: (event) => {
        if (event.type !== "state") events.push(event);
      },
    });
    const query = { since: 1n };
    const stream = createStreamsClient(transport).orders({ query }, { signal: ended.signal });
    const client = { stream, events, last: 0, done: Promise.resolve() };
    client.done = stream
      .run((frame) => {
        if (frame.type !== "order_reject") return;
        const seq = Number(frame.seq);
        if (seq !== client.last + 1) throw new Error(`client ${at}: ${seq} after ${client.last}`);
        const { reason: id } = frame.payload;
        ids[seq] ??= id;
        if (ids[seq] !== id)
          throw new Error(`client ${at}: ${id} is frame ${seq}, not ${ids[seq]}`);
        client.last = seq;
        delivered += 1;
      })
      .catch((error: unknown) => {
        if (!ended.signal.aborted) failed.reject(error);
      });
    return client;
  }

  const clients = Array.from({ length: count }, (_, at) => connect(at));
  return {
    clients,
    delivered: () => delivered,
    count: (type) =>
      clients.reduce(
        (sum, { events }) => sum + events.filter((one) => one.type === type).length,
        0,
      ),
    async settle(publisher = service) {
      const settled = async (): Promise<void> => {
        await waitUntil(() => publisher.unanswered() === 0, "every command is answered");
        const orders = [...publisher.answers].filter(([id]) => isOrder(id));
        let last = 0;
        for (const [, seq] of orders) last = Math.max(last, seq);
        const have = (): boolean => clients.every((client) => client.last >= last);
        await waitUntil(have, `every client has ${last} frames`);
        for (const [id, seq] of orders) {
          if (ids[seq] !== id) throw new Error(`clients got ${ids[seq]} as ${seq}, which is ${id}`);
        }
        let before = 0;
        for (let number = 1; number <= orders.length; number += 1) {
          const seq = publisher.answers.get(orderId(number)) ?? 0;
          if (seq <= before) throw new Error(`${orderId(number)} is ${seq}, behind ${before}`);
          before = seq;
        }
        const once = new Set(ids.slice(1));
        if (once.size !== ids.length - 1) throw new Error("a command became two frames");
        if (ids.length - 1 !== last)
          throw new Error(`clients got ${ids.length - 1} frames of ${last}`);
      };
      await Promise.race([settled(), failed.promise]);
    },
    async close() {
      ended.abort();
      await Promise.all(clients.map(({ done }) => done));
    },
  };
}
