import type { FaultKey, ServiceProcess } from "./service-process.ts";

/** A running load of orders. */
export interface OrderLoad {
  /** Returns the number of commands so far. */
  published(): number;
  /** Stops publishing; resolves when the last command was written. */
  end(): Promise<void>;
}

/** The rate of publishing. */
export interface LoadOptions {
  /** How many commands may wait for their response. */
  readonly window: number;
  /** How many commands are sent at once; by default, as many as the window allows. */
  readonly burst?: number;
  /** The time between two bursts, in milliseconds. Default 2. */
  readonly everyMs?: number;
  /** How many bytes of padding each frame gets. Default 0. */
  readonly paddingBytes?: number;
  /** Called after each order with the number of orders. */
  readonly onOrder?: (published: number) => void;
}

const ORDER = "order-";

/** Returns the id of an order by its position, from 1. */
export function orderId(number: number): string {
  return `${ORDER}${number}`;
}

export function isOrder(id: string): boolean {
  return id.startsWith(ORDER);
}

/** Publishes orders, each with an id that its frame contains. */
export function publishOrders(
  service: ServiceProcess,
  { brokerId }: FaultKey,
  { window, burst = Number.POSITIVE_INFINITY, everyMs = 2, paddingBytes = 0, onOrder }: LoadOptions,
): OrderLoad {
  let published = 0;
  let going = true;
  async function run(): Promise<void> {
    while (going) {
      for (let sent = 0; sent < burst && service.unanswered() < window; sent += 1) {
        published += 1;
        const id = orderId(published);
        service.send(id, orderReject(brokerId, id, published, paddingBytes));
        onOrder?.(published);
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }
  const running = run();
  return {
    published: () => published,
    end() {
      going = false;
      return running;
    },
  };
}

function orderReject(
  brokerId: string,
  reason: string,
  number: number,
  paddingBytes: number,
): object {
  return {
    channel: "orders",
    broker_id: brokerId,
    keys: { market: [], account_id: [], event_id: [] },
    message: {
      type: "order_reject",
      payload: {
        command_type: "CANCEL",
        reason,
        client_order_id: "x".repeat(paddingBytes),
        correlation_id: `0195f3c2-7f44-7a31-9d0e-${String(number).padStart(12, "0")}`,
      },
    },
  };
}
