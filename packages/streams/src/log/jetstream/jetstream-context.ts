import type { Clock } from "@specwright/runtime";
import type { StreamKey } from "../sequenced-log.ts";
import type { ConnectionHealth } from "./connection-health.ts";
import type { LogNotice } from "./log-notice.ts";
import type { NatsConnection, NatsStreamClient } from "./nats.ts";
import type { ReplyInbox } from "./reply-inbox.ts";
import type { StreamAdmin } from "./stream-admin.ts";
import type { WriterClaim } from "./writer-claim.ts";

/** The parts of a log that its streams share. */
export interface JetStreamContext {
  readonly name: string;
  readonly key: StreamKey;
  readonly connection: NatsConnection;
  readonly client: NatsStreamClient;
  readonly inbox: ReplyInbox;
  /**
   * The inbox for reads. Its timeout is short: a read is soon sent again, because a different replica may
   * answer.
   */
  readonly reads: ReplyInbox;
  readonly health: ConnectionHealth;
  readonly admin: StreamAdmin;
  readonly claim: WriterClaim;
  readonly clock: Clock;
  readonly notify: (notice: LogNotice) => void;
  /** Returns the time between two checks of a tail, in milliseconds. */
  readonly checkEveryMs: () => number;
  /** How long reads are repeated, in milliseconds. */
  readonly readLimitMs: number;
}
