import type { RateWindowRepository, RepositoryStorage } from "@specwright/service/database";
import type { AttachmentReader, AttachmentRepository } from "./attachment-repository.ts";
import type { AuditReader, AuditRepository } from "./audit-repository.ts";
import type { ListingReader, ListingRepository } from "./listing-repository.ts";
import type { MailedKeyReader, MailedKeyRepository } from "./mailed-key-repository.ts";
import type { OutboxReader, OutboxRepository } from "./outbox-repository.ts";
import type { ReportReader, ReportRepository } from "./report-repository.ts";
import type { SessionReader, SessionRepository } from "./session-repository.ts";
import type { CustomValueReader } from "./sql-custom-values.ts";
import type { ReplyRepository } from "./sql-replies.ts";
import type { ServiceKeyRepository } from "./sql-service-keys.ts";
import type { StoredFileReader, StoredFileRepository } from "./sql-stored-files.ts";
import type { UserReader, UserRepository } from "./user-repository.ts";

/** Reads committed data. */
export interface Readers {
  readonly users: UserReader;
  readonly sessions: SessionReader;
  readonly listings: ListingReader;
  readonly attachments: AttachmentReader;
  readonly outbox: OutboxReader;
  readonly mailedKeys: MailedKeyReader;
  readonly audit: AuditReader;
  readonly reports: ReportReader;
  readonly storedFiles: StoredFileReader;
  readonly customValues: CustomValueReader;
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
  readonly storedFiles: StoredFileRepository;
  /** The responses to requests with an `Idempotency-Key`. */
  readonly replies: ReplyRepository;
}

/** The storage of all data of the service, in SQLite or PostgreSQL. */
export type MarketplaceStorage = RepositoryStorage<Readers, Repositories>;
