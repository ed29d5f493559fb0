// A connection to a channel with subscriptions (streams source §4.6).

import { type Clock, detach, memberOf } from "@specwright/runtime";
import type { SubscriptionDescriptor } from "@specwright/runtime/transport";
import type { FrameBatch } from "../connection/frame-batch.ts";
import { createRateLimit, MINUTE_MS, type RateLimit } from "../connection/rate-limit.ts";
import { readClientFrame } from "../connection/read-client-frame.ts";
import type { StreamConnection } from "../connection/stream-connection.ts";
import type { StreamSession } from "../connection/stream-session.ts";
import type { StreamServerSettings } from "../settings.ts";
import { returnLater } from "./return-later.ts";
import type { KeyReader, SubscriptionHub } from "./subscription-hub.ts";
import { isCurrent } from "./view-watch.ts";

export interface SubscriptionSessionInput {
  readonly connection: StreamConnection;
  readonly subscription: SubscriptionDescriptor;
  readonly hub: SubscriptionHub;
  readonly settings: StreamServerSettings;
  readonly random: () => number;
  readonly clock: Clock;
  /** Returns the time since the keys were last known to be up to date, in milliseconds. */
  readonly ageMs: () => number;
}

/** The session of a connection to a channel with subscriptions. */
export class SubscriptionSession implements StreamSession, KeyReader {
  readonly #input: SubscriptionSessionInput;
  readonly #keys = new Set<string>();
  readonly #snapshots: RateLimit;

  #detach = (): void => {};

  readonly replaying = false;

  constructor(input: SubscriptionSessionInput) {
    this.#input = input;
    this.#snapshots = createRateLimit(input.settings.maxSnapshotsPerMinute, MINUTE_MS, input.clock);
  }

  start(): void {
    this.#detach = this.#input.hub.attach(this);
  }

  deliver(batch: FrameBatch): void {
    this.#input.connection.send(batch);
  }

  restart(): void {
    // The reason contains no delay, so clients choose their own delays.
    this.#input.connection.end(1001, "");
  }

  abandon(): void {
    const { connection, settings, random } = this.#input;
    connection.end(1001, returnLater(settings, random));
  }

  heartbeat(): void {
    const { connection, ageMs, settings } = this.#input;
    if (!isCurrent(ageMs(), settings.viewLimitMs)) return;
    connection.sendControl({ kind: "heartbeat", intervalMs: connection.heartbeatMs });
  }

  receive(data: Buffer, binary: boolean): void {
    const { connection, subscription } = this.#input;
    const frame = readClientFrame(connection.channel, data, binary);
    if (!frame.ok) {
      connection.refuseFrame("the frame breaks its schema", { issues: frame.issues });
      return;
    }
    const keys = textKeys(memberOf(frame.message, subscription.keysField));
    connection.charge(keys.length);
    if (frame.tag === subscription.unsubscribe) {
      for (const key of keys) this.#leaveKey(key);
    } else {
      const { forceSnapshotField: force } = subscription;
      this.#subscribe(keys, force !== undefined && memberOf(frame.message, force) === true);
    }
  }

  lastSeq(): undefined {
    return undefined;
  }

  stop(): void {
    this.#detach();
    for (const key of [...this.#keys]) this.#leaveKey(key);
  }

  #subscribe(keys: readonly string[], force: boolean): void {
    const { connection, subscription, hub, settings } = this.#input;
    const { keysField } = subscription;
    const known = keys.filter((key) => hub.knows(key));
    const fresh = known.filter((key) => !this.#keys.has(key));
    if (this.#keys.size + fresh.length > settings.maxKeysPerConnection) {
      const limit = settings.maxKeysPerConnection;
      connection.refuseFrame(`more than ${limit} ${keysField}`, { limit });
      return;
    }
    const wanted = force ? known : fresh;
    if (!this.#snapshots.take(wanted.length)) {
      const limit = settings.maxSnapshotsPerMinute;
      connection.refuseFrame(`more than ${limit} snapshots within a minute`, { limit });
      return;
    }
    if (known.length < keys.length) this.#tellUnknown(keys.filter((key) => !hub.knows(key)));
    for (const key of wanted) {
      // The snapshot is sent and the key is joined in the same turn, so that the next change has the next
      // number.
      connection.send(hub.snapshot(key));
      this.#keys.add(key);
      hub.join(key, this);
    }
  }

  /** Sends an error about unknown keys. The error lists those that existed in the past. */
  #tellUnknown(unknown: readonly string[]): void {
    const { connection, subscription, hub } = this.#input;
    const { keysField } = subscription;
    const closed = unknown.filter((key) => hub.hasClosed(key));
    connection.sendControl({
      kind: "error",
      code: "unknown_key",
      message: `unknown ${keysField}: ${unknown.length}, including ${closed.length} closed`,
      details: { [keysField]: unknown, closed },
    });
  }

  #leaveKey(key: string): void {
    this.#keys.delete(key);
    this.#input.hub.leave(key, this);
  }
}

function textKeys(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  const keys = value.filter((key) => typeof key === "string");
  // The keys live as long as the connection. Copies do not keep the text of the frame in memory.
  return [...new Set(keys.map(detach))];
}
