// A connection to a channel with subscriptions (streams source §4.6, decisions S10 and S13).

import { detach } from "@specwright/runtime";
import type { SubscriptionDescriptor } from "@specwright/runtime/codegen";
import type { FrameBatch } from "./frame-batch.ts";
import { memberOf, readClientFrame } from "./read-client-frame.ts";
import type { StreamServerSettings } from "./settings.ts";
import type { StreamConnection, StreamSession } from "./stream-connection.ts";
import type { KeyReader, SubscriptionHub } from "./subscription-hub.ts";

/** Is what a subscription session works with. */
export interface SubscriptionSessionInput {
  readonly connection: StreamConnection;
  readonly subscription: SubscriptionDescriptor;
  readonly hub: SubscriptionHub;
  readonly settings: StreamServerSettings;
}

/** Is the session of one connection to a channel with subscriptions. */
export class SubscriptionSession implements StreamSession, KeyReader {
  readonly #input: SubscriptionSessionInput;
  readonly #keys = new Set<string>();

  readonly replaying = false;

  constructor(input: SubscriptionSessionInput) {
    this.#input = input;
  }

  start(): void {}

  deliver(batch: FrameBatch): void {
    this.#input.connection.send(batch);
  }

  heartbeat(): void {
    const { connection, settings } = this.#input;
    connection.sendControl({ kind: "heartbeat", intervalMs: settings.heartbeatMs });
  }

  receive(data: Buffer, binary: boolean): void {
    const { connection, subscription } = this.#input;
    const frame = readClientFrame(connection.channel, data, binary);
    if (!frame.ok) {
      connection.refuseFrame("the frame breaks its schema", { issues: frame.issues });
      return;
    }
    const keys = keysOf(memberOf(frame.message, subscription.keysField));
    if (frame.tag === subscription.unsubscribe) {
      for (const key of keys) this.#leave(key);
    } else {
      const { forceSnapshotField: force } = subscription;
      this.#subscribe(keys, force !== undefined && memberOf(frame.message, force) === true);
    }
  }

  lastSeq(): undefined {
    return undefined;
  }

  stop(): void {
    for (const key of [...this.#keys]) this.#leave(key);
  }

  #subscribe(keys: readonly string[], force: boolean): void {
    const { connection, subscription, hub, settings } = this.#input;
    const unknown = keys.filter((key) => !hub.knows(key));
    const known = keys.filter((key) => hub.knows(key));
    const fresh = known.filter((key) => !this.#keys.has(key));
    if (this.#keys.size + fresh.length > settings.maxKeysPerConnection) {
      const limit = settings.maxKeysPerConnection;
      connection.refuseFrame(`more than ${limit} ${subscription.keysField}`, { limit });
      return;
    }
    if (unknown.length > 0) {
      connection.sendControl({
        kind: "error",
        code: "unknown_market",
        message: `unknown: ${unknown.length} of the ${subscription.keysField}`,
        details: { [subscription.keysField]: unknown },
      });
    }
    for (const key of known) {
      if (this.#keys.has(key) && !force) continue;
      // Snapshot and membership in one turn: the next change has the next number.
      connection.send(hub.snapshot(key));
      this.#keys.add(key);
      hub.join(key, this);
    }
  }

  #leave(key: string): void {
    this.#keys.delete(key);
    this.#input.hub.leave(key, this);
  }
}

function keysOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  const keys = value.filter((key) => typeof key === "string");
  // They are kept as long as the connection, the text of the frame need not be.
  return [...new Set(keys.map(detach))];
}
