import type { FaultKey, ServiceProcess } from "./service-process.ts";

/** Publishes orders until it is ended. */
export interface OrderLoad {
  /** Counts the commands so far. */
  published(): number;
  /** Publishes no more; resolves when the last command was written. */
  end(): Promise<void>;
}

/** Says how much is published. */
export interface LoadOptions {
  /** Commands that may wait for their answer. */
  readonly window: number;
  /** Commands every two milliseconds at most. Default as many as the window lets through. */
  readonly burst?: number;
  /** Time between two bursts, in milliseconds. Default 2. */
  readonly everyMs?: number;
  /** How much longer than it has to be each frame is. Default 0. */
  readonly paddingBytes?: number;
  /** Is called behind each order with how many there are. */
  readonly onOrder?: (published: number) => void;
}

const ORDER = "order-";

/** Names an order by when it was published, from 1 on. */
export function orderId(number: number): string {
  return `${ORDER}${number}`;
}

/** Tells whether an id is that of an order. */
export function isOrder(id: string): boolean {
  return id.startsWith(ORDER);
}

/** Publishes orders, each under an id that stands in its frame. */
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
