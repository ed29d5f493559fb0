import type {
  AttachmentReader,
  AttachmentRepository,
} from "../attachments/attachment-repository.ts";
import type { AuditReader, AuditRepository } from "../audit/audit-repository.ts";
import type { ReplyRepository } from "../idempotency/sql-replies.ts";
import type { ListingReader, ListingRepository } from "../listings/listing-repository.ts";
import type { OutboxReader, OutboxRepository } from "../mail/outbox-repository.ts";
import type { MailedKeyReader, MailedKeyRepository } from "../mailed-keys/mailed-key-repository.ts";
import type { RateWindowRepository } from "../rate-limits/sql-rate-windows.ts";
import type { ReportReader, ReportRepository } from "../reports/report-repository.ts";
import type { SessionReader, SessionRepository } from "../sessions/session-repository.ts";
import type { UserReader, UserRepository } from "../users/user-repository.ts";
import type { ServiceKeyRepository } from "./sql-service-keys.ts";

/** Reads what is committed. */
export interface Readers {
  readonly users: UserReader;
  readonly sessions: SessionReader;
  readonly listings: ListingReader;
  readonly attachments: AttachmentReader;
  readonly outbox: OutboxReader;
  readonly mailedKeys: MailedKeyReader;
  readonly audit: AuditReader;
  readonly reports: ReportReader;
}

/** Reads and writes within one transaction. */
export interface Repositories extends Readers {
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly listings: ListingRepository;
  readonly attachments: AttachmentRepository;
  readonly reports: ReportRepository;
  readonly audit: AuditRepository;
  readonly serviceKeys: ServiceKeyRepository;
  readonly outbox: OutboxRepository;
  readonly mailedKeys: MailedKeyRepository;
  readonly rateWindows: RateWindowRepository;
  /** Answers of requests that may be sent twice. */
  readonly replies: ReplyRepository;
}

/** The storage of all data of the service, in SQLite or PostgreSQL. */
export interface MarketplaceStorage {
  /** Reads outside of transactions: each call sees a committed state of its own. */
  readonly committed: Readers;
  /**
   * Runs `work` in one transaction: all of it is durable when this resolves, none of it happened
   * when it rejects, unless with `UnavailableError`: then the answer to the commit may be lost. `work` awaits nothing but the repositories it is given, since others may be
   * waiting for their turn, and changes nothing else, since it runs again when another transaction
   * was in its way.
   */
  transaction<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>;
  /** Resolves when the database answers. Rejects with `UnavailableError`. */
  ping(): Promise<void>;
  /** Waits for the current transactions, then closes files and connections. */
  close(): Promise<void>;
}
